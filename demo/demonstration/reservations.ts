import type { Calendar } from '../calendar.ts'
import { mix, pick } from '../random.ts'
import type { Evidence, ReservationRecord } from '../records.ts'
import { pairs } from './clientNames.ts'
import type { DemoClient } from './clients.ts'
import type { Partner } from './partners.ts'
import { demoHash, demoId, validators } from './people.ts'

const refusals = [
  'Client déjà suivi par un autre partenaire.',
  'Justificatifs de prospection insuffisants.',
  "Zone non couverte par votre contrat-cadre : contactez l'opérateur.",
] as const
const cancellations = [
  'Demande retirée par le partenaire.',
  "Le client n'a pas confirmé son intérêt.",
  "Client radié du registre du commerce avant l'arbitrage.",
] as const

/** A claim of a partner on a client, made so many days ago. */
type Claim = {
  readonly client: DemoClient
  readonly partner: Partner
  readonly rank: number
  readonly since: number
  readonly statut: ReservationRecord['statut']
}

const idOf = (claim: Claim): string => demoId(`reservation:${claim.client.index}:${claim.rank}`)
const hashOf = (claim: Claim): number => demoHash(`reservation:${claim.client.index}:${claim.rank}`)

/** Claims on one client, by so many different partners. */
function claims(
  client: DemoClient,
  sellers: readonly Partner[],
  count: number,
  statut: Claim['statut'],
): Claim[] {
  const first = demoHash(`client:${client.index}:demandeur`)
  const others = sellers.filter((seller) => seller.id !== client.record.partenaire_actuel_id)
  const pending = statut === 'demandee' || statut === 'conflit'
  return Array.from({ length: count }, (_, rank) => ({
    client,
    // The first two partners, whose people are in the list of accounts, dispute the first clients.
    partner: pick(others, count > 1 && client.index < 28 ? rank : first + rank * 5),
    rank,
    since: pending ? 2 + (first % 12) + (count - rank) : 10 + (first % (client.age - 12)),
    statut,
  }))
}

/** The claim that gave a managed client its partner. */
const granted = (client: DemoClient, partner: Partner): Claim => ({
  client,
  partner,
  rank: 9,
  since: client.age - 2,
  statut: 'validee',
})

function claimsOn(client: DemoClient, sellers: readonly Partner[]): Claim[] {
  const { index, partner, situation } = client
  switch (situation) {
    case 'gere':
      return partner !== null && (index < pairs.length || index % 5 < 3) ? [granted(client, partner)] : []
    case 'conteste':
      return partner === null ? [] : [granted(client, partner), ...claims(client, sellers, 1, 'conflit')]
    case 'demande':
      return claims(client, partner === null ? sellers : [partner], 1, 'demandee')
    case 'doublon':
      return claims(client, sellers, 1, 'demandee')
    case 'dispute':
      return claims(client, sellers, 2, 'conflit')
    case 'dispute_a_trois':
      return claims(client, sellers, 3, 'conflit')
    case 'prospect':
      if (index % 5 < 2) return claims(client, sellers, 1, 'refusee')
      return index % 5 === 2 ? claims(client, sellers, 1, 'annulee') : []
    default:
      return []
  }
}

/** What the duplicate check found: a close record, claims of other partners, or nothing. */
function evidence(
  time: Calendar,
  claim: Claim,
  rivals: readonly Claim[],
  all: readonly DemoClient[],
): Evidence {
  const { client } = claim
  const twin = client.situation === 'doublon' ? pairs[client.index - pairs.length] : undefined
  const original = all[client.index - pairs.length]
  const correspondances: Evidence['correspondances'] =
    twin === undefined || original === undefined || twin.criteres.length === 0
      ? []
      : [
          {
            client_id: original.record.id,
            raison_sociale: original.nom,
            partenaire_actuel_id: original.record.partenaire_actuel_id,
            criteres: [...twin.criteres],
            similarite: twin.similarite,
          },
        ]
  const conflict = claim.statut === 'conflit'
  return {
    resultat: conflict ? 'conflit' : correspondances.length > 0 ? 'doublon_potentiel' : 'aucun',
    controle_le: time.instant(claim.since, hashOf(claim)),
    correspondances,
    reservations_concurrentes: rivals.map((rival) => ({
      reservation_id: idOf(rival),
      partenaire_id: rival.partner.id,
      demandee_le: time.instant(rival.since, hashOf(rival)),
    })),
  }
}

function reservation(
  time: Calendar,
  claim: Claim,
  siblings: readonly Claim[],
  all: readonly DemoClient[],
): ReservationRecord {
  const { client, partner, since, statut } = claim
  const hash = hashOf(claim)
  const pending = statut === 'demandee' || statut === 'conflit'
  const rivals = pending ? siblings.filter((other) => other !== claim) : []
  const cree_le = time.instant(since, hash)
  const traitee_le = pending ? null : time.instant(Math.max(1, since - 1 - (hash % 6)), mix(hash, 1))
  const reasons = statut === 'refusee' ? refusals : statut === 'annulee' ? cancellations : null
  return {
    id: idOf(claim),
    client_id: client.record.id,
    partenaire_id: partner.id,
    demandee_par: pick(partner.sellers, mix(hash, 2)),
    statut,
    // The oldest decided requests date from before the check existed.
    doublons_detectes: pending || since < 200 ? evidence(time, claim, rivals, all) : null,
    motif_decision: reasons === null ? null : pick(reasons, mix(hash, 3)),
    traitee_par: pending ? null : pick(validators, mix(hash, 4)),
    traitee_le,
    cree_le,
    modifie_le: traitee_le ?? cree_le,
  }
}

/** Reservations in every state, with the evidence of their duplicate checks. */
export function reservations(
  time: Calendar,
  all: readonly DemoClient[],
  partners: readonly Partner[],
): ReservationRecord[] {
  const sellers = partners.filter(({ statut }) => statut === 'actif')
  return all.flatMap((client) => {
    const made = claimsOn(client, sellers)
    return made.map((claim) => reservation(time, claim, made, all))
  })
}
