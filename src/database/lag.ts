import type { Reader, Wait } from './reader.ts'
import { sql } from './sql.ts'

/** A replica further behind than this is not asked. */
export const LONGEST_LAG = 5000

/** A place in the write-ahead log, as a number of bytes. */
type Place = number

const ofPrimary = sql`select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as place`
const ofReplica = sql`select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as place`

/** Tells which replicas keep up, by asking primary and replicas how far they are. While the primary is gone, nobody can lag. */
export class Lag {
  /** Where the primary was, oldest first: the last place it had `LONGEST_LAG` ago, and all since. */
  #written: { at: number; place: Place }[] = []
  readonly #behind = new Set<Reader>()

  behind(replica: Reader): boolean {
    return this.#behind.has(replica)
  }

  async look(primary: Reader, replicas: readonly Reader[]): Promise<void> {
    const now = performance.now()
    const written = await placeOf(primary, ofPrimary)
    if (written !== undefined) this.#written.push({ at: now, place: written })
    while ((this.#written[1]?.at ?? now) < now - LONGEST_LAG) this.#written.shift()
    const [oldest] = this.#written
    const due = oldest !== undefined && oldest.at < now - LONGEST_LAG ? oldest.place : 0
    await Promise.all(
      replicas.map(async (replica) => {
        const replayed = await placeOf(replica, ofReplica)
        if (replayed === undefined) return
        if (replayed < due) this.#behind.add(replica)
        else this.#behind.delete(replica)
      }),
    )
  }
}

/** How far a server is; undefined when it does not say, or is none of that kind any more. */
async function placeOf(reader: Reader, question: typeof ofPrimary): Promise<Place | undefined> {
  const wait: Wait = { until: performance.now() + 2000, left: new AbortController().signal }
  const rows = await reader.read<{ place: Place | null }>(question, wait).catch(() => [])
  return rows[0]?.place ?? undefined
}
