import { enumeration } from './primitives.ts'

export const TypeOrganisation = enumeration(
  'TypeOrganisation',
  ['operateur', 'partenaire', 'client', 'tiers'],
  "Type d'organisation",
)
export const StatutOrganisation = enumeration(
  'StatutOrganisation',
  ['active', 'suspendue', 'fermee'],
  "État d'une organisation",
)
export const TypeZone = enumeration(
  'TypeZone',
  ['region', 'departement', 'ville', 'commune'],
  'Niveau de la zone géographique',
)
export const ModeVersement = enumeration(
  'ModeVersement',
  ['virement', 'mobile_money', 'portefeuille'],
  'Mode de versement des commissions',
)
export const StatutPartenaire = enumeration(
  'StatutPartenaire',
  ['candidat', 'en_verification', 'a_completer', 'rejete', 'valide', 'actif', 'suspendu'],
  "État d'un partenaire",
)
export const StatutContratCadre = enumeration(
  'StatutContratCadre',
  ['genere', 'envoye', 'signe', 'expire', 'resilie'],
  "État d'un contrat-cadre",
)
export const CibleDocument = enumeration(
  'CibleDocument',
  ['partenaire', 'client'],
  'À qui le type de document est demandé',
)
export const StatutScan = enumeration(
  'StatutScan',
  ['en_attente', 'sain', 'infecte'],
  "Résultat de l'antivirus : analyse en cours, sain, infecté (fichier bloqué)",
)
export const StatutDocument = enumeration(
  'StatutDocument',
  ['depose', 'valide', 'a_completer', 'rejete', 'expire'],
  "État d'un document KYC",
)
export const OrigineClient = enumeration(
  'OrigineClient',
  ['partenaire', 'direct', 'import'],
  'Origine du client : apporté par un partenaire, direct, import',
)
export const StatutClient = enumeration(
  'StatutClient',
  ['prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif'],
  "État d'un client",
)
export const StatutKyc = enumeration(
  'StatutKyc',
  ['a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete'],
  "État du dossier KYC d'un client",
)
export const StatutSite = enumeration(
  'StatutSite',
  ['a_qualifier', 'a_installer', 'installe', 'actif', 'suspendu', 'resilie'],
  "État d'un site",
)
export const StatutReservation = enumeration(
  'StatutReservation',
  ['demandee', 'conflit', 'validee', 'refusee', 'annulee'],
  "État d'une réservation : à valider, conflit à arbitrer, validée, refusée, annulée",
)
export const ResultatDoublon = enumeration(
  'ResultatDoublon',
  ['aucun', 'doublon_potentiel', 'conflit'],
  'Aucun doublon, doublon potentiel, ou autre partenaire sur ce client',
)
export const CritereDoublon = enumeration(
  'CritereDoublon',
  [
    'raison_sociale_proche',
    'telephone_identique',
    'email_contact_identique',
    'rccm_identique',
    'ncc_identique',
  ],
  'Ce qui rapproche deux fiches',
)
export const PeriodeForfait = enumeration(
  'PeriodeForfait',
  ['hebdomadaire', 'mensuelle', 'trimestrielle', 'semestrielle', 'annuelle'],
  "Période d'un forfait",
)
export const StatutSante = enumeration(
  'StatutSante',
  ['ok', 'degrade'],
  'Service disponible, ou dépendance qui répond mal',
)
