import { actions } from '../src/extension/index.ts'
import { type Described, listOf } from '../src/http/description/document.ts'
import { DOWNLOAD } from '../src/http/description/download.ts'
import { whole } from '../src/http/description/whole.ts'

const HEAD = `# Les lectures et les actions d'Antenne, à essayer depuis un éditeur (extension REST Client de VS Code, ou qui lit le même format).
# Fait à partir du contrat par « npm run generate » : ne pas modifier à la main.
# Le jeton : npx antenne jeton awa.kone@antenne.example
# Celui d'un partenaire, pour ce qu'un partenaire peut faire : npx antenne jeton fatou.coulibaly@savane-telecom.example
# Les requêtes sur un élément prennent le premier de la liste : lancez d'abord celle de la liste.
# Les actions modifient réellement les données. Lancez-les dans l'ordre : elles portent sur le client qu'elles ont créé.
# Décider et annuler portent sur la même demande : la seconde des deux est refusée.
# Chaque envoi prend une nouvelle clé : c’est une nouvelle action.

@adresse = http://127.0.0.1:3000
@jeton = collez-ici-un-jeton
@jetonPartenaire = collez-ici-celui-d-un-partenaire
`

/** The collection of requests: docs/antenne.http. */
export function collection(): string {
  const { operations } = whole()
  return [HEAD, ...operations.map((operation) => request(operation, operations))].join('\n')
}

function request(operation: Described, all: readonly Described[]): string {
  const { id, method, query, open, summary, body } = operation
  return [
    `### ${summary}`,
    `# @name ${id}`,
    ...query.map(({ name, description }) => `# ${name} : ${description}`),
    `${method} {{adresse}}${id === DOWNLOAD.id ? LINK : address(operation, all) + sample(operation)}`,
    ...(open ? [] : [`Authorization: Bearer {{${tokenOf(id)}}}`]),
    'Accept: application/json',
    ...headers(operation, all),
    ...(isFile(id) ? file : []),
    ...(body === undefined
      ? []
      : [
          'Content-Type: application/json',
          '',
          JSON.stringify({ ...(body.example as object), ...givenBefore[id] }, null, 2),
        ]),
    '',
  ].join('\n')
}

const isFile = (id: string): boolean => actions.some((action) => action.id === id && action.binary)

/** A file that is small enough to be written here. */
const file = [
  'Content-Type: application/pdf',
  'Content-Disposition: attachment; filename="attestation.pdf"',
  '',
  '%PDF-1.4',
]

/** What a link gives is asked for as it was given. */
const LINK = '{{lierFichier.response.body.$.url}}'

/** What bodies take from earlier answers. */
const givenBefore: Readonly<Record<string, object>> = {
  deposerDocumentKyc: {
    type_document_id: '{{listerDocumentsKycPartenaire.response.body.$.donnees[0].type_document_id}}',
    fichier_id: '{{deposerFichier.response.body.$.id}}',
  },
}

/** What a partner may do is done as a partner. */
const tokenOf = (id: string): string =>
  actions.some((action) => action.id === id && action.rights.partenaire !== undefined)
    ? 'jetonPartenaire'
    : 'jeton'

/** The path with its ids: of a read, the first of the list; of an action, what was created before. */
function address({ method, path }: Described, all: readonly Described[]): string {
  if (method === 'GET')
    return path.replace('{id}', `{{${listOf(path, all)?.id}.response.body.$.donnees[0].id}}`)
  return path.replaceAll(/\{\w+\}/g, (_id, at: number) => {
    const creator = creatorOf(path.slice(0, at - 1), all)?.id
    return creator === undefined
      ? '{{demanderReservation.response.body.$.partenaire_id}}'
      : `{{${creator}.response.body.$.id}}`
  })
}

const creatorOf = (path: string, all: readonly Described[]): Described | undefined =>
  all.find(
    (one) =>
      one.method === 'POST' && (one.path === path || one.path.endsWith(path.slice(path.lastIndexOf('/')))),
  )

function headers(operation: Described, all: readonly Described[]): string[] {
  const needs = (name: string) => operation.parameters.some((parameter) => parameter.name === name)
  return [
    ...(needs('Idempotency-Key') ? ['Idempotency-Key: {{$guid}}'] : []),
    ...(needs('If-Match')
      ? [`If-Match: "{{${lastChange(operation, all)?.id}.response.body.$.modifie_le}}"`]
      : []),
  ]
}

/** The request whose answer has the item's version: the one before on the same path, or its creation. */
const lastChange = (operation: Described, all: readonly Described[]): Described | undefined =>
  all.slice(0, all.indexOf(operation)).findLast(({ path }) => path === operation.path) ??
  creatorOf(operation.path.slice(0, operation.path.lastIndexOf('/{')), all)

function sample({ query }: Described): string {
  if (query.some(({ required }) => required)) return '?ids={{listerClients.response.body.$.donnees[0].id}}'
  return query.some(({ name }) => name === 'taille') ? '?page=1&taille=5' : ''
}
