import type { TSchema } from 'typebox'
import { type CodeErreur, catalogue, Erreur } from '../../contract/erreur.ts'
import { type CodeExtension, extensionCatalogue, extensionDetails } from '../../contract/erreur-extension.ts'
import { ControleDoublon } from '../../contract/reservations.ts'
import type { Action } from '../../extension/action.ts'
import { actions, reads } from '../../extension/index.ts'
import type { ChangesOperation, ReadOperation } from '../../operations/operation.ts'
import { DOWNLOAD, describeDownload, downloadCodes, files } from './download.ts'
import { exampleOf } from './example.ts'
import { documentOf, id, type Reference } from './head.ts'
import { bodyOf, contractErrors, parametersOf, permissionOf } from './openapi.ts'
import type { Json } from './references.ts'

const errors = { ...catalogue, ...extensionCatalogue }

/** The OpenAPI 3.1 description of the actions, from the declarations that also serve them (A10). */
export const describeExtension = (): Json =>
  documentOf(
    {
      title: 'Antenne, actions',
      summary: 'Ce que font les utilisateurs, à côté des lectures de /api/v1',
      description:
        'Une clé d’idempotence par intention : renvoyée, elle donne la même réponse et rien ne se fait deux fois. Ce qui change un élément nomme la version lue. Les messages d’erreur sont en français, prêts à être affichés.',
    },
    tags,
    (reference) => ({ paths: describePaths(reference), responses: describeErrors(reference) }),
  )

function describePaths(reference: Reference): Json {
  const paths: Record<string, Json> = {}
  for (const action of actions) {
    const path = paths[action.path] ?? {}
    path[action.method.toLowerCase()] = describeAction(action, reference)
    paths[action.path] = path
  }
  for (const read of reads) paths[read.path] = { get: describeRead(read, reference), ...paths[read.path] }
  paths[DOWNLOAD.path] = {
    get: describeDownload(tagsOf(DOWNLOAD.path), refusalsOf(DOWNLOAD.id, downloadCodes)),
  }
  return paths
}

let text: string | undefined

/** The description as text, as committed in openapi-extension.json. */
export function openapiExtension(): string {
  text ??= `${JSON.stringify(describeExtension(), null, 2)}\n`
  return text
}

const tags = [
  {
    name: 'Clients',
    description: 'Créer et modifier des clients, leurs contacts et leurs sites',
    of: ['/clients'],
  },
  { name: 'Réservations', description: 'Demander, décider et annuler', of: ['/reservations'] },
  {
    name: 'Conformité',
    description: 'Déposer, ouvrir et vérifier des documents et leurs fichiers',
    of: ['/fichiers', '/documents-kyc', '/partenaires'],
  },
  { name: 'Écrans', description: 'Ce dont les écrans ont besoin en un appel', of: [''] },
]

const header = (name: string, required: boolean, description: string): Json => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

function describeAction(action: Action, reference: Reference): Json {
  const { path, method, keyed, versioned, body, status } = action
  const parameters = [
    ...(path.includes('{id}') ? [id('id', "Identifiant de l'élément")] : []),
    ...(path.includes('{sous}') ? [id('sous', 'Identifiant du contact ou du site')] : []),
    ...(keyed ? [header('Idempotency-Key', method === 'POST', 'Une par intention, 1 à 255 caractères')] : []),
    ...(versioned ? [header('If-Match', true, 'La version lue : "<modifie_le>"')] : []),
    ...(action.binary
      ? [header('Content-Disposition', true, 'Le nom du fichier : attachment; filename="piece.pdf"')]
      : []),
  ]
  const answer = answerOf(action)
  const content = answer === null ? {} : { content: json(reference(answer), exampleOf(answer)) }
  return {
    operationId: action.id,
    tags: tagsOf(path),
    summary: action.summary,
    description: [action.description, rightsOf(action)].filter(Boolean).join('\n\n'),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(action.empty
      ? {}
      : {
          requestBody: {
            required: true,
            content: action.binary ? files : json(reference(body), action.example ?? exampleOf(body)),
          },
        }),
    responses: {
      [status]: { description: 'Succès', headers: answerHeaders(action), ...content },
      ...refusalsOf(action.id, codesOf(action)),
    },
  }
}

function describeRead(read: ReadOperation | ChangesOperation, reference: Reference): Json {
  const parameters = parametersOf(read, reference)
  return {
    operationId: read.id,
    tags: tagsOf(read.path),
    summary: read.summary,
    description: [read.description, permissionOf(read)].filter(Boolean).join('\n\n') || read.summary,
    ...(parameters.length > 0 ? { parameters } : {}),
    responses: {
      200: { description: 'Succès', content: json(reference(bodyOf(read)), exampleOf(bodyOf(read))) },
      ...refusalsOf(read.id, readCodesOf(read)),
    },
  }
}

