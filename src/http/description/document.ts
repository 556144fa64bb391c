import type { Schema } from '../../contract/kind.ts'

/** A parameter of an operation. */
export interface Parameter {
  readonly name: string
  readonly in: 'path' | 'query'
  readonly required?: boolean
  readonly description?: string
  readonly schema: Schema
}

/** An operation of the description. */
export interface Described {
  readonly id: string
  readonly path: string
  readonly tag: string
  readonly summary: string
  readonly description: string
  readonly parameters: readonly Parameter[]
  readonly query: readonly Parameter[]
  /** True if it needs no token. */
  readonly open: boolean
  readonly result: Schema
  /** An example answer. */
  readonly example: unknown
  /** The error answers: status and code. */
  readonly refusals: readonly { readonly status: string; readonly code: string }[]
}

interface OpenApi {
  readonly info: Readonly<Record<'title' | 'version' | 'summary' | 'description', string>>
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, { readonly get?: Get }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly responses: Readonly<Record<string, { readonly description: string; readonly content: Content }>>
  }
}

interface Content {
  readonly 'application/json': { readonly schema: Schema; readonly example: unknown }
}

interface Get {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly security?: readonly unknown[]
  readonly parameters?: readonly Parameter[]
  readonly responses: { readonly 200: { readonly content: Content } } & Readonly<
    Record<string, { readonly $ref: string } | { readonly content: Content }>
  >
}

export interface Document extends OpenApi {
  readonly operations: readonly Described[]
}

/** The description of the API, parsed: other generated files come from it. */
export function readDocument(description: object): Document {
  const openapi = description as OpenApi
  return { ...openapi, operations: operationsOf(openapi) }
}

/** The list of an item: the operation whose path is the beginning of the item's path. */
export const listOf = (path: string, all: readonly Described[]): Described | undefined =>
  all.find((candidate) => path.startsWith(`${candidate.path}/{id}`))

const operationsOf = (openapi: OpenApi): Described[] =>
  Object.entries(openapi.paths).flatMap(([path, { get }]) =>
    get === undefined ? [] : [describedOf(path, get)],
  )

const describedOf = (path: string, get: Get): Described => ({
  id: get.operationId,
  path,
  tag: get.tags[0] ?? '',
  summary: get.summary,
  description: get.description,
  parameters: get.parameters ?? [],
  query: (get.parameters ?? []).filter((parameter) => parameter.in === 'query'),
  open: get.security?.length === 0,
  result: get.responses[200].content['application/json'].schema,
  example: get.responses[200].content['application/json'].example,
  refusals: Object.entries(get.responses).flatMap(([status, response]) =>
    '$ref' in response ? [{ status, code: response.$ref.split('/').pop() ?? '' }] : [],
  ),
})
