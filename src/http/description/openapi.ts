import type { TSchema } from 'typebox'
import { type CodeErreur, catalogue, details, Erreur } from '../../contract/erreur.ts'
import { meaningOf } from '../../contract/lexique.ts'
import { allOf, pageOf } from '../../contract/pagination.ts'
import { operations } from '../../operations/index.ts'
import type { Operation } from '../../operations/operation.ts'
import { version } from '../../package.ts'
import { exampleOf } from './example.ts'

export type Json = { [key: string]: unknown }

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
const errors: Partial<Record<CodeErreur, { description: string; details: unknown; retry?: boolean }>> = {
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
export function describe(): Json {
  const schemas: Json = {}
  const reference = (schema: TSchema): Json => refer(schema, schemas)
  const paths: Json = {}
  for (const operation of operations) paths[operation.path] = { get: describeOperation(operation, reference) }
  const responses = describeErrors(reference)
  return {
    openapi: '3.1.0',
    info: {
      title: 'Antenne',
      version,
      summary: 'API métier de distribution B2B de connectivité internet par satellite',
      description:
        "Lecture seule, JSON. Chaque réponse est limitée à ce que l'organisation de l'appelant peut voir. Les messages d'erreur sont en français, prêts à être affichés.",
      license: { name: 'Propriétaire', identifier: 'LicenseRef-Antenne' },
    },
    servers: [{ url: '/', description: 'Ce service' }],
    security: [{ jeton: [] }],
    tags: tags.map(({ name, description }) => ({ name, description })),
    paths,
    components: {
      securitySchemes,
      responses,
      schemas: Object.fromEntries(Object.entries(schemas).sort(([a], [b]) => (a < b ? -1 : 1))),
    },
  }
}

/** How callers say who they are. */
export const securitySchemes: Json = {
  jeton: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: "Jeton d'accès du fournisseur d'identité",
  },
}

let text: string | undefined

/** The description as text, as committed in openapi.json. */
export function openapi(): string {
  text ??= `${JSON.stringify(describe(), null, 2)}\n`
  return text
}

function describeOperation(operation: Operation, reference: (schema: TSchema) => Json): Json {
  const query = 'query' in operation ? operation.query : {}
  const parameters: Json[] = Object.entries(query).map(([name, schema]) => ({
    name,
    in: 'query',
    ...described(operation.id, name, reference(schema)),
  }))
  if (operation.path.includes('{id}')) {
    const description = "Identifiant de l'élément"
    const schema = { type: 'string', format: 'uuid' }
    parameters.unshift({ name: 'id', in: 'path', required: true, description, schema })
  }
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

export const permissionOf = ({ permission }: Operation): string | null =>
  permission === null ? null : `Permission requise : \`${permission}\`.`

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

function describeErrors(reference: (schema: TSchema) => Json): Json {
  const retryAfter = { 'Retry-After': { description: 'Secondes à attendre', schema: { type: 'integer' } } }
  return Object.fromEntries(
    Object.entries(errors).map(([code, { description, details: example, retry }]) => [
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
const errorSchema = (code: CodeErreur, reference: (schema: TSchema) => Json): Json => ({
  allOf: [
    reference(Erreur),
    {
      type: 'object',
      properties: { code: { const: code }, details: { ...(details[code] ?? { type: 'null' }) } },
    },
  ],
})

/** A parameter's schema and its meaning. */
export function described(owner: string, name: string, { description, ...schema }: Json): Json {
  return { schema, description: meaningOf(owner, name).sens ?? description }
}

/** The schema with its named objects moved to `schemas` and referred to. */
export function refer(schema: TSchema, schemas: Json): Json {
  const { $id, ...plain } = schema as Json & { $id?: string }
  if ($id === undefined) return inner(plain, schemas, '')
  if (!($id in schemas)) {
    schemas[$id] = {}
    schemas[$id] = inner(plain, schemas, $id)
  }
  return { $ref: `#/components/schemas/${$id}` }
}

function inner(schema: Json, schemas: Json, $id: string): Json {
  const { properties, items, anyOf, ...rest } = schema
  const result: Json = { ...rest }
  if (properties !== undefined) {
    result.properties = Object.fromEntries(
      Object.entries(properties as Record<string, TSchema>).map(([field, type]) => [
        field,
        explained(refer(type, schemas), meaningOf($id, field).sens),
      ]),
    )
  }
  if (items !== undefined) result.items = refer(items as TSchema, schemas)
  if (anyOf !== undefined)
    return { ...result, ...union((anyOf as TSchema[]).map((option) => refer(option, schemas))) }
  return result
}

/** The field's own meaning comes before the description of its type. */
function explained(schema: Json, sens: string | undefined): Json {
  const said = ['enum' in schema ? undefined : sens, schema.description].filter((text) => text !== undefined)
  if (said.length === 0) return schema
  const text = said.join('. ')
  return { ...schema, description: text.charAt(0).toUpperCase() + text.slice(1) }
}

/** «A value or null», in the short form for plain values. */
function union(options: Json[]): Json {
  const [value, nothing, ...others] = options
  const short = others.length === 0 && nothing?.type === 'null' && typeof value?.type === 'string'
  return short ? { ...value, type: [value.type, 'null'] } : { anyOf: options }
}
