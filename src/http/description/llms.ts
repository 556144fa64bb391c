import type { Schema } from '../../contract/kind.ts'
import { KEY_HOURS } from '../../extension/idempotency-keys.ts'
import { type Described, type Document, leadOf } from './document.ts'
import { typeWords } from './type-words.ts'
import { whole } from './whole.ts'

let text: string | undefined

/** The guide for language models, as plain text: what is needed to send correct requests. */
export function llms(): string {
  text ??= write(whole())
  return text
}

const write = (document: Document): string => `${sections(document).join('\n\n')}\n`

const sections = (document: Document): string[] => [
  `# ${document.info.title}`,
  `> ${leadOf(document)}`,
  READ,
  ACT,
  `## Erreurs\n\n${errors(document)}`,
  ...document.tags.map(({ name, description }) =>
    [
      `## ${name} : ${description}`,
      ...document.operations.filter(({ tag }) => tag === name).map(operation),
    ].join('\n\n'),
  ),
  '## Objets\n\nDans une réponse, tous les champs sont présents. Dans un corps envoyé, les champs facultatifs peuvent manquer.',
  ...Object.entries(document.schemas).map(([name, schema]) => resource(name, schema)),
  `## Voir aussi

- [Description OpenAPI 3.1 des dix lectures du contrat](/openapi.json)
- [Description OpenAPI 3.1 des actions](/extension/v1/openapi.json)
- [Référence interactive](/reference)`,
]

const READ = `## Lire

- Une lecture est un GET (ou HEAD), sa réponse est en JSON. Celles du contrat sont sous \`/api/v1\`, celles dont les écrans ont besoin sous \`/extension/v1\`.
- Jeton : en-tête \`Authorization: Bearer <jeton>\`, un JWT du fournisseur d'identité. Sans lui : 401.
- Droits : \`permissions\` de \`GET /api/v1/moi\`. Ce qui est hors de votre organisation répond 404, comme ce qui n'existe pas.
- Listes : \`{ donnees, pagination: { page, taille, total, pages } }\` ; demandez la suite avec \`page\`, jusqu'à \`pages\`.
- Identifiants : UUID. Dates : AAAA-MM-JJ. Instants : ISO 8601 en UTC. Montants : francs CFA (XOF), entiers, hors taxes.
- Réutilisation : renvoyez l'\`ETag\` dans \`If-None-Match\` ; 304 : rien n'a changé.
- 429 et 503 : attendez \`Retry-After\` secondes, puis réessayez.`

const ACT = `## Agir

- Une action est un POST, PATCH ou DELETE sous \`/extension/v1\`. Elle modifie réellement les données ; refusée, elle ne change rien.
- Corps : un objet JSON en UTF-8, \`Content-Type: application/json\`, 65 536 octets au plus. Un champ inconnu est une faute. PATCH ne change que les champs donnés ; \`null\` vide un champ.
- Clé : \`Idempotency-Key\`, une par action, 1 à 255 caractères visibles sans accent. Renvoyez la même clé avec la même requête après une coupure ou un 503, dans les ${KEY_HOURS} heures : rien ne se fait deux fois, et \`Idempotency-Replayed: true\` marque la réponse déjà donnée. Utilisez une nouvelle clé pour toute autre requête.
- Version : ce qui change un élément existant envoie \`If-Match: "<modifie_le>"\`, le \`modifie_le\` lu, entre guillemets. 412 : l'élément a changé ; relisez-le et faites confirmer.
- Réponse : l'élément après le changement. 201 donne son adresse dans \`Location\`, 204 n'a pas de corps.
- 422 : \`details\` nomme chaque champ fautif. 409 \`doublon_detecte\` : montrez les fiches proches à la personne, puis renvoyez avec \`confirmer_doublon: true\` et une nouvelle clé si elle confirme.
- Un compte de l'opérateur n'agit qu'avec la double authentification.`

const errors = ({ faults }: Document): string =>
  [
    'Un seul corps : `{ code, message, details }`, le message en français, prêt à être affiché.',
    '',
    ...faults.map(({ status, code, meaning }) => `- ${status} \`${code}\` : ${meaning}`),
  ].join('\n')

const operation = (described: Described): string => {
  const { id, method, path, summary, description, parameters, body, status, answer } = described
  return [
    `### ${id}`,
    '',
    `\`${method} ${path}\` : ${summary}.${description === summary ? '' : ` ${description.replaceAll('\n\n', ' ')}`}`,
    '',
    ...parameters.map(
      ({ name, schema, required, description: meaning }) =>
        `- \`${name}\` (${typeWords(schema)}${required === true ? ', obligatoire' : ''}) : ${meaning}`,
    ),
    ...(body === undefined
      ? []
      : [`- Corps : ${typeWords(body.schema)}, par exemple \`${JSON.stringify(body.example)}\``]),
    `- Réponse ${status} : ${answer === undefined ? 'vide' : typeWords(answer.schema)}`,
  ].join('\n')
}

const resource = (name: string, { description, properties = {}, required = [] }: Schema): string =>
  [
    `### ${name}`,
    '',
    `${description}.`,
    '',
    ...Object.entries(properties).map(([field, schema]) => {
      const type = `${typeWords(schema)}${required.includes(field) ? '' : ', facultatif'}`
      return `- \`${field}\` (${type})${schema.description === undefined ? '' : ` : ${schema.description}`}`
    }),
  ].join('\n')
