import type { Schema } from '../../contract/kind.ts'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query' | 'header'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** An operation of the description: a read or an action. */
export interface Described {
  readonly id: string
  readonly method: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly query: readonly Parameter[]
  /** True if it needs no token. */
  readonly open: boolean
  /** What is sent, with an example. */
  readonly body: Shown | undefined
  /** The status of its success. */
  readonly status: string
  /** What is answered, with an example; undefined for an empty answer. */
  readonly answer: Shown | undefined
  /** The codes of its error answers. */
  readonly refusals: readonly string[]
}

interface Shown {
  readonly schema: Schema
  readonly example: unknown
}

/** An error with its status, its meaning in French, and an example of its body. */
export interface Fault {
  readonly status: string
  readonly code: string
  readonly meaning: string
  readonly example: unknown
}

interface OpenApi {
  readonly info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, Refused>>
  }
}

interface Content<Media> {
  readonly 'application/json': Media
}

interface Refused {
  /** Absent where there is no body: nothing was refused. */
  readonly content?: Content<{
    readonly examples: Readonly<Record<string, { readonly summary: string; readonly value: unknown }>>
  }>
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[]
  readonly requestBody?: { readonly content: Content<Shown> }
  readonly responses: Readonly<
    Record<string, { readonly $ref: string } | { readonly content?: Content<Shown> }>
  >
}

export interface Document extends Pick<OpenApi, 'info' | 'tags'> {
  readonly operations: readonly Described[]
  readonly schemas: Readonly<Record<string, Schema>>
  /** Every error once. */
  readonly faults: readonly Fault[]
}

/** Descriptions, parsed and joined under the head of the first: other generated files come from it. */
export function readDocument(...descriptions: readonly [object, ...object[]]): Document {
  const [first, ...others] = descriptions
  const all = [writtenOut(first), ...others.map(writtenOut)] as const
  const subjects = new Map<string, string>()
  for (const { name, description } of all.flatMap(({ tags }) => tags)) {
    const before = subjects.get(name)
    subjects.set(name, before === undefined ? description : `${before}. ${description}`)
  }
  const read = all.flatMap(operationsOf)
  const faults = new Map<string, Fault>()
  for (const fault of read.flatMap((operation) => operation.faults))
    if (!faults.has(fault.code)) faults.set(fault.code, fault)
  return {
    info: all[0].info,
    tags: [...subjects].map(([name, description]) => ({ name, description })),
    operations: read.map(({ described }) => described),
    schemas: Object.assign({}, ...all.map(({ components }) => objectsOf(components))),
    faults: [...faults.values()].sort((a, b) => Number(a.status) - Number(b.status)),
  }
}

/** Whether people read it where it is used, the words of a list or what is in a page: its name is for programs. */
const isWrittenOut = (name: string, schema: Schema): boolean =>
  schema.enum !== undefined || /^(Page|Liste)[A-Z]/.test(name)

function writtenOut(description: object): OpenApi {
  const { schemas } = (description as OpenApi).components
  return JSON.parse(JSON.stringify(description), (_, value) => {
    const name = nameOf(String(value?.$ref))
    const schema = schemas[name]
    if (schema === undefined || !isWrittenOut(name, schema)) return value
    const { $ref: _ref, ...own } = value
    return { ...schema, ...own }
  })
}

const nameOf = (reference: string): string => reference.slice(reference.lastIndexOf('/') + 1)

/** What is left to be shown by its name; errors have a place of their own. */
const objectsOf = ({ schemas }: OpenApi['components']): OpenApi['components']['schemas'] =>
  Object.fromEntries(
    Object.entries(schemas).filter(
      ([name, schema]) => !isWrittenOut(name, schema) && !/^Erreur[A-Z]/.test(name),
    ),
  )

/** What the service is, in a few words. */
export const leadOf = ({ info }: Document): string =>
  `${info.summary}. Des lectures et des actions, en JSON. Chaque réponse est limitée à ce que l’organisation de l’appelant peut voir. Les messages d’erreur sont en français, prêts à être affichés.`

/** The list of an item: the operation whose path, after its beginning, is that of the item's path. */
export const listOf = (path: string, all: readonly Described[]): Described | undefined =>
  all.find((list) => list.method === 'GET' && inner(path).startsWith(`${inner(list.path)}/{id}`))

const inner = (path: string): string => path.replace(/^\/\w+\/v\d+/, '')

const operationsOf = ({ paths, components }: OpenApi) =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const faults = faultsOf(operation, components)
      return { faults, described: describedOf(method.toUpperCase(), path, operation, faults) }
    }),
  )

const faultsOf = ({ responses }: Operation, components: OpenApi['components']): Fault[] =>
  Object.entries(responses).flatMap(([status, response]) => {
    const refused = '$ref' in response ? components.responses[nameOf(response.$ref)] : undefined
    return Object.entries(refused?.content?.['application/json'].examples ?? {}).map(
      ([code, { summary, value }]) => ({
        status,
        code,
        meaning: summary,
        example: value,
      }),
    )
  })

function describedOf(
  method: string,
  path: string,
  operation: Operation,
  faults: readonly Fault[],
): Described {
  const { responses, requestBody } = operation
  // What every read takes is told once.
  const parameters = (operation.parameters ?? []).filter((parameter) => 'name' in parameter)
  const [status = '', success = {}] = Object.entries(responses).find(([, one]) => !('$ref' in one)) ?? []
  return {
    id: operation.operationId,
    method,
    path,
    tag: operation.tags[0] ?? '',
    summary: operation.summary,
    description: operation.description,
    parameters,
    query: parameters.filter((parameter) => parameter.in === 'query'),
    open: operation.security?.length === 0,
    body: requestBody?.content['application/json'],
    status,
    answer: '$ref' in success ? undefined : success.content?.['application/json'],
    refusals: faults.map(({ code }) => code),
  }
}
