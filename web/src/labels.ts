import type {
  CritereDoublon,
  ModeVersement,
  OrigineClient,
  PeriodeForfait,
  ResultatDoublon,
  StatutClient,
  StatutContratCadre,
  StatutDocument,
  StatutKyc,
  StatutPartenaire,
  StatutReservation,
  StatutScan,
  StatutSite,
  TypeOrganisation,
  TypeZone,
} from 'antenne-client'

/** How much attention something needs. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad'

/** The label of a value, with its tone. */
export type Words<Value extends string> = Readonly<Record<Value, readonly [label: string, tone: Tone]>>

export const statutClient: Words<StatutClient> = {
  prospect: ['Prospect', 'neutral'],
  reservation_demandee: ['Réservation demandée', 'warning'],
  reserve: ['Réservé', 'info'],
  actif: ['Actif', 'good'],
  inactif: ['Inactif', 'neutral'],
}

export const statutKyc: Words<StatutKyc> = {
  a_fournir: ['À fournir', 'neutral'],
  en_verification: ['À vérifier', 'warning'],
  conforme: ['Conforme', 'good'],
  a_completer: ['À compléter', 'info'],
  rejete: ['Rejeté', 'bad'],
}

export const statutPartenaire: Words<StatutPartenaire> = {
  candidat: ['Candidat', 'neutral'],
  en_verification: ['En vérification', 'warning'],
  a_completer: ['À compléter', 'info'],
  rejete: ['Rejeté', 'bad'],
  valide: ['Validé', 'info'],
  actif: ['Actif', 'good'],
  suspendu: ['Suspendu', 'bad'],
}

export const statutReservation: Words<StatutReservation> = {
  demandee: ['À valider', 'warning'],
  conflit: ['Conflit à arbitrer', 'bad'],
  validee: ['Validée', 'good'],
  refusee: ['Refusée', 'neutral'],
  annulee: ['Annulée', 'neutral'],
}

/** The same for the partner that asked: deciding is not its work. */
export const statutDemande: Words<StatutReservation> = {
  ...statutReservation,
  demandee: ['En attente de décision', 'warning'],
  conflit: ['En concurrence', 'warning'],
}

export const statutDocument: Words<StatutDocument> = {
  depose: ['À vérifier', 'warning'],
  valide: ['Valide', 'good'],
  a_completer: ['À compléter', 'info'],
  rejete: ['Rejeté', 'bad'],
  expire: ['Expiré', 'bad'],
}

export const statutSite: Words<StatutSite> = {
  a_qualifier: ['À qualifier', 'neutral'],
  a_installer: ['À installer', 'warning'],
  installe: ['Installé', 'info'],
  actif: ['Actif', 'good'],
  suspendu: ['Suspendu', 'bad'],
  resilie: ['Résilié', 'neutral'],
}

export const statutContrat: Words<StatutContratCadre> = {
  genere: ['Généré', 'neutral'],
  envoye: ['Envoyé', 'info'],
  signe: ['Signé', 'good'],
  expire: ['Expiré', 'bad'],
  resilie: ['Résilié', 'bad'],
}

export const statutScan: Words<StatutScan> = {
  en_attente: ['Analyse en cours', 'neutral'],
  sain: ['Fichier sain', 'good'],
  infecte: ['Fichier infecté, bloqué', 'bad'],
}

export const resultatDoublon: Words<ResultatDoublon> = {
  aucun: ['Aucun doublon', 'good'],
  doublon_potentiel: ['Doublon potentiel', 'warning'],
  conflit: ['Autre partenaire sur ce client', 'bad'],
}

/** The same for the partner that asked. */
export const resultatDemande: Words<ResultatDoublon> = {
  ...resultatDoublon,
  conflit: ['En concurrence', 'warning'],
}

export const critereDoublon: Readonly<Record<CritereDoublon, string>> = {
  raison_sociale_proche: 'Raison sociale proche',
  telephone_identique: 'Même téléphone',
  email_contact_identique: 'Même e-mail de contact',
  rccm_identique: 'Même RCCM',
  ncc_identique: 'Même NCC',
}

export const periode: Readonly<Record<PeriodeForfait, string>> = {
  hebdomadaire: 'Hebdomadaire',
  mensuelle: 'Mensuelle',
  trimestrielle: 'Trimestrielle',
  semestrielle: 'Semestrielle',
  annuelle: 'Annuelle',
}

export const origineClient: Readonly<Record<OrigineClient, string>> = {
  partenaire: 'Par un partenaire',
  direct: 'Direct',
  import: 'Import',
}

export const modeVersement: Readonly<Record<ModeVersement, string>> = {
  virement: 'Virement bancaire',
  mobile_money: 'Mobile money',
  portefeuille: 'Portefeuille mobile',
}

export const typeZone: Readonly<Record<TypeZone, string>> = {
  region: 'Région',
  departement: 'Département',
  ville: 'Ville',
  commune: 'Commune',
}

export const typeOrganisation: Readonly<Record<TypeOrganisation, string>> = {
  operateur: 'Opérateur',
  partenaire: 'Partenaire',
  client: 'Client',
  tiers: 'Réseau tiers',
}
