import type { Wait } from '../database/database.ts'
import type { Writers } from '../database/writers.ts'
import type { Caller } from '../identity/caller.ts'
import { Refusal } from '../refusal.ts'

/**
 * Counts a question of an organisation about clients of others, in a transaction of its own: a question that is refused
 * counts too. Above the limit of the day (UTC) it is refused until the next one (A8).
 */
export const dailyQuestions =
  (counters: Writers, most: number) =>
  async ({ organisation_id }: Caller, now: Date, wait: Wait): Promise<void> => {
    const jour = now.toISOString().slice(0, 10)
    const asked = await counters.run(async (client) => {
      const { rows } = await client.query<{ nombre: number }>(
        `insert into question_jour as q (organisation_id, jour, nombre) values ($1, $2, 1)
        on conflict (organisation_id, jour) do update set nombre = q.nombre + 1 returning nombre`,
        [organisation_id, jour],
      )
      return rows[0]?.nombre ?? 0
    }, wait)
    if (asked <= most) return
    const seconds = Math.max(1, Math.ceil((Date.parse(`${jour}T24:00:00Z`) - now.getTime()) / 1000))
    throw new Refusal('trop_de_requetes', {
      details: { reessayer_dans_secondes: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
