import { uuidOf as id } from '../../demo/identifiers.ts'
import { recordOf } from '../../harness/records/record.ts'
import { organisationId, type PartnerName, partnerNames, people, userId } from './people.ts'
import { type Situation, situations } from './situations.ts'

export const statutsClient = ['prospect', 'reservation_demandee', 'reserve', 'actif', 'inactif'] as const
export const statutsKyc = ['a_fournir', 'en_verification', 'conforme', 'a_completer', 'rejete'] as const
export const sectorIds = [1, 2, 3].map((n) => id(`sector:${n}`))
export const zoneIds = [1, 2, 3, 4].map((n) => id(`zone:${n}`))

export const partnerId = (name: PartnerName): string => id(`partner:${name}`)
export const clientId = (what: string): string => id(`client:${what}`)

const nth = <T>(list: readonly T[], n: number): T => list[n % list.length] as T
const orNull = <T>(value: T | undefined, of: (value: T) => string) => (value === undefined ? null : of(value))

/** Words that only this client is found by: one of its name, its register number, its taxpayer number. */
export const wordsOf = (n: number) => {
  const number = String(n).padStart(4, '0')
  return { name: `qznom${number}`, rccm: `QZ-RC-${number}-B`, ncc: `${number}777Q` }
}

const client = (n: number, what: string, { manager, creator, of }: Omit<Situation, 'what'>) =>
  recordOf('client', {
    id: clientId(what),
    organisation_id: organisationId(of ?? 'client without users'),
    // Before and after the many clients of the large partner, in no order of their making.
    raison_sociale: `${nth(['Abri', 'Zénith'], n)} ${(n * 37) % 101} ${wordsOf(n).name}`,
    rccm: wordsOf(n).rccm,
    ncc: wordsOf(n).ncc,
    secteur_id: n % 4 === 0 ? null : nth(sectorIds, n),
    adresse_facturation: `secret client ${what}.`,
    zone_id: nth(zoneIds, n),
    statut: nth(statutsClient, n + Math.floor(n / 10)),
    statut_kyc: nth(statutsKyc, n + Math.floor(n / 14)),
    partenaire_actuel_id: orNull(manager, partnerId),
    cree_par: orNull(creator, userId),
  })

/** The clients of the situations. */
export const situated = situations.map(({ what, ...situation }, n) => client(n, what, situation))

/** So many that far pages start from noted places. */
const MANY = 1040

/** Clients of the large partner, seen for nothing else than that. */
export const many = Array.from({ length: MANY }, (_, n) => ({
  ...client(1000 + n, `many ${n}`, { manager: 'large' }),
  raison_sociale: `Masse ${(n * 7) % MANY}`,
  rccm: null,
  ncc: null,
  statut: 'inactif' as const,
  statut_kyc: 'rejete' as const,
  secteur_id: null,
}))

export const partnerWordsOf = (n: number) => ({ name: `qzdis${n}`, rccm: `QZ-PA-${n}-B`, ncc: `${n}888P` })

const partner = (name: PartnerName, n: number) =>
  recordOf('partenaire', {
    id: partnerId(name),
    organisation_id: organisationId(name),
    raison_sociale: `Distribution ${(n * 7) % 10} ${partnerWordsOf(n).name}`,
    rccm: partnerWordsOf(n).rccm,
    ncc: partnerWordsOf(n).ncc,
    adresse: `secret partner ${name}.`,
    ville: `secret summary ${name}.`,
    zone_principale_id: nth(zoneIds, n),
    profil_publie: true,
    statut: name === 'record suspended' ? 'suspendu' : nth(['actif', 'candidat', 'valide'] as const, n),
    zone_ids: [nth(zoneIds, n), nth(zoneIds, n + 1)],
    secteur_ids: [nth(sectorIds, n)],
  })

export const partners = partnerNames.map(partner)

export const userOf = (name: PartnerName): string =>
  people.utilisateur.find(({ organisation_id }) => organisation_id === organisationId(name))?.id ?? ''
