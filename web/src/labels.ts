import {
  type ListerDossiersKycQuery,
  libelles,
  type ResultatDoublon,
  type StatutReservation,
  type StatutScan,
  type ZoneGeographique,
} from 'antenne-client'

/** What partners are filtered by. */
type EtatDossier = NonNullable<ListerDossiersKycQuery['kyc']>

/** How much attention something needs. */
export type Tone = 'neutral' | 'info' | 'good' | 'warning' | 'bad'

/** The label of a value, with its tone. */
export type Words<Value extends string> = Readonly<Record<Value, readonly [label: string, tone: Tone]>>

/** The contract's labels, each with its tone. */
const toned = <Labels extends Readonly<Record<string, string>>>(
  labels: Labels,
  tones: Readonly<Record<keyof Labels, Tone>>,
): Words<keyof Labels & string> =>
  Object.fromEntries(
    Object.entries(labels).map(([value, label]) => [value, [label, tones[value as keyof Labels]] as const]),
  ) as Words<keyof Labels & string>

export const statutClient = toned(libelles.StatutClient, {
  prospect: 'neutral',
  reservation_demandee: 'warning',
  reserve: 'info',
  actif: 'good',
  inactif: 'neutral',
})

export const statutKyc = toned(libelles.StatutKyc, {
  a_fournir: 'neutral',
  en_verification: 'warning',
  conforme: 'good',
  a_completer: 'info',
  rejete: 'bad',
})

export const statutPartenaire = toned(libelles.StatutPartenaire, {
  candidat: 'neutral',
  en_verification: 'warning',
  a_completer: 'info',
  rejete: 'bad',
  valide: 'info',
  actif: 'good',
  suspendu: 'bad',
})

/** What the KYC file of a partner asks for. */
export const etatDossier = {
  a_verifier: ['À vérifier', 'warning'],
  a_completer: ['À compléter', 'bad'],
  expire_bientot: ['Expire bientôt', 'info'],
  complet: ['Complet', 'good'],
} as const satisfies Words<EtatDossier>

export const statutReservation = toned(libelles.StatutReservation, {
  demandee: 'warning',
  conflit: 'bad',
  validee: 'good',
  refusee: 'neutral',
  annulee: 'neutral',
})

/** The same for the partner that asked: deciding is not its work. */
export const statutDemande: Words<StatutReservation> = {
  ...statutReservation,
  demandee: ['En attente de décision', 'warning'],
  conflit: ['En concurrence', 'warning'],
}

export const statutDocument = toned(libelles.StatutDocument, {
  depose: 'warning',
  valide: 'good',
  a_completer: 'info',
  rejete: 'bad',
  expire: 'bad',
})

export const statutSite = toned(libelles.StatutSite, {
  a_qualifier: 'neutral',
  a_installer: 'warning',
  installe: 'info',
  actif: 'good',
  suspendu: 'bad',
  resilie: 'neutral',
})

export const statutContrat = toned(libelles.StatutContratCadre, {
  genere: 'neutral',
  envoye: 'info',
  signe: 'good',
  expire: 'bad',
  resilie: 'bad',
})

/** Without a scanner files are never analysed: « en cours » would promise it. */
export const statutScan: Words<StatutScan> = {
  ...toned(libelles.StatutScan, { en_attente: 'neutral', sain: 'good', infecte: 'bad' }),
  en_attente: ['Pas encore analysé', 'neutral'],
}

export const resultatDoublon = toned(libelles.ResultatDoublon, {
  aucun: 'good',
  doublon_potentiel: 'warning',
  conflit: 'bad',
})

/** The same for the partner that asked. */
export const resultatDemande: Words<ResultatDoublon> = {
  ...resultatDoublon,
  conflit: ['En concurrence', 'warning'],
}

export const {
  CritereDoublon: critereDoublon,
  PeriodeForfait: periode,
  OrigineClient: origineClient,
  ModeVersement: modeVersement,
  TypeZone: typeZone,
  TypeOrganisation: typeOrganisation,
} = libelles

/** «Yopougon (commune)»: zones of different types have the same name. */
export const zoneName = ({ libelle, type }: Pick<ZoneGeographique, 'libelle' | 'type'>): string =>
  `${libelle} (${typeZone[type].toLocaleLowerCase('fr')})`
