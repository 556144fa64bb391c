import { setTimeout as sleep } from 'node:timers/promises'
import { startLoad } from './load.ts'
import type { Postgres } from './postgres.ts'
import type { Question } from './questions.ts'
import type { Stage } from './stage.ts'

/** Settings of a replica that lets no reader hold it up. */
export const impatient = ['max_standby_streaming_delay = 0']

/** Makes searches take a tenth of a second. */
export const slowSearches = `create or replace function antenne.motif(mot text) returns text language plpgsql stable as
  $$ begin perform pg_sleep(0.1); return '%' || antenne.plier(mot) || '%'; end $$`

/** Locks what is read, again and again, while callers ask; says how many statements the replicas gave up for it. */
export async function changeUnderReaders(
  stage: Stage,
  {
    questions,
    replicas,
    rounds,
  }: { questions: readonly Question[]; replicas: readonly Postgres[]; rounds: number },
) {
  const { sql } = stage.postgres
  const before = await givenUp(replicas)
  const load = startLoad(stage.port, questions)
  try {
    for (let round = 0; round < rounds; round += 1) {
      await sql('begin; lock table client in access exclusive mode; commit')
      await sleep(100)
    }
  } finally {
    await load.stop()
  }
  return { answers: load.answers, conflicts: (await givenUp(replicas)) - before }
}

async function givenUp(replicas: readonly Postgres[]): Promise<number> {
  await sleep(1100)
  const counts = await Promise.all(
    replicas.map(async ({ sql }) => {
      const [row] = await sql<{ n: number }>(
        `select confl_lock::int as n from pg_stat_database_conflicts where datname = 'antenne'`,
      )
      return row?.n ?? 0
    }),
  )
  return counts.reduce((sum, n) => sum + n, 0)
}
