import type pg from 'pg'
import { instantText } from '../database/projection.ts'

/** What one action did to one row. */
export interface Entry {
  readonly mouvement: string
  readonly geste: string
  readonly fait_le: string
  /** Null: the service itself. */
  readonly fait_par: string | null
  readonly auteur: string | null
  /** The id of the request, as the log has it. Null: a command, or the service itself. */
  readonly requete: string | null
  readonly ressource: string
  readonly ressource_id: string
  readonly avant: Readonly<Record<string, unknown>> | null
  /** Null: the row was removed. */
  readonly apres: Readonly<Record<string, unknown>> | null
}

/** What the journal is searched for; null: anything. */
interface Wanted {
  readonly client_id: string | null
  readonly reservation_id: string | null
  readonly document_id: string | null
}

/** The journal, oldest first: all of it, or the entries of a client, a reservation or a document. */
export async function readJournal(
  connection: pg.Client,
  { client_id, reservation_id, document_id }: Wanted,
): Promise<Entry[]> {
  const { rows } = await connection.query<Entry>(
    `select mouvement, geste, ${instantText('fait_le')} as fait_le, fait_par,
      (select prenom || ' ' || nom from utilisateur where id = fait_par) as auteur, requete, ressource, ressource_id, avant, apres
    from journal
    where ($1::uuid is null or client_id = $1)
      and ($2::uuid is null or mouvement in (select mouvement from journal where reservation_id = $2))
      and ($3::uuid is null or document_id = $3)
    order by numero`,
    [client_id, reservation_id, document_id],
  )
  return merged(rows)
}

/** Merges the changes of one action to one row: the state before the first, the state after the last. */
function merged(entries: readonly Entry[]): Entry[] {
  const byRow = new Map<string, Entry>()
  for (const entry of entries) {
    const key = `${entry.mouvement} ${entry.ressource_id}`
    const first = byRow.get(key)
    if (first === undefined) byRow.set(key, entry)
    else {
      const avant = first.avant === null ? null : { ...entry.avant, ...first.avant }
      const apres = entry.apres === null ? null : { ...first.apres, ...entry.apres }
      byRow.set(key, { ...first, avant, apres })
    }
  }
  return [...byRow.values()]
}
