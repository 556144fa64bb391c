import { type Calendar, calendar } from '../calendar.ts'
import { uuid } from '../identifiers.ts'
import { keyOf, mix, unit } from '../random.ts'
import type { ClientRecord, ReservationRecord } from '../records.ts'

/** What the size, the seed and the day of a large world are. */
export type LargeWorldOptions = { readonly clients: number; readonly seed: string; readonly today: string }

/** What decides everything about one client; partners are indexes, -1 means none. */
export type Profile = {
  readonly hash: number
  readonly statut: ClientRecord['statut']
  readonly manager: number
  readonly creator: number
  readonly claimant: number
  readonly claim: ReservationRecord['statut'] | null
  /** A second partner with a pending claim on the same client. */
  readonly rival: number
  /** Days since the record was created. */
  readonly age: number
  /** Whether the record is another spelling of the client before it. */
  readonly duplicate: boolean
}

/** Who is in a large world: counts, identifiers, and each client's profile as a pure function of its index. */
export type Population = {
  readonly clients: number
  readonly partners: number
  /** The first partners may sell; the others are candidates in some state. */
  readonly active: number
  readonly calendar: Calendar
  /** The key of a name in this world, for hashes and identifiers. */
  readonly key: (name: string) => number
  readonly id: (kind: Kind, index: number) => string
  readonly profile: (client: number) => Profile
}

const kinds = [
  'organisation_client',
  'organisation_partenaire',
  'organisation_tiers',
  'operateur',
  'utilisateur_partenaire',
  'utilisateur_client',
  'utilisateur_tiers',
  'partenaire',
  'contrat_cadre',
  'fichier_contrat',
  'fichier_kyc',
  'document_kyc',
  'client',
  'contact',
  'site',
  'reservation',
  'produit',
  'offre',
  'tarif',
  'conditions',
  'operateur_organisation',
] as const
type Kind = (typeof kinds)[number]

/** Users per partner, operator users, third-party organisations, and clients whose people log in. */
export const USERS_PER_PARTNER = 3
export const OPERATORS = 20
export const TIERS = 3
export const CLIENTS_WITH_USERS = 30

// Of all clients, cumulated: with a partner (first those with a reservation granted, then contested by another
// partner), asked for, brought by a partner without being managed, asked for in vain; the rest is the operator's own.
const GRANTED = 0.065
const CONTESTED = 0.068
const MANAGED = 0.55
const ASKED = 0.58
const BROUGHT = 0.615
const DECLINED = 0.64
const LARGEST_SHARE = 0.08

const weights = (count: number, exponent: number): number[] =>
  Array.from({ length: count }, (_, rank) => (rank + 1) ** -exponent)
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** The exponent of a Zipf law whose first item has the wanted share; with few items the share is larger. */
function exponentFor(count: number, share: number): number {
  let low = 0.5
  let high = 3
  for (let step = 0; step < 40; step++) {
    const middle = (low + high) / 2
    if (1 / sum(weights(count, middle)) < share) low = middle
    else high = middle
  }
  return low
}

/** Draws an index by a Zipf law, from a hash. */
function zipf(count: number, exponent: number): (hash: number) => number {
  const parts = weights(count, exponent)
  const total = sum(parts)
  let reached = 0
  const cumulated = Float64Array.from(parts, (part) => {
    reached += part / total
    return reached
  })
  return (hash) => {
    const wanted = unit(hash)
    let low = 0
    let high = count - 1
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((cumulated[middle] as number) > wanted) high = middle
      else low = middle + 1
    }
    return low
  }
}

/** The population for a size and a seed; nothing in it grows with the number of clients. */
export function population(options: LargeWorldOptions): Population {
  const { clients, seed } = options
  const partners = Math.max(5, Math.round(clients / 2000))
  const active = Math.floor(partners * 0.85)
  const key = (name: string): number => keyOf(`${seed}:${name}`)
  const keys = Object.fromEntries(kinds.map((kind) => [kind, key(kind)])) as Record<Kind, number>
  const exponent = exponentFor(active, LARGEST_SHARE / MANAGED)
  const manager = zipf(active, exponent)
  // The backlog of pending requests is concentrated on the large partners.
  const applicant = zipf(active, exponent + 0.5)
  const profileKey = key('profile')

  const another = (partner: number, hash: number): number => {
    const drawn = applicant(hash)
    return drawn === partner ? (drawn + 1) % active : drawn
  }

  // One object literal at the end: spreading partial ones made this forty times slower.
  function profile(client: number): Profile {
    const hash = mix(profileKey, client)
    const share = unit(mix(hash, 1))
    const draw = mix(hash, 2)
    const kind = mix(hash, 4) % 10
    let statut: Profile['statut'] = 'prospect'
    let partner = -1
    let creator = -1
    let claimant = -1
    let claim: Profile['claim'] = null
    let rival = -1
    let age = 10 + (mix(hash, 3) % 1790)
    let duplicate = false
    if (share < MANAGED) {
      statut = kind < 7 ? 'actif' : kind < 9 ? 'reserve' : 'inactif'
      partner = manager(draw)
      if (mix(hash, 5) % 3 > 0) creator = partner
      if (share < GRANTED) {
        claimant = partner
        claim = 'validee'
      } else if (share < CONTESTED) {
        claimant = another(partner, mix(hash, 6))
        claim = 'conflit'
      }
    } else if (share < ASKED) {
      const disputed = mix(hash, 6) % 20 < 3
      statut = 'reservation_demandee'
      claimant = applicant(draw)
      claim = disputed ? 'conflit' : 'demandee'
      if (disputed) rival = another(claimant, mix(hash, 7))
      if (mix(hash, 5) % 5 < 3) creator = claimant
      age = 5 + (mix(hash, 3) % 116)
      duplicate = mix(hash, 8) % 5 === 0
    } else if (share < BROUGHT) {
      creator = manager(draw)
    } else if (share < DECLINED) {
      claimant = manager(draw)
      claim = mix(hash, 6) % 5 < 3 ? 'refusee' : 'annulee'
    } else {
      statut = kind < 6 ? 'prospect' : kind < 9 ? 'actif' : 'inactif'
      duplicate = mix(hash, 8) % 100 === 0
    }
    return {
      hash,
      statut,
      manager: partner,
      creator,
      claimant,
      claim,
      rival,
      age,
      duplicate: duplicate && client > 0,
    }
  }

  return {
    clients,
    partners,
    active,
    calendar: calendar(options.today),
    key,
    id: (kind, index) => uuid(keys[kind], index),
    profile,
  }
}
