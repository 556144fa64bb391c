import { CibleDocument, StatutDocument, StatutScan } from './enums.ts'
import { object } from './object.ts'
import { Booleen, Entier, Horodatage, Jour, nullable, Texte, Uuid } from './primitives.ts'

export const TypeDocument = object('TypeDocument', 'Type de document exigé', {
  id: Uuid,
  code: Texte,
  libelle: Texte,
  cible: CibleDocument,
  obligatoire: Booleen,
  validite_mois: nullable(Entier(0)),
  actif: Booleen,
})

export const FichierResume = object(
  'FichierResume',
  'Fichier privé, téléchargé par un lien signé de courte durée',
  {
    id: Uuid,
    nom_original: Texte,
    type_mime: Texte,
    taille_octets: Entier(0),
    statut_scan: StatutScan,
  },
)

export const DocumentKyc = object('DocumentKyc', "Document de conformité d'une organisation", {
  id: Uuid,
  organisation_id: Uuid,
  type_document_id: Uuid,
  fichier_id: Uuid,
  date_emission: nullable(Jour),
  date_expiration: nullable(Jour),
  statut: StatutDocument,
  motif: nullable(Texte),
  verifie_par: nullable(Uuid),
  verifie_le: nullable(Horodatage),
  cree_le: Horodatage,
  modifie_le: Horodatage,
  type_document: TypeDocument,
  fichier: FichierResume,
})