/** The first that fits. */
const tagsOf = (path: string): string[] =>
  tags
    .filter(({ of }) => of.some((start) => path.startsWith(`/extension/v1${start}`)))
    .slice(0, 1)
    .map(({ name }) => name)

const json = (schema: Json, example: unknown): Json => ({ 'application/json': { schema, example } })

/** The schema of the answer; an action that stores nothing answers with what it found. */
export const answerOf = ({ answer, finds }: Action): TSchema | null => answer?.of ?? finds

const rightsOf = ({ rights, consulting }: Action): string =>
  `Permission requise : ${Object.entries(rights)
    .map(([type, permissions]) => `\`${permissions.join('` ou `')}\` (${type})`)
    .join(', ')}${consulting === null ? '' : `, avec \`${consulting}\``}.`

type Code = CodeErreur | CodeExtension

const readCodesOf = (read: ReadOperation | ChangesOperation): Code[] => [
  'authentification_requise',
  ...(read.permission === null ? [] : (['acces_refuse'] as const)),
  ...(read.path.includes('{id}') ? (['ressource_introuvable'] as const) : []),
  ...(read.shape === 'changes' ? (['jeton_perime'] as const) : []),
  ...(Object.keys(read.query).length > 0 ? (['parametres_invalides'] as const) : []),
  'trop_de_requetes',
  'service_indisponible',
]

const codesOf = ({ path, empty, keyed, versioned, conflicts }: Action): Code[] => [
  'requete_invalide',
  ...(keyed ? (['cle_requise'] as const) : []),
  'authentification_requise',
  'acces_refuse',
  'double_authentification_requise',
  ...(path.includes('{id}') || path.endsWith('/reservations') ? (['ressource_introuvable'] as const) : []),
  ...(keyed ? (['requete_en_cours'] as const) : []),
  ...conflicts,
  ...(versioned ? (['version_perimee', 'version_requise'] as const) : []),
  ...(empty ? [] : (['corps_trop_grand', 'type_non_accepte'] as const)),
  'parametres_invalides',
  ...(keyed ? (['cle_deja_utilisee'] as const) : []),
  'trop_de_requetes',
  'service_indisponible',
]

/** The codes by status. Each group has one description, which operations with the same codes share. */
function groupsOf(id: string, codes: readonly Code[]) {
  const statuses = [...new Set(codes.map((code) => errors[code].status))].sort((a, b) => a - b)
  return statuses.map((status) => {
    const group = codes.filter((code) => errors[code].status === status)
    const shared = group.length === 1 ? (group[0] ?? '') : `erreur_${status}`
    return { status, group, name: group.length > 1 && status === 409 ? `${shared}_${id}` : shared }
  })
}

const refusalsOf = (id: string, codes: readonly Code[]): Json =>
  Object.fromEntries(
    groupsOf(id, codes).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  )

const answerHeaders = ({ keyed, status }: Action): Json => ({
  ...(status === 201 ? { Location: said('Adresse de ce qui a été créé') } : {}),
  ...(keyed ? { 'Idempotency-Replayed': said('`true` : la réponse gardée pour cette clé') } : {}),
})

const said = (description: string): Json => ({ description, schema: { type: 'string' } })

function describeErrors(reference: Reference): Json {
  const groups = [
    ...actions.flatMap((action) => groupsOf(action.id, codesOf(action))),
    ...reads.flatMap((read) => groupsOf(read.id, readCodesOf(read))),
    ...groupsOf(DOWNLOAD.id, downloadCodes),
  ]
  return Object.fromEntries(
    groups.map(({ name, group }) => [
      name,
      {
        description: group.map((code) => `\`${code}\` : ${errors[code].message}`).join('\n\n'),
        content: {
          'application/json': {
            schema: reference(Erreur),
            examples: Object.fromEntries(group.map((code) => [code, errorExample(code)])),
          },
        },
      },
    ]),
  )
}

function errorExample(code: Code): Json {
  const { message } = errors[code]
  return { summary: message, value: { code, message, details: detailsExample(code) } }
}

function detailsExample(code: Code): unknown {
  const schema = extensionDetails[code as CodeExtension]
  if (schema === undefined) return contractErrors[code as CodeErreur]?.details ?? null
  return exampleOf('$ref' in schema ? ControleDoublon : schema, code)
}
