import Type from 'typebox'
import { TypeDocument } from './conformite.ts'
import { TypeOrganisation } from './enums.ts'
import { object } from './object.ts'
import { Booleen, Entier, nullable, Texte, Uuid } from './primitives.ts'
import { SecteurActivite, ZoneGeographique } from './referentiel.ts'

/**
 * What the back-office page gets besides the operations: how to sign in, and the reference lists. No secrets, no
 * organisation data.
 */
export const ConfigurationPage = object('ConfigurationPage', 'Configuration de la page', {
  version: Texte,
  /** Whether people sign in with the demonstration identity. */
  demonstration: Booleen,
  /** The OpenID provider, when the page may use one. */
  connexion: nullable(
    object('Connexion', 'Fournisseur OpenID', {
      emetteur: Texte,
      client_id: Texte,
      portee: Texte,
      ressource: nullable(Texte),
    }),
  ),
  /** The largest file that is accepted, in bytes. */
  fichier_taille_max: Entier(1),
  types_document: Type.Array(TypeDocument),
  zones: Type.Array(ZoneGeographique),
  secteurs: Type.Array(SecteurActivite),
})

/** An account that anybody may use in the demonstration. */
export const CompteDemonstration = object('CompteDemonstration', 'Compte de démonstration', {
  id: Uuid,
  email: Texte,
  organisation: Texte,
  type: TypeOrganisation,
  presentation: Texte,
})

export const JetonDemonstration = object('JetonDemonstration', 'Jeton de démonstration', {
  access_token: Texte,
  expires_in: Entier(1),
})
