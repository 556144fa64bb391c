import Type from 'typebox'
import { object } from './object.ts'
import { Entier, nullable, Texte } from './primitives.ts'

export const Chiffre = object('Chiffre', 'Le total d’une lecture avec ces filtres', {
  lecture: Texte,
  filtres: Texte,
  total: nullable(Entier(0)),
})

export const TableauDeBord = object('TableauDeBord', 'Les chiffres de l’accueil', {
  chiffres: Type.Array(Chiffre),
})
