import type { TSchema } from 'typebox'
import * as enums from '../src/contract/enums.ts'
import { catalogue, details, Erreur } from '../src/contract/erreur.ts'
import { extensionCatalogue, extensionDetails } from '../src/contract/erreur-extension.ts'
import type { Schema } from '../src/contract/kind.ts'
import { libelles } from '../src/contract/libelles.ts'
import { extensionPermissions, permissions } from '../src/contract/permissions.ts'
import { suitesSite } from '../src/contract/suites-site.ts'
import { typesFichier } from '../src/contract/types-fichier.ts'
import type { Described } from '../src/http/description/document.ts'
import { refer } from '../src/http/description/references.ts'
import { whole } from '../src/http/description/whole.ts'
import { actionsTable, actionsType } from './client-actions.ts'
import { fieldOf, fieldsOf, typeOf } from './types.ts'

const { schemas, operations: all } = whole()
// A file is not read with them: its link is all that is needed.
const operations = all.filter(({ method, answer }) => method === 'GET' && answer !== undefined)

const HEAD = '// Generated from the contract by «npm run generate»: do not edit.\n'

/** The contract for the typed client: client/src/contract.ts. */
export function clientContract(): string {
  const parts = [
    HEAD,
    ...Object.entries(enums)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => enumeration(name, schema as Schema)),
    labels(),
    siteStates(),
    fileTypes(),
    permission(),
    resource('Erreur', Erreur as TSchema),
    ...Object.entries(schemas).map(([name, schema]) => resource(name, schema)),
    page(),
    errorDetails(),
    ...operations.filter(({ query }) => query.length > 0).map(queryOf),
    operationsType(),
    operationsTable(),
    actionsType(),
    actionsTable(),
  ]
  return parts.join('\n')
}

const enumValues = new Map(
  Object.entries(enums).map(([name, schema]) => [String((schema as Schema).enum), name]),
)
const nameOf = (values: readonly string[]) => enumValues.get(String(values))

const comment = (text: string | undefined, indent = '') =>
  text === undefined ? '' : `${indent}/** ${text.replaceAll('\n\n', ' ')} */\n`

const enumeration = (name: string, { enum: values = [], description }: Schema): string =>
  `${comment(description)}export const ${name} = [${values.map((value) => `'${value}'`).join(', ')}] as const
export type ${name} = (typeof ${name})[number]
`

const labels = (): string =>
  `${comment('Le libellé français de chaque valeur, par énumération')}export const libelles: Libelles = ${JSON.stringify(libelles)}
`

const siteStates = (): string =>
  `${comment('Les états qui suivent chaque état d’un site')}export const suitesSite: Record<StatutSite, readonly StatutSite[]> = ${JSON.stringify(suitesSite)}
`

const fileTypes = (): string =>
  `${comment('Les types de fichiers acceptés : ce que termine leur nom, et leurs premiers octets en hexadécimal, où un point vaut n’importe quel chiffre')}export const typesFichier = ${JSON.stringify(typesFichier)} as const
`

const permission = (): string =>
  `${comment('Permissions connues ; un rôle peut en porter d’autres')}export type Permission =\n${[
    ...permissions,
    ...extensionPermissions,
  ]
    .map((name) => `  | '${name}'`)
    .join('\n')}
`

const resource = (name: string, { description, properties = {}, required = [] }: Schema): string =>
  `${comment(description)}export interface ${name} {
${Object.entries(properties)
  .map(([field, type]) => `${comment(type.description, '  ')}  ${fieldOf(field, type, required, nameOf)}`)
  .join('\n')}
}
`

/** The envelope of a paginated list. */
function page(): string {
  const list = operations.map(answerOf).find(isPage) ?? {}
  const [, ...others] = fieldsOf(list, nameOf)
  return `/** Une page d’une liste */
export interface Page<Element> {
  readonly donnees: Element[]
  ${others.join('\n  ')}
}
`
}

const isPage = ({ properties }: Schema): boolean => properties?.pagination !== undefined

const answerOf = ({ answer }: Described): Schema => answer?.schema ?? {}

function resultOf(operation: Described): string {
  const result = answerOf(operation)
  const { items } = result.properties?.donnees ?? {}
  return isPage(result) && items?.$ref !== undefined
    ? `Page<${typeOf(items, nameOf)}>`
    : typeOf(result, nameOf)
}

const errorDetails = (): string =>
  `/** Ce que porte \`details\`, par code d’erreur */
export interface DetailsErreur {
${Object.keys({ ...catalogue, ...extensionCatalogue })
  .map((code) => {
    const schema = ({ ...details, ...extensionDetails } as Record<string, TSchema | undefined>)[code]
    return `  readonly ${code}: ${schema === undefined ? 'null' : typeOf(refer(schema, {}), nameOf)}`
  })
  .join('\n')}
}
`

const queryName = ({ id }: Described): string => `${id[0]?.toUpperCase()}${id.slice(1)}Query`

const queryOf = (operation: Described): string =>
  `${comment(`Paramètres de ${operation.id}`)}export interface ${queryName(operation)} {
${operation.query
  .map(
    ({ name, description, schema, required }) =>
      `${comment(description, '  ')}  ${fieldOf(name, schema, required === true ? [name] : [], nameOf)}`,
  )
  .join('\n')}
}
`

const optional = ({ query }: Described): string => (query.some(({ required }) => required) ? '' : '?')

function operationsType(): string {
  const functions = operations.map((operation) => {
    const parameters = [
      ...(operation.path.includes('{id}') ? ['id: string'] : []),
      ...(operation.query.length > 0 ? [`query${optional(operation)}: ${queryName(operation)}`] : []),
      'options?: Options',
    ]
    const call = `(${parameters.join(', ')}) => Promise<${resultOf(operation)}>`
    return `${comment(operation.summary, '  ')}  readonly ${operation.id}: ${call}`
  })
  return `/** Une fonction par opération du contrat, et par lecture de l’extension */
export interface Operations<Options> {
${functions.join('\n')}
}
`
}

function operationsTable(): string {
  const lines = operations.map(({ id, path, query, open }) => {
    const fields = [
      `path: '${path}'`,
      ...(query.length > 0 ? ['query: true'] : []),
      ...(open ? ['open: true'] : []),
    ]
    return `  ${id}: { ${fields.join(', ')} },`
  })
  return `/** Où chaque opération se trouve, si elle prend des paramètres, si elle se passe de jeton */
export const operations: Record<keyof Operations<unknown>, { path: string; query?: true; open?: true }> = {
${lines.join('\n')}
}
`
}
