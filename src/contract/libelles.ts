import type { Static, TSchema } from 'typebox'
import type * as enums from './enums.ts'

type Enums = typeof enums
type Labels<Schema> = Schema extends TSchema ? Readonly<Record<Static<Schema> & string, string>> : never

/** The French label of every value of every enumeration: one that is missing does not compile. */
export const libelles: { readonly [Name in keyof Enums]: Labels<Enums[Name]> } = {
  TypeOrganisation: {
    operateur: 'Opérateur',
    partenaire: 'Partenaire',
    client: 'Client',
    tiers: 'Réseau tiers',
  },
  StatutOrganisation: { active: 'Active', suspendue: 'Suspendue', fermee: 'Fermée' },
  TypeZone: { region: 'Région', departement: 'Département', ville: 'Ville', commune: 'Commune' },
  ModeVersement: {
    virement: 'Virement bancaire',
    mobile_money: 'Mobile money',
    portefeuille: 'Portefeuille mobile',
  },
  StatutPartenaire: {
    candidat: 'Candidat',
    en_verification: 'En vérification',
    a_completer: 'À compléter',
    rejete: 'Rejeté',
    valide: 'Validé',
    actif: 'Actif',
    suspendu: 'Suspendu',
  },
  StatutContratCadre: {
    genere: 'Généré',
    envoye: 'Envoyé',
    signe: 'Signé',
    expire: 'Expiré',
    resilie: 'Résilié',
  },
  CibleDocument: { partenaire: 'Partenaire', client: 'Client' },
  StatutScan: { en_attente: 'Analyse en cours', sain: 'Fichier sain', infecte: 'Fichier infecté, bloqué' },
  StatutDocument: {
    depose: 'À vérifier',
    valide: 'Valide',
    a_completer: 'À compléter',
    rejete: 'Rejeté',
    expire: 'Expiré',
  },
  OrigineClient: { partenaire: 'Par un partenaire', direct: 'Direct', import: 'Import' },
  StatutClient: {
    prospect: 'Prospect',
    reservation_demandee: 'Réservation demandée',
    reserve: 'Réservé',
    actif: 'Actif',
    inactif: 'Inactif',
  },
  StatutKyc: {
    a_fournir: 'À fournir',
    en_verification: 'À vérifier',
    conforme: 'Conforme',
    a_completer: 'À compléter',
    rejete: 'Rejeté',
  },
  StatutSite: {
    a_qualifier: 'À qualifier',
    a_installer: 'À installer',
    installe: 'Installé',
    actif: 'Actif',
    suspendu: 'Suspendu',
    resilie: 'Résilié',
  },
  StatutReservation: {
    demandee: 'À valider',
    conflit: 'Conflit à arbitrer',
    validee: 'Validée',
    refusee: 'Refusée',
    annulee: 'Annulée',
  },
  ResultatDoublon: {
    aucun: 'Aucun doublon',
    doublon_potentiel: 'Doublon potentiel',
    conflit: 'Autre partenaire sur ce client',
  },
  CritereDoublon: {
    raison_sociale_proche: 'Raison sociale proche',
    telephone_identique: 'Même téléphone',
    email_contact_identique: 'Même e-mail de contact',
    rccm_identique: 'Même RCCM',
    ncc_identique: 'Même NCC',
  },
  PeriodeForfait: {
    hebdomadaire: 'Hebdomadaire',
    mensuelle: 'Mensuelle',
    trimestrielle: 'Trimestrielle',
    semestrielle: 'Semestrielle',
    annuelle: 'Annuelle',
  },
  StatutSante: { ok: 'En service', degrade: 'Service dégradé' },
}
