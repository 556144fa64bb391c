import Type, { type TSchema } from 'typebox'
import { object } from './object.ts'
import { Entier } from './primitives.ts'

/** Whole numbers in a query: PostgreSQL's largest int (D6). */
export const LARGEST_PARAMETER = 2_147_483_647

export const Page = Type.Integer({
  minimum: 1,
  maximum: LARGEST_PARAMETER,
  default: 1,
  description: 'Numéro de la page',
})
export const Taille = Type.Integer({
  minimum: 1,
  maximum: 100,
  default: 20,
  description: "Nombre maximal d'éléments par page",
})
export const Recherche = Type.String({
  minLength: 2,
  maxLength: 100,
  description:
    'Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; ' +
    'tous les mots doivent être présents',
})

export const Pagination = object('Pagination', 'Place de la page dans la liste', {
  page: Entier(1),
  taille: Entier(1, 100),
  total: Entier(0),
  pages: Entier(0),
})

/** The body of a paginated list: `PageClients`. */
export const pageOf = <T extends TSchema>(item: T) =>
  object(`Page${pluralOf(item)}`, 'Page d’une liste', {
    donnees: Type.Array(item, { description: 'Les éléments de la page' }),
    pagination: Pagination,
  })

/** The body of a list without pages: `ListeSites`. */
export const allOf = <T extends TSchema>(item: T) =>
  object(`Liste${pluralOf(item)}`, 'Liste entière', {
    donnees: Type.Array(item, { description: 'Tous les éléments' }),
  })

/** `DocumentsKyc` of DocumentKyc: the first word takes the plural. */
const pluralOf = (item: { readonly $id?: string }): string =>
  (item.$id ?? '').replace(/^[A-Z][a-z]+/, (word) => `${word}s`)
