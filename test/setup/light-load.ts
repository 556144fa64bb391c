import { DatabaseError } from 'pg'
import type { DatabaseAddress } from '../../src/database/database.ts'
import { withWriter } from '../../src/database/writer.ts'

/**
 * What people do meanwhile, as statements that every version understands: they read, and write what is there already.
 */
const statements = [
  'select count(*)::int as n from client',
  'select id, raison_sociale, statut from client order by random() limit 20',
  'select reservation.id, client.raison_sociale from reservation join client on client.id = client_id limit 50',
  'update client set telephone = telephone where id = (select id from client order by random() limit 1)',
  'update reservation set motif_decision = motif_decision where id = (select id from reservation order by random() limit 1)',
]

/**
 * Runs the work while others read and write, each with a pause between statements, and returns how many statements of
 * each kind were answered. A statement that fails makes this fail; one that loses a deadlock or times out on a lock is
 * repeated, as applications do after a 503.
 */
export async function underLightLoad(
  connection: DatabaseAddress,
  work: () => Promise<unknown>,
): Promise<number[]> {
  const answered = statements.map(() => 0)
  let over = false
  const people = statements.map((statement, index) =>
    withWriter(connection, async (client) => {
      while (!over) {
        await client.query(statement).then(
          () => {
            answered[index] = (answered[index] ?? 0) + 1
          },
          (error) => {
            if (!(error instanceof DatabaseError && /^(40P01|55P03)$/.test(error.code ?? ''))) throw error
          },
        )
        await client.query('select pg_sleep(0.005)')
      }
    }),
  )
  const working = (async () => {
    try {
      while (answered.includes(0)) await new Promise((resolve) => setTimeout(resolve, 5))
      const before = [...answered]
      await work()
      return before
    } finally {
      over = true
    }
  })()
  const [before] = await Promise.all([working, ...people])
  return answered.map((count, index) => count - (before[index] ?? 0))
}
