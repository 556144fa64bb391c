import type { TSchema } from 'typebox'
import { type Action, partParameter } from '../../extension/action.ts'
import { KEY_HOURS } from '../../extension/idempotency-keys.ts'
import { actions, reads } from '../../extension/index.ts'
import { DOWNLOAD, describeDownload, files, refusingDownload } from './download.ts'
import { exampleOf } from './example.ts'
import { documentOf, id, type Reference } from './head.ts'
import { describeRead, refusing } from './openapi.ts'
import type { Json } from './references.ts'
import { describeRefusals, type Refusing, refusalsOf } from './refusals.ts'

/** The OpenAPI 3.1 description of the actions, from the declarations that also serve them (A10). */
export const describeExtension = (): Json =>
  documentOf(
    {
      title: 'Antenne, actions',
      summary: 'Ce que font les utilisateurs, à côté des lectures de /api/v1',
      description:
        'Une clé d’idempotence par action : renvoyée, elle donne la même réponse et rien ne se fait deux fois. Ce qui change un élément nomme la version lue. Les messages d’erreur sont en français, prêts à être affichés.',
    },
    tags,
    (reference) => ({
      paths: describePaths(reference),
      responses: describeRefusals(
        [...actions.map(refusingAction), ...reads.map(refusing), refusingDownload],
        reference,
      ),
    }),
  )

function describePaths(reference: Reference): Json {
  const paths: Record<string, Json> = {}
  for (const action of actions) {
    const path = paths[action.path] ?? {}
    path[action.method.toLowerCase()] = describeAction(action, reference)
    paths[action.path] = path
  }
  for (const read of reads)
    paths[read.path] = { get: describeRead(read, tagsOf(read.path), reference), ...paths[read.path] }
  paths[DOWNLOAD.path] = {
    get: describeDownload(tagsOf(DOWNLOAD.path), refusalsOf(refusingDownload)),
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

const KEY = `Une par action, 1 à 255 caractères, retenue ${KEY_HOURS} heures`

function describeAction(action: Action, reference: Reference): Json {
  const { path, method, keyed, versioned, body, status } = action
  const part = partParameter(path)
  const parameters = [
    ...(path.includes('{id}') ? [id('id', "Identifiant de l'élément")] : []),
    ...(part === undefined
      ? []
      : [id(part, part === 'site_id' ? 'Identifiant du site' : 'Identifiant du contact')]),
    ...(keyed ? [header('Idempotency-Key', method === 'POST', KEY)] : []),
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
            content: action.binary
              ? files
              : accepted(action, json(reference(body), action.example ?? exampleOf(body))),
          },
        }),
    responses: {
      [status]: { description: 'Succès', headers: answerHeaders(action), ...content },
      ...refusalsOf(refusingAction(action)),
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

/** A change may also come under the media type of what it is (A9). */
const accepted = ({ method }: Action, content: Json): Json =>
  method === 'PATCH' ? { ...content, 'application/merge-patch+json': content['application/json'] } : content

/** The schema of the answer; an action that stores nothing answers with what it found. */
export const answerOf = ({ answer, ownAnswer }: Action): TSchema | null => answer?.of ?? ownAnswer

const rightsOf = ({ rights, alsoNeeds }: Action): string =>
  `Permission requise : ${Object.entries(rights)
    .map(([type, permissions]) => `\`${permissions.join('` ou `')}\` (${type})`)
    .join(', ')}${alsoNeeds === null ? '' : `, avec \`${alsoNeeds}\``}.`

/** An action, and what it may be refused with. */
const refusingAction = ({ id, path, empty, keyed, versioned, conflicts, answer }: Action): Refusing => ({
  id,
  codes: [
    ...(keyed ? (['cle_requise'] as const) : []),
    'authentification_requise',
    'acces_refuse',
    'double_authentification_requise',
    // An answer that was given before is not repeated to somebody who no longer sees its item.
    ...(path.includes('{id}') || answer !== null ? (['ressource_introuvable'] as const) : []),
    ...(keyed ? (['requete_en_cours'] as const) : []),
    ...conflicts,
    ...(versioned ? (['version_perimee', 'version_requise'] as const) : []),
    ...(empty ? [] : (['corps_trop_grand', 'type_non_accepte'] as const)),
    'parametres_invalides',
    ...(keyed ? (['cle_deja_utilisee'] as const) : []),
    'trop_de_requetes',
    'service_indisponible',
  ],
})

const answerHeaders = ({ keyed, status }: Action): Json => ({
  ...(status === 201 ? { Location: said('Adresse de ce qui a été créé') } : {}),
  ...(keyed ? { 'Idempotency-Replayed': said('`true` : la réponse gardée pour cette clé') } : {}),
})

const said = (description: string): Json => ({ description, schema: { type: 'string' } })
