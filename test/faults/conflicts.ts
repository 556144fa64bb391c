import { setTimeout as sleep } from 'node:timers/promises'
import type { Postgres } from '../../harness/database/postgres.ts'
import { startLoad } from '../../harness/faults/load.ts'
import type { Question } from '../../harness/faults/questions.ts'
import type { TestBed } from '../../harness/service/test-bed.ts'

/** Sets whether a reader delays what replicas replay; by default it does. */
async function delayReplay(replicas: readonly Postgres[], delayed: boolean): Promise<void> {
  const setting = 'max_standby_streaming_delay'
  for (const { sql } of replicas) {
    await sql(delayed ? `alter system reset ${setting}` : `alter system set ${setting} = 0`)
    await sql('select pg_reload_conf()')
  }
}

/** Makes searches take a tenth of a second. */
export const slowSearches = `create or replace function antenne.motif(mot text) returns text language plpgsql stable as
  $$ begin perform pg_sleep(0.1); return '%' || antenne.plier(mot) || '%'; end $$`

/** Locks what is read, again and again, while callers ask; says how many statements the replicas gave up for it. */
export async function changeUnderReaders(
  testBed: TestBed,
  {
    questions,
    replicas,
    rounds,
  }: { questions: readonly Question[]; replicas: readonly Postgres[]; rounds: number },
) {
  const { sql } = testBed.postgres
  const before = await givenUp(replicas)
  await delayReplay(replicas, false)
  const load = startLoad(testBed.port, questions)
  try {
    for (let round = 0; round < rounds; round += 1) {
      await sql('begin; lock table client in access exclusive mode; commit')
      await sleep(100)
    }
  } finally {
    await load.stop()
    await delayReplay(replicas, true)
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
