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
export const KEY_RETENTION = `interval '24 hours'`

/** Written so that no index serves the age: PostgreSQL finds a key by its own index, not among all keys of a day. */
const STORED = `
  select empreinte, statut, corps, emplacement, ressource_id from action_cle
  where utilisateur_id = $1 and organisation_id = $2 and cle = $3 and fait_le + ${KEY_RETENTION} > now()`

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
