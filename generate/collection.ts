import { type Described, listOf, readDocument } from '../src/http/description/document.ts'
import { describe } from '../src/http/description/openapi.ts'

const HEAD = `# Les opérations d'Antenne, à essayer depuis un éditeur (extension REST Client de VS Code, ou qui lit le même format).
# Fait à partir du contrat par « npm run generate » : ne pas modifier à la main.
# Le jeton : npx antenne jeton awa.kone@antenne.example
# Les requêtes sur un élément prennent le premier de la liste : lancez d'abord celle de la liste.

@adresse = http://127.0.0.1:3000
@jeton = collez-ici-un-jeton
`

/** The collection of requests: docs/antenne.http. */
export function collection(): string {
  const { operations } = readDocument(describe())
  return [HEAD, ...operations.map((operation) => request(operation, operations))].join('\n')
}

function request(operation: Described, all: readonly Described[]): string {
  const { id, path, query, open, summary } = operation
  return [
    `### ${summary}`,
    `# @name ${id}`,
    ...query.map(({ name, description }) => `# ${name} : ${description}`),
    `GET {{adresse}}${path.replace('{id}', firstOf(listOf(path, all)?.id))}${sample(operation)}`,
    ...(open ? [] : ['Authorization: Bearer {{jeton}}']),
    'Accept: application/json',
    '',
  ].join('\n')
}

const firstOf = (list = ''): string => `{{${list}.response.body.$.donnees[0].id}}`

const sample = ({ query }: Described): string =>
  query.some(({ name }) => name === 'taille') ? '?page=1&taille=5' : ''
