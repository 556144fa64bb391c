import type { Schema } from '../../contract/kind.ts'
import { type Described, type Document, readDocument } from './document.ts'
import { describe } from './openapi.ts'
import { typeWords } from './type-words.ts'

let text: string | undefined

/** The guide for language models, as plain text: what is needed to send correct requests. */
export function llms(): string {
  text ??= write(readDocument(describe()))
  return text
}

const write = (document: Document): string => `${sections(document).join('\n\n')}\n`

const sections = (document: Document): string[] => [
  `# ${document.info.title}`,
  `> ${document.info.summary}. ${document.info.description}`,
  HOW,
  `## Erreurs\n\n${errors(document)}`,
  ...document.tags.map(({ name, description }) =>
    [
      `## ${name} : ${description}`,
      ...document.operations.filter(({ tag }) => tag === name).map(operation),
    ].join('\n\n'),
  ),
  `## Objets\n\nTous les champs sont toujours présents.`,
  ...Object.entries(document.components.schemas).map(([name, schema]) => resource(name, schema)),
  `## Voir aussi\n\n- [Description OpenAPI 3.1](/openapi.json)\n- [Référence interactive](/reference)`,
]

const HOW = `## Demander

- Toutes les opérations sont des lectures : GET (ou HEAD), réponse JSON.
- Jeton : en-tête \`Authorization: Bearer <jeton>\`, un JWT du fournisseur d'identité. Sans lui : 401.
- Droits : \`permissions\` de \`GET /api/v1/moi\`. Ce qui est hors de votre organisation répond 404, comme ce qui n'existe pas.
- Listes : \`{ donnees, pagination: { page, taille, total, pages } }\` ; demandez la suite avec \`page\`, jusqu'à \`pages\`.
- Identifiants : UUID. Dates : AAAA-MM-JJ. Instants : ISO 8601 en UTC. Montants : francs CFA (XOF), entiers, hors taxes.
- Réutilisation : renvoyez l'\`ETag\` dans \`If-None-Match\` ; 304 : rien n'a changé.
- 429 et 503 : attendez \`Retry-After\` secondes, puis réessayez.`

const errors = ({ components }: Document): string =>
  [
    'Un seul corps : `{ code, message, details }`, le message en français, prêt à être affiché.',
    '',
    ...Object.entries(components.responses).map(
      ([code, { description }]) => `- \`${code}\` : ${description}`,
    ),
  ].join('\n')

const operation = ({ id, path, summary, description, parameters, result }: Described): string =>
  [
    `### ${id}`,
    '',
    `\`GET ${path}\` : ${summary}.${description === summary ? '' : ` ${description.replaceAll('\n\n', ' ')}`}`,
    '',
    ...parameters.map(
      ({ name, schema, description: meaning }) => `- \`${name}\` (${typeWords(schema)}) : ${meaning}`,
    ),
    `- Réponse 200 : ${typeWords(result)}`,
  ].join('\n')

const resource = (name: string, { description, properties = {} }: Schema): string =>
  [
    `### ${name}`,
    '',
    `${description}.`,
    '',
    ...Object.entries(properties).map(
      ([field, schema]) =>
        `- \`${field}\` (${typeWords(schema)})${schema.description === undefined ? '' : ` : ${schema.description}`}`,
    ),
  ].join('\n')
