import type { TSchema } from 'typebox'
import { allOf, pageOf } from '../../contract/pagination.ts'
import { ACTIVE } from '../../contract/permissions.ts'
import { operations } from '../../operations/index.ts'
import type { Operation } from '../../operations/operation.ts'
import { exampleOf } from './example.ts'
import { documentOf, id, type Reference, tagged } from './head.ts'
import { described, type Json } from './references.ts'
import { describeRefusals, type Refusing, refusalsOf } from './refusals.ts'

const tags = [
  { name: 'Santé', description: 'État du service', of: ['lireSante'] },
  { name: 'Session', description: "L'utilisateur connecté et ses droits", of: ['lireMoi'] },
  {
    name: 'Partenaires',
    description: 'Partenaires distributeurs et leur conformité',
    of: ['listerPartenaires', 'lirePartenaire', 'listerDocumentsKycPartenaire'],
  },
  {
    name: 'Clients',
    description: 'Entreprises clientes, contacts et sites',
    of: ['listerClients', 'lireClient', 'listerSitesClient'],
  },
  { name: 'Réservations', description: "Demandes d'attribution d'un client", of: ['listerReservations'] },
  { name: 'Catalogue', description: 'Forfaits de données et prix datés', of: ['listerOffres'] },
]

const tagsOf = ({ id }: Operation): string[] =>
  tags.filter(({ of }) => of.includes(id)).map(({ name }) => name)

/** The OpenAPI 3.1 description of the API, from the schemas that also produce the answers. */
export const describe = (): Json =>
  documentOf(
    {
      title: 'Antenne',
      summary: 'API métier de distribution B2B de connectivité internet par satellite',
      description:
        "Lecture seule, JSON. Chaque réponse est limitée à ce que l'organisation de l'appelant peut voir. Les messages d'erreur sont en français, prêts à être affichés.",
    },
    tags,
    (reference) => ({
      paths: Object.fromEntries(
        operations.map((operation) => [
          operation.path,
          { get: describeRead(operation, tagsOf(operation), reference) },
        ]),
      ),
      responses: describeRefusals(operations.map(refusing), reference),
    }),
  )

let text: string | undefined

/** The description as text, as committed in openapi.json. */
export function openapi(): string {
  text ??= `${JSON.stringify(describe(), null, 2)}\n`
  return text
}

/** A read: its parameters and its answers, among them the 304 for a caller who has it already. */
export function describeRead(operation: Operation, subjects: readonly string[], reference: Reference): Json {
  const parameters = parametersOf(operation, reference)
  const body = bodyOf(operation)
  return {
    operationId: operation.id,
    tags: subjects,
    summary: operation.summary,
    description:
      [operation.description, permissionOf(operation)].filter(Boolean).join('\n\n') || operation.summary,
    ...(operation.shape === 'health' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      200: {
        description: 'Succès',
        ...(isTagged(operation) ? { headers: tagged } : {}),
        content: { 'application/json': { schema: reference(body), example: exampleOf(body) } },
      },
      ...(isTagged(operation) ? { 304: { $ref: '#/components/responses/non_modifie' } } : {}),
      ...refusalsOf(refusing(operation)),
    },
  }
}

/** An answer with changes has no tag: nobody stores it. */
const isTagged = ({ shape }: Operation): boolean => shape !== 'changes'

/** The parameters of a read, in the path, in the query and in its headers. */
function parametersOf(operation: Operation, reference: Reference): Json[] {
  const query = 'query' in operation ? operation.query : {}
  const required: readonly string[] = 'required' in operation ? operation.required : []
  return [
    ...(operation.path.includes('{id}') ? [id('id', "Identifiant de l'élément")] : []),
    ...Object.entries(query).map(([name, schema]) => ({
      name,
      in: 'query',
      ...(required.includes(name) ? { required: true } : {}),
      // Separated by commas.
      ...('items' in schema ? { explode: false } : {}),
      ...described(operation.id, name, schema, reference),
    })),
    ...(isTagged(operation) ? [{ $ref: '#/components/parameters/IfNoneMatch' }] : []),
  ]
}

function permissionOf({ permission }: Operation): string | null {
  if (permission === ACTIVE) return `Un compte actif suffit (\`${ACTIVE}\`).`
  return permission === null ? null : `Permission requise : \`${permission}\`.`
}

/** The schema of the 200 answer. */
export function bodyOf(operation: Operation): TSchema {
  if (operation.shape === 'list') return pageOf(operation.of)
  if (operation.shape === 'children') return allOf(operation.of)
  return operation.of
}

/** A read, and what it may be refused with. */
export function refusing(operation: Operation): Refusing {
  const { id, shape, path, permission } = operation
  if (shape === 'health') return { id, codes: ['trop_de_requetes', 'service_indisponible'] }
  return {
    id,
    codes: [
      'authentification_requise',
      ...(permission === null ? [] : (['acces_refuse'] as const)),
      ...(path.includes('{id}') ? (['ressource_introuvable'] as const) : []),
      ...(shape === 'changes' ? (['jeton_perime'] as const) : []),
      ...(Object.keys(operation.query).length > 0 ? (['parametres_invalides'] as const) : []),
      'trop_de_requetes',
      'service_indisponible',
    ],
  }
}
