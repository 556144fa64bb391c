import type { TSchema } from 'typebox'
import { type CodeErreur, catalogue, details, Erreur } from '../../contract/erreur.ts'
import { allOf, pageOf } from '../../contract/pagination.ts'
import { ACTIVE } from '../../contract/permissions.ts'
import { operations } from '../../operations/index.ts'
import type { Operation } from '../../operations/operation.ts'
import { exampleOf } from './example.ts'
import { documentOf, id, type Reference } from './head.ts'
import { described, type Json } from './references.ts'

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

/** The description and details of each error; its message is in the catalogue. */
export const contractErrors: Partial<
  Record<CodeErreur, { description: string; details: unknown; retry?: boolean }>
> = {
  authentification_requise: { description: 'Jeton absent, expiré ou invalide', details: null },
  acces_refuse: { description: 'Permission manquante', details: { permission_requise: 'clients.consulter' } },
  ressource_introuvable: { description: "L'élément n'existe pas ou n'est pas visible", details: null },
  parametres_invalides: {
    description: 'Paramètres de requête invalides',
    details: { taille: 'Donnez un nombre entier de 1 à 100.' },
  },
  trop_de_requetes: {
    description: 'Trop de requêtes',
    details: { reessayer_dans_secondes: 12 },
    retry: true,
  },
  service_indisponible: { description: 'Service momentanément indisponible', details: null, retry: true },
}

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
        operations.map((operation) => [operation.path, { get: describeOperation(operation, reference) }]),
      ),
      responses: describeErrors(reference),
    }),
  )

let text: string | undefined

/** The description as text, as committed in openapi.json. */
export function openapi(): string {
  text ??= `${JSON.stringify(describe(), null, 2)}\n`
  return text
}

/** The parameters of a read, in the path and in the query. */
export function parametersOf(operation: Operation, reference: Reference): Json[] {
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
      ...described(operation.id, name, reference(schema)),
    })),
  ]
}

function describeOperation(operation: Operation, reference: Reference): Json {
  const parameters = parametersOf(operation, reference)
  const headers = { ETag: { description: 'Empreinte, pour If-None-Match', schema: { type: 'string' } } }
  return {
    operationId: operation.id,
    tags: tags.filter(({ of }) => of.includes(operation.id)).map(({ name }) => name),
    summary: operation.summary,
    description:
      [operation.description, permissionOf(operation)].filter(Boolean).join('\n\n') || operation.summary,
    ...(operation.shape === 'health' ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      200: {
        description: 'Succès',
        headers,
        content: {
          'application/json': { schema: reference(bodyOf(operation)), example: exampleOf(bodyOf(operation)) },
        },
      },
      ...Object.fromEntries(
        errorsOf(operation).map((code) => [
          catalogue[code].status,
          { $ref: `#/components/responses/${code}` },
        ]),
      ),
    },
  }
}

export function permissionOf({ permission }: Operation): string | null {
  if (permission === ACTIVE) return `Un compte actif suffit (\`${ACTIVE}\`).`
  return permission === null ? null : `Permission requise : \`${permission}\`.`
}

/** The schema of the 200 answer. */
export function bodyOf(operation: Operation): TSchema {
  if (operation.shape === 'list') return pageOf(operation.of)
  if (operation.shape === 'parts') return allOf(operation.of)
  return operation.of
}

function errorsOf(operation: Operation): CodeErreur[] {
  if (operation.shape === 'health') return ['trop_de_requetes', 'service_indisponible']
  return [
    'authentification_requise',
    ...(operation.permission === null ? [] : (['acces_refuse'] as const)),
    ...(operation.path.includes('{id}') ? (['ressource_introuvable'] as const) : []),
    ...(Object.keys(operation.query).length > 0 ? (['parametres_invalides'] as const) : []),
    'trop_de_requetes',
    'service_indisponible',
  ]
}

function describeErrors(reference: Reference): Json {
  const retryAfter = { 'Retry-After': { description: 'Secondes à attendre', schema: { type: 'integer' } } }
  return Object.fromEntries(
    Object.entries(contractErrors).map(([code, { description, details: example, retry }]) => [
      code,
      {
        description,
        ...(retry === true ? { headers: retryAfter } : {}),
        content: {
          'application/json': {
            schema: errorSchema(code as CodeErreur, reference),
            example: { code, message: catalogue[code as CodeErreur].message, details: example },
          },
        },
      },
    ]),
  )
}

/** The schema of an error with this code: Erreur, with its details. */
const errorSchema = (code: CodeErreur, reference: Reference): Json => ({
  allOf: [
    reference(Erreur),
    {
      type: 'object',
      properties: { code: { const: code }, details: { ...(details[code] ?? { type: 'null' }) } },
    },
  ],
})
