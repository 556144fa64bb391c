import pg from 'pg'
import { pipelined } from '../database/pipeline.ts'
import type { Caller } from '../identity/caller.ts'
import { Refusal } from '../refusal.ts'

/** A key of idempotency, and the request that came with it (A2). */
export interface Key {
  readonly cle: string
  /** SHA-256 of what makes two requests the same. */
  readonly empreinte: Buffer
}

/** What an action answered. */
export interface ActionAnswer {
  readonly statut: number
  readonly corps: string | null
  readonly emplacement: string | null
  readonly ressource_id: string | null
}

/** An answer, and the fingerprint of the request that it was given to. */
export interface Stored extends ActionAnswer, Pick<Key, 'empreinte'> {}

/**
 * Holds the key until the transaction ends, and returns what is stored of it. While the same request is at work it is
 * waited for, as for any lock. A key belongs to a user in an organisation.
 */
export async function takeKey(connection: pg.Client, who: Caller, { cle }: Key): Promise<Stored | null> {
  const owner = [who.utilisateur_id, who.organisation_id, cle]
  const lock = async () => {
    try {
      await connection.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `cle ${owner.join(' ')}`,
      ])
    } catch (error) {
      if (!(error instanceof pg.DatabaseError && error.code === '55P03')) throw error
      throw new Refusal('requete_en_cours', { headers: { 'retry-after': '1' } })
    }
  }
  const [, { rows }] = await pipelined(connection, [lock, () => connection.query<Stored>(STORED, owner)])
  return rows[0] ?? null
}

/** What was answered to the same request before; another one with its key is refused. */
export function answerBefore(stored: Stored | null, key: Key | null): ActionAnswer | null {
  if (stored !== null && key?.empreinte.equals(stored.empreinte) !== true)
    throw new Refusal('cle_deja_utilisee')
  return stored
}

/** How long the answer to a key is kept (A2). */
export const KEY_HOURS = 24
export const KEY_RETENTION = `interval '${KEY_HOURS} hours'`

/** Written so that no index serves the age: PostgreSQL finds a key by its own index, not among all keys of a day. */
const STORED = `
  select empreinte, statut, corps, emplacement, ressource_id from action_cle
  where utilisateur_id = $1 and organisation_id = $2 and cle = $3 and fait_le + ${KEY_RETENTION} > now()`

/**
 * Answers longer than this have a budget of bytes per user: a brief request that changes a large item must not fill the
 * disk with its answers. The index `action_cle_longue` finds them.
 */
const LONG = 16 * 2 ** 10
const MOST_OF_LONG = 64 * 2 ** 20

/** Refuses an answer for which there is no room among those that are kept for this user. */
export async function requireRoom(
  connection: pg.Client,
  who: Caller,
  { corps }: ActionAnswer,
): Promise<void> {
  const bytes = Buffer.byteLength(corps ?? '')
  if (bytes <= LONG) return
  const { rows } = await connection.query<{ octets: number; attente: number }>(KEPT, [
    who.utilisateur_id,
    bytes,
  ])
  const [kept] = rows
  if (kept === undefined || kept.octets + bytes <= MOST_OF_LONG) return
  const seconds = Math.max(1, Math.ceil(kept.attente))
  const hours = Math.ceil(seconds / 3600)
  throw new Refusal('trop_de_requetes', {
    message: `Vous avez changé trop de fois en un jour des éléments très volumineux. Réessayez dans ${hours === 1 ? 'une heure' : `${hours} heures`}.`,
    details: { reessayer_dans_secondes: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}

/** How many bytes are kept, and after how many seconds there is room for so many more. */
const KEPT = `
  with gardee as (
    select fait_le, octet_length(corps) as octets, sum(octet_length(corps)) over (order by fait_le, cle) as liberes
    from action_cle where utilisateur_id = $1 and octet_length(corps) > ${LONG} and fait_le + ${KEY_RETENTION} > now()
  ), besoin as (select sum(octets) + $2::int - ${MOST_OF_LONG} as trop from gardee)
  select coalesce(sum(octets), 0)::float8 as octets,
    extract(epoch from coalesce(min(fait_le) filter (where liberes >= trop), now()) + ${KEY_RETENTION} - now())::float8 as attente
  from gardee, besoin`

/** Keeps the answer, and the request that brought it, in the transaction of the change. */
export async function keepAnswer(
  connection: pg.Client,
  who: Caller,
  { action, requete }: { readonly action: string; readonly requete: string },
  { cle, empreinte }: Key,
  { statut, corps, emplacement, ressource_id }: ActionAnswer,
): Promise<void> {
  await connection.query(
    `insert into action_cle (utilisateur_id, organisation_id, cle, empreinte, action, ressource_id, statut, corps, emplacement,
      requete)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
    on conflict (utilisateur_id, organisation_id, cle) do update set empreinte = excluded.empreinte, action = excluded.action,
      ressource_id = excluded.ressource_id, statut = excluded.statut, corps = excluded.corps,
      emplacement = excluded.emplacement, requete = excluded.requete, fait_le = excluded.fait_le`,
    [
      who.utilisateur_id,
      who.organisation_id,
      cle,
      empreinte,
      action,
      ressource_id,
      statut,
      corps,
      emplacement,
      requete,
    ],
  )
}
