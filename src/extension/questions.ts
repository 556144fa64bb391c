import type { Wait } from '../database/database.ts'
import type { Writers } from '../database/writers.ts'
import type { Caller } from '../identity/caller.ts'
import { Refusal } from '../refusal.ts'

/** Who asks, and when. */
export interface Asker {
  readonly who: Caller
  readonly now: Date
  readonly wait: Wait
}

/** The budget of questions about clients of others (A8): per user and window, and per organisation and day. */
export interface Questions {
  /** Refuses a question for which there is no room, before anything is looked up. */
  requireRoom(asker: Asker): Promise<void>
  count(asker: Asker): Promise<void>
}

/** The questions of an organisation in a day (UTC), counted on connections of their own: one that is refused counts too. */
export function dailyQuestions(counters: Writers, most: number): Questions {
  const dayOf = (now: Date) => now.toISOString().slice(0, 10)
  const counted = ({ who, now, wait }: Asker, statement: string): Promise<number> =>
    counters.run(
      (connection) => ({
        async work() {
          const given = [who.organisation_id, dayOf(now)]
          const { rows } = await connection.query<{ nombre: number }>(statement, given)
          return rows[0]?.nombre ?? 0
        },
      }),
      wait,
    )
  return {
    async requireRoom(asker) {
      const asked = await counted(
        asker,
        'select nombre from question_jour where organisation_id = $1 and jour = $2',
      )
      if (asked < most) return
      const end = Date.parse(`${dayOf(asker.now)}T24:00:00Z`)
      const seconds = Math.max(1, Math.ceil((end - asker.now.getTime()) / 1000))
      throw new Refusal('trop_de_requetes', {
        details: { reessayer_dans_secondes: seconds },
        headers: { 'retry-after': String(seconds) },
      })
    },
    async count(asker) {
      await counted(
        asker,
        `insert into question_jour as q (organisation_id, jour, nombre) values ($1, $2, 1)
        on conflict (organisation_id, jour) do update set nombre = q.nombre + 1 returning nombre`,
      )
    },
  }
}
