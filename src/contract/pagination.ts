import Type, { type TSchema } from 'typebox'
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
    'Mots cherchés dans raison_sociale, rccm ou ncc, sans tenir compte des accents ni de la casse ; tous doivent y être',
})

export const Pagination = Type.Object(
  {
    page: Entier(1),
    taille: Entier(1, 100),
    total: Entier(0),
    pages: Entier(0),
  },
  { $id: 'Pagination', additionalProperties: false, description: 'Place de la page dans la liste' },
)

/** The body of a paginated list. */
export const pageOf = <T extends TSchema>(item: T) =>
  Type.Object({ donnees: Type.Array(item), pagination: Pagination }, { additionalProperties: false })

/** The body of a list without pages. */
export const allOf = <T extends TSchema>(item: T) =>
  Type.Object({ donnees: Type.Array(item) }, { additionalProperties: false })
