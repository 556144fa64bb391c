import type { Wait } from '../database/database.ts'
import type { Writers } from '../database/writers.ts'
import { dayOf } from '../day.ts'
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

/**
 * The questions of an organisation in a day (UTC), counted on connections of their own: one that is refused counts too.
 */
export function dailyQuestions(counters: Writers, most: number): Questions {
  /** Whether the statement, given the organisation, the day and the most questions of a day, finds a row. */
  const finds = ({ who, now, wait }: Asker, statement: string): Promise<boolean> =>
    counters.run(
      (connection) => ({
        async work() {
          const { rowCount } = await connection.query(statement, [who.organisation_id, dayOf(now), most])
          return rowCount !== 0
        },
      }),
      wait,
    )
  return {
    async requireRoom(asker) {
      if (await finds(asker, SPENT)) throw spent(asker.now)
    },
    async count(asker) {
      if (!(await finds(asker, COUNTED))) throw spent(asker.now)
    },
  }
}

const SPENT = 'select from question_jour where organisation_id = $1 and jour = $2 and nombre >= $3'

/** Those who ask at once are counted one after the other: nobody is counted beyond the last question. */
const COUNTED = `
  insert into question_jour as q (organisation_id, jour, nombre) values ($1, $2, 1)
  on conflict (organisation_id, jour) do update set nombre = q.nombre + 1 where q.nombre < $3`

const day = new Intl.DateTimeFormat('fr', { dateStyle: 'short', timeZone: 'UTC' })

function spent(now: Date): Refusal {
  const end = new Date(`${dayOf(now)}T24:00:00Z`)
  const seconds = Math.max(1, Math.ceil((end.getTime() - now.getTime()) / 1000))
  return new Refusal('trop_de_requetes', {
    message: `Votre organisation a atteint sa limite du jour pour les contrôles de doublon, les nouveaux clients et les demandes de réservation. Réessayez à partir du ${day.format(end)} à 00:00 (UTC).`,
    details: { reessayer_dans_secondes: seconds },
    headers: { 'retry-after': String(seconds) },
  })
}
