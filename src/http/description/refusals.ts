import Type, { type TSchema } from 'typebox'
import { catalogue, details, Erreur } from '../../contract/erreur.ts'
import { extensionCatalogue, extensionDetails } from '../../contract/erreur-extension.ts'
import { object } from '../../contract/object.ts'
import { litteral } from '../../contract/primitives.ts'
import type { Code } from '../../refusal.ts'
import { exampleOf } from './example.ts'
import type { Reference } from './head.ts'
import type { Json } from './references.ts'

const errors = { ...catalogue, ...extensionCatalogue }
const allDetails: Partial<Record<Code, TSchema>> = { ...details, ...extensionDetails }

/** An operation, and the codes that it may be refused with by itself. */
export interface Refusing {
  readonly id: string
  readonly codes: readonly Code[]
}

interface Refused {
  readonly status: number
  readonly code: Code
}

/** What HTTP itself answers, at any address (D4). */
const anywhere: readonly Refused[] = [
  { status: 400, code: 'requete_invalide' },
  { status: 405, code: 'methode_non_autorisee' },
  { status: 414, code: 'requete_invalide' },
  { status: 431, code: 'requete_invalide' },
  { status: 500, code: 'erreur_interne' },
]

/** When an error comes, by code or by code and status; by default its message says it. */
const occasions: Readonly<Record<string, string>> = {
  requete_invalide: 'Adresse, en-têtes ou contenu mal formés.',
  requete_invalide_414: 'Adresse de plus de 8 192 caractères.',
  requete_invalide_431: 'En-têtes de plus de 16 384 octets.',
  authentification_requise: 'Jeton absent, expiré ou invalide.',
  acces_refuse: 'Permission manquante.',
  ressource_introuvable: "L'élément n'existe pas ou n'est pas visible.",
  methode_non_autorisee: 'Méthode que cette adresse n’a pas.',
  parametres_invalides: 'Paramètres ou champs invalides.',
  trop_de_requetes: 'Trop de requêtes.',
  erreur_interne: 'Erreur inattendue.',
  service_indisponible: 'Service momentanément indisponible.',
}

const header = (name: string, description: string, type = 'string'): Json => ({
  [name]: { description, schema: { type } },
})
const retry = header('Retry-After', 'Secondes à attendre', 'integer')

const headers: Partial<Record<Code, Json>> = {
  authentification_requise: header('WWW-Authenticate', '`Bearer`'),
  methode_non_autorisee: header('Allow', 'Les méthodes de cette adresse'),
  requete_en_cours: retry,
  intervalle_invalide: header('Content-Range', 'La taille du fichier'),
  trop_de_requetes: retry,
  erreur_interne: header('X-Request-Id', 'À donner au support'),
  service_indisponible: retry,
}

/** Its refusals by status. */
export const refusalsOf = (refusing: Refusing): Json =>
  Object.fromEntries(
    groupsOf(refusing).map(({ status, name }) => [status, { $ref: `#/components/responses/${name}` }]),
  )

/** The answers of all refusals, by the names that `refusalsOf` gives them. */
export const describeRefusals = (all: readonly Refusing[], reference: Reference): Json =>
  Object.fromEntries(
    all.flatMap(groupsOf).map(({ name, status, codes }) => [name, describeGroup(status, codes, reference)]),
  )

/** The codes by status. Each group has one description, which operations with the same codes share. */
function groupsOf({ id, codes }: Refusing) {
  const own = codes.map((code) => ({ status: errors[code].status, code }))
  const byStatus = new Map<number, Code[]>()
  for (const { status, code } of [...anywhere, ...own])
    byStatus.set(status, [...(byStatus.get(status) ?? []), code])
  return [...byStatus].map(([status, [first, ...others]]) => ({
    status,
    codes: first === undefined ? [] : [first, ...others],
    name: others.length === 0 ? nameOf(first, status) : `erreur_${status}${status === 409 ? `_${id}` : ''}`,
  }))
}

const nameOf = (code: Code | undefined, status: number): string =>
  code === undefined || errors[code].status === status ? `${code}` : `${code}_${status}`

function describeGroup(status: number, codes: readonly Code[], reference: Reference): Json {
  const occasion = (code: Code) => occasions[nameOf(code, status)] ?? errors[code].message
  const schemas = codes.map((code) => reference(erreurOf(code)))
  const said = codes.map((code) => (codes.length === 1 ? occasion(code) : `\`${code}\` : ${occasion(code)}`))
  const sent = Object.assign({}, ...codes.map((code) => headers[code]))
  return {
    description: said.join('\n\n'),
    ...(Object.keys(sent).length > 0 ? { headers: sent } : {}),
    content: {
      'application/json': {
        schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas },
        examples: Object.fromEntries(
          codes.map((code) => [code, { summary: occasion(code), value: erreurExample(code) }]),
        ),
      },
    },
  }
}

/** `ErreurAccesRefuse` of `acces_refuse`, `ErreurInterne` of `erreur_interne`. */
const titleOf = (code: Code): string =>
  `erreur_${code.replace(/^erreur_/, '')}`.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) =>
    letter.toUpperCase(),
  )

/** An error with this code: a plain object, told from others by its code. */
const erreurOf = (code: Code): TSchema =>
  object(titleOf(code), occasions[code] ?? errors[code].message, {
    code: litteral(code, 'Code stable, pour les programmes'),
    message: Erreur.properties.message,
    details: allDetails[code] ?? Type.Null({ description: 'Aucune précision' }),
  })

const erreurExample = (code: Code): Json => ({
  code,
  message: errors[code].message,
  details: code in allDetails ? exampleOf(allDetails[code] ?? {}, code, 'details') : null,
})
