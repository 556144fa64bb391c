import { uuidOf as id } from '../../demo/identifiers.ts'
import { type Of, recordOf, written } from '../../harness/records/record.ts'
import { clientId, many, partnerId, situated, userOf } from './companies.ts'
import { type PartnerName, userId } from './people.ts'
import { situations } from './situations.ts'

type Reservation = Of<'reservation'>
type Evidence = NonNullable<Reservation['doublons_detectes']>

const reservation = (
  what: string,
  partner: PartnerName,
  client: string,
  statut: Reservation['statut'],
): Reservation => {
  const decided = statut !== 'demandee' && statut !== 'conflit'
  return recordOf('reservation', {
    id: id(`reservation:${what} by ${partner}`),
    client_id: client,
    partenaire_id: partnerId(partner),
    demandee_par: userOf(partner),
    statut,
    doublons_detectes: nothing,
    motif_decision: statut === 'refusee' || statut === 'annulee' ? `secret reason ${what}.` : null,
    traitee_par: decided ? userId('operator') : null,
    traitee_le: decided ? '2026-03-03T10:00:00.000Z' : null,
  })
}

const nothing: Evidence = {
  resultat: 'aucun',
  controle_le: written.cree_le,
  correspondances: [],
  reservations_concurrentes: [],
}

/** The claims of the situations; each in a minute of its own, so that their order says something. */
const claims = situations
  .flatMap(({ what, claims = [] }) =>
    claims.map(([partner, statut]) => reservation(what, partner, clientId(what), statut)),
  )
  .map((claim, n) => ({ ...claim, cree_le: new Date(Date.UTC(2026, 1, 1, 8, (n * 29) % 211)).toISOString() }))

const wrapped = <T>(list: readonly T[], n: number): T => list[n % list.length] as T

/** What the check saw: clients and claims of the partner itself and of others, wherever they fall. */
const evidence = (claim: Reservation, n: number): Evidence => {
  const own = situated.filter((client) => client.partenaire_actuel_id === claim.partenaire_id)
  const mine = claims.filter((other) => other.partenaire_id === claim.partenaire_id && other !== claim)
  const close = [wrapped(situated, n * 3), ...own.slice(n % 2, 1), wrapped(situated, n * 5 + 40)]
  const rivals = [wrapped(claims, n + 1), ...mine.slice(0, n % 3), wrapped(claims, n * 7 + 11)]
  return {
    resultat: 'conflit',
    controle_le: '2026-03-01T09:00:00.000Z',
    correspondances: close.map(({ id, partenaire_actuel_id }, rank) => ({
      client_id: id,
      raison_sociale: `secret evidence ${n} to ${rank}.`,
      partenaire_actuel_id,
      criteres: ['raison_sociale_proche'],
      similarite: 0.5,
    })),
    reservations_concurrentes: rivals.map(({ id, partenaire_id, cree_le }) => ({
      reservation_id: id,
      partenaire_id,
      demandee_le: cree_le,
    })),
  }
}

export const claimed: readonly Reservation[] = claims.map((claim, n) => ({
  ...claim,
  // One in nine was never checked; it is decided, or the import would have it checked.
  doublons_detectes: n % 9 === 0 && claim.statut !== 'demandee' ? null : evidence(claim, n),
}))

/** Claims of the large partner that were decided long ago: so many that far pages start from noted places. */
export const past: readonly Reservation[] = many.map((client, n) => ({
  ...reservation(`past ${n}`, 'large', client.id, n % 2 === 0 ? 'validee' : 'annulee'),
  cree_le: new Date(Date.UTC(2025, 0, 1, 0, (n * 7) % 1040)).toISOString(),
}))
