import Type from 'typebox'
import { object } from './object.ts'
import { enumeration, Texte, Uuid } from './primitives.ts'

export const NatureNom = enumeration(
  'NatureNom',
  [
    'client',
    'contact',
    'site',
    'partenaire',
    'organisation',
    'utilisateur',
    'offre',
    'zone_geographique',
    'secteur_activite',
    'type_document',
  ],
  'Ce que l’identifiant désigne',
)

export const NomAffiche = object('NomAffiche', 'Le nom de ce qu’un identifiant désigne', {
  id: Uuid,
  nature: NatureNom,
  nom: Texte,
})

export const Noms = object('Noms', 'Les noms demandés, sans ce que vous ne pouvez pas lire', {
  donnees: Type.Array(NomAffiche),
})

export const Identifiants = Type.Array(Uuid, { minItems: 1, maxItems: 100 })
