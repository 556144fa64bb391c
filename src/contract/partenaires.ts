import Type from 'typebox'
import { ModeVersement, StatutContratCadre, StatutPartenaire } from './enums.ts'
import { object } from './object.ts'
import {
  Booleen,
  Email,
  Entier,
  Horodatage,
  Jour,
  Nom,
  nullable,
  Telephone,
  Texte,
  Uuid,
} from './primitives.ts'
import { SecteurActivite, ZoneGeographique } from './referentiel.ts'

const partenaire = {
  id: Uuid,
  organisation_id: Uuid,
  raison_sociale: Nom,
  forme_juridique: nullable(Texte),
  rccm: nullable(Texte),
  ncc: nullable(Texte),
  adresse: nullable(Texte),
  ville: nullable(Texte),
  zone_principale_id: nullable(Uuid),
  telephone: nullable(Telephone),
  email: nullable(Email),
  capacite_commerciale: nullable(Entier(0)),
  mode_versement: ModeVersement,
  rib: nullable(Texte),
  numero_mobile_money: nullable(Texte),
  logo_fichier_id: nullable(Uuid),
  presentation: nullable(Texte),
  profil_publie: Booleen,
  statut: StatutPartenaire,
  valide_par: nullable(Uuid),
  valide_le: nullable(Horodatage),
  cree_le: Horodatage,
  modifie_le: Horodatage,
}

export const Partenaire = object('Partenaire', 'Partenaire distributeur', partenaire)

export const PartenaireResume = object('PartenaireResume', "L'essentiel d'un partenaire", {
  id: Uuid,
  raison_sociale: Nom,
  ville: nullable(Texte),
  statut: StatutPartenaire,
})

export const ContratCadre = object('ContratCadre', 'Contrat-cadre', {
  id: Uuid,
  numero: Nom,
  partenaire_id: Uuid,
  conditions_id: Uuid,
  fichier_genere_id: Uuid,
  fichier_signe_id: nullable(Uuid),
  statut: StatutContratCadre,
  date_debut: nullable(Jour),
  date_fin: nullable(Jour),
  signe_le: nullable(Horodatage),
  cree_le: Horodatage,
  modifie_le: Horodatage,
})

export const PartenaireDetail = object(
  'PartenaireDetail',
  'Partenaire avec ses zones, ses secteurs et son contrat-cadre en vigueur',
  {
    ...partenaire,
    zones: Type.Array(ZoneGeographique),
    secteurs: Type.Array(SecteurActivite),
    contrat_cadre: nullable(ContratCadre),
  },
)
