import { type Changement, libelles, type Mouvement, type StatutScan } from 'antenne-client'
import { amount, day, fileSize, moment, phone } from '../format.ts'
import { statutScan } from '../labels.ts'

const gestures: Readonly<Record<string, string>> = {
  creation: 'Création',
  modification: 'Modification',
  demande: 'Demande de réservation',
  validation: 'Réservation validée',
  refus: 'Réservation refusée',
  annulation: 'Réservation annulée',
  expiration: 'Expiration du document',
  depot: 'Dépôt du document',
  verification: 'Vérification du document',
  'depot de fichier': 'Dépôt du fichier',
  analyse: 'Analyse antivirus du fichier',
  tentative: 'Tentative de réservation par le numéro',
}

/** What a competing request, or its validation, made of the one whose history is read. */
const suffered: Readonly<Record<string, string>> = {
  demande: 'Conflit avec une autre demande',
  validation: 'Réservation refusée',
}

/** What was done, in words; what has none here is named as the journal does. */
export function gestureWords({ geste, changements }: Pick<Mouvement, 'geste' | 'changements'>): string {
  const states = changements
    .filter(({ ressource }) => ressource === 'reservation')
    .flatMap(({ champs }) => champs.filter(({ champ }) => champ === 'statut'))
  const isOwn =
    states.length === 0 ||
    states.some(({ avant, apres }) => (geste === 'demande' ? avant === null : apres === 'validee'))
  const words = (isOwn ? undefined : suffered[geste]) ?? gestures[geste]
  return words ?? geste.charAt(0).toLocaleUpperCase('fr') + geste.slice(1)
}

export const resourceWords: Readonly<Record<Changement['ressource'], string>> = {
  client: 'Client',
  contact: 'Contact',
  site: 'Site',
  reservation: 'Réservation',
  document_kyc: 'Document KYC',
  fichier: 'Fichier',
  organisation: 'Organisation',
}

const fields: Readonly<Record<string, string>> = {
  raison_sociale: 'raison sociale',
  rccm: 'RCCM',
  ncc: 'NCC',
  telephone: 'téléphone',
  email: 'e-mail',
  statut: 'état',
  statut_kyc: 'dossier KYC',
  credit_approuve: 'post-paiement',
  plafond_encours: 'plafond d’encours',
  motif_decision: 'motif',
  traitee_le: 'décision',
  demandee_le: 'date de la demande',
  libelle: 'nom',
  prenom: 'prénom',
  principal: 'contact principal',
  date_emission: 'émission',
  date_expiration: 'expiration',
  verifie_le: 'vérification',
  nom_original: 'nom',
  type_mime: 'type',
  taille_octets: 'taille',
  statut_scan: 'analyse',
}

/** Fields that name something else. The others that hold an id tell of the item itself, or of who acted. */
const references: Readonly<Record<string, string>> = {
  partenaire_actuel_id: 'partenaire',
  partenaire_id: 'partenaire',
  secteur_id: 'secteur',
  zone_id: 'zone',
  contact_id: 'contact',
  type_document_id: 'type',
}

export const isReference = (champ: string): boolean => champ in references

export const isShown = (champ: string): boolean => isReference(champ) || !/_(id|par)$/.test(champ)

export const fieldWords = (champ: string): string =>
  fields[champ] ?? references[champ] ?? champ.replaceAll('_', ' ')

const states: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  client: libelles.StatutClient,
  site: libelles.StatutSite,
  reservation: libelles.StatutReservation,
  document_kyc: libelles.StatutDocument,
  organisation: libelles.StatutOrganisation,
}

/** A value of the history as people read it. */
export function valueWords(ressource: string, champ: string, value: string): string {
  if (champ === 'statut') return states[ressource]?.[value] ?? value
  if (champ === 'statut_kyc') return (libelles.StatutKyc as Readonly<Record<string, string>>)[value] ?? value
  if (champ === 'origine') return (libelles.OrigineClient as Readonly<Record<string, string>>)[value] ?? value
  if (champ === 'statut_scan') return statutScan[value as StatutScan]?.[0] ?? value
  if (champ === 'taille_octets') return fileSize(Number(value))
  if (champ.startsWith('date_')) return day(value)
  if (champ.endsWith('_le')) return moment(value)
  if (champ === 'telephone') return phone(value)
  if (champ === 'plafond_encours') return amount(Number(value))
  return { true: 'oui', false: 'non' }[value] ?? value
}
