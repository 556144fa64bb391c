import Type from 'typebox'
import { StatutOrganisation, TypeOrganisation } from './enums.ts'
import { object } from './object.ts'
import { Booleen, Email, Horodatage, Nom, nullable, Telephone, Texte, Uuid } from './primitives.ts'

export const Organisation = object('Organisation', 'Organisation de rattachement', {
  id: Uuid,
  type: TypeOrganisation,
  nom: Texte,
  statut: StatutOrganisation,
  cree_le: Horodatage,
  modifie_le: Horodatage,
})

export const Utilisateur = object('Utilisateur', 'Personne connectée', {
  id: Uuid,
  organisation_id: Uuid,
  role_id: Uuid,
  prenom: Texte,
  nom: Texte,
  email: nullable(Email),
  telephone: nullable(Telephone),
  fonction: nullable(Texte),
  actif: Booleen,
  double_authentification: Booleen,
  derniere_connexion: nullable(Horodatage),
})

export const RoleAttribue = object('RoleAttribue', "Rôle de l'utilisateur", {
  code: Nom,
  libelle: Texte,
  type_organisation: TypeOrganisation,
  principal: Booleen,
})

export const Moi = object('Moi', "Session : l'utilisateur, son organisation, ses rôles et ses droits", {
  utilisateur: Utilisateur,
  organisation: Organisation,
  roles: Type.Array(RoleAttribue),
  permissions: Type.Array(Texte, { uniqueItems: true }),
})
