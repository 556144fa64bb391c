import type pg from 'pg'
import { pipelined } from '../database/pipeline.ts'
import { sql } from '../database/sql.ts'
import { dated } from '../identity/caller.ts'
import { withScope } from '../identity/scope.ts'
import { lockPartner, requireActive } from './active-partner.ts'
import type { Actor } from './actor.ts'
import { lockClient } from './lock-client.ts'
import { RuleBroken } from './rule-broken.ts'

interface Requested {
  readonly client_id?: string
  readonly rccm?: string
  readonly ncc?: string
  readonly partenaire_id: string
  readonly mostPending: number
  readonly now: Date
}

/** The client that is asked for, locked; or those that may not be asked for by their number. */
interface Found {
  readonly client_id: string
  readonly reserves: readonly string[]
}

/**
 * Finds the client of a request. By number, a partner may ask for a client that it does not see only if nobody else has
 * a claim on it: a pending request lets it read the client (D17).
 */
export async function findRequested(connection: pg.Client, who: Actor, asked: Requested): Promise<Found> {
  const { client_id, rccm, ncc, partenaire_id, mostPending, now } = asked
  // Checked before the client is looked up, so that the answer tells nothing of it.
  const [partner, , pending] = await pipelined(connection, [
    () => lockPartner(connection, partenaire_id),
    () => lockRequests(connection, partenaire_id),
    () => pendingOf(connection, partenaire_id),
  ])
  requireActive(partner)
  requireRoom(pending, mostPending)
  if (client_id !== undefined) {
    const seen = () => seenAmong(connection, who, [client_id], now)
    // Whoever does not see the client does not wait for it either.
    if ((await seen()).length === 0) throw notFound()
    // Another partner may have got it before it was locked.
    const [, still] = await pipelined(connection, [() => lockClient(connection, client_id), seen])
    if (still.length === 0) throw notFound()
    return { client_id, reserves: [] }
  }
  const ids = await withNumber(connection, { rccm, ncc })
  const [only] = ids
  if (ids.length === 0) throw notFound()
  const seen = await seenAmong(connection, who, ids, now)
  if (
    ids.length === 1 &&
    only !== undefined &&
    (seen.includes(only) || (await isFree(connection, only, who)))
  )
    return { client_id: only, reserves: [] }
  return { client_id: '', reserves: ids }
}

const notFound = () => new RuleBroken('client_introuvable', 'Aucun client visible ne correspond.')

/** Requests for a partner come one after the other, so that each is counted; taken before any client is locked. */
const lockRequests = (connection: pg.Client, partenaire_id: string) =>
  connection.query(`select pg_advisory_xact_lock(hashtextextended('demandes ' || $1, 0))`, [partenaire_id])

async function pendingOf(connection: pg.Client, partenaire_id: string): Promise<number> {
  const { rows } = await connection.query<{ n: number }>(
    'select count(*)::int as n from reservation where partenaire_id = $1 and en_attente',
    [partenaire_id],
  )
  return rows[0]?.n ?? 0
}

function requireRoom(pending: number, maximum: number): void {
  if (pending < maximum) return
  throw new RuleBroken(
    'limite_atteinte',
    `Ce partenaire a déjà ${maximum} demandes en attente. Attendez une décision, ou annulez-en une.`,
    { maximum },
  )
}

/** All clients with that number, by the normal forms of the duplicate check, locked in the order of their ids. */
async function withNumber(
  connection: pg.Client,
  { rccm, ncc }: { rccm: string | undefined; ncc: string | undefined },
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `select id from client where id in (
      select id from client where rccm is not null and antenne.rccm_souche(rccm) = antenne.rccm_souche($1)
        and antenne.rccm_compatibles(rccm, $1)
      union all select id from client where ncc is not null and antenne.ncc_normalise(ncc) = antenne.ncc_normalise($2)
    ) order by id for update`,
    [rccm ?? null, ncc ?? null],
  )
  return rows.map(({ id }) => id)
}

async function seenAmong(
  connection: pg.Client,
  who: Actor,
  ids: readonly string[],
  now: Date,
): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    withScope(['client'], dated(who, now), sql`select id from client where id = any (${[...ids]}::uuid[])`),
  )
  return rows.map(({ id }) => id)
}

/** Whether nobody manages it, no other partner's people created it, and nobody else has a pending request. */
async function isFree(connection: pg.Client, id: string, { organisation_id }: Actor): Promise<boolean> {
  const { rows } = await connection.query(
    `select from client where id = $1 and statut in ('prospect', 'inactif') and partenaire_actuel_id is null
      and not exists (select from reservation where client_id = client.id and en_attente)
      and not exists (select from utilisateur join organisation on organisation.id = utilisateur.organisation_id
        where utilisateur.id = client.cree_par and organisation.type = 'partenaire' and organisation.id <> $2)`,
    [id, organisation_id],
  )
  return rows.length > 0
}

/** Notes, for operators, that somebody asked for clients that they may not ask for. */
export async function noteAttempt(
  connection: pg.Client,
  who: Actor,
  ids: readonly string[],
  now: Date,
): Promise<void> {
  await connection.query('select noter_tentative(id, $2, $3, $4) from unnest($1::uuid[]) as id', [
    ids,
    who.utilisateur_id,
    who.partenaire_id,
    now.toISOString(),
  ])
}
