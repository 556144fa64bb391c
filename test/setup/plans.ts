import pg from 'pg'
import { Cancellation } from '../../src/database/cancellation.ts'
import type { Source, Statement } from '../../src/database/database.ts'
import type { Caller } from '../../src/identity/caller.ts'
import { identify } from '../../src/identity/identify.ts'
import type { ReadRequest } from '../../src/operations/compose.ts'
import { execute } from '../../src/operations/execute.ts'
import type { ReadOperation } from '../../src/operations/operation.ts'
import { MADE_ON } from './postgres.ts'
import type { World } from './world.ts'

/** A step of a plan, as PostgreSQL tells it after it was run. */
export interface Step {
  readonly [fact: string]: unknown
}

export interface Plans {
  /** A connection whose planner tests may restrict. */
  readonly client: pg.Client
  /** The steps of this request's statement. */
  steps(operation: ReadOperation, request: ReadRequest): Promise<Step[]>
  close(): Promise<void>
}

/** Shows how the database answers what this account asks. */
export async function openPlans(world: World, who: string): Promise<Plans> {
  const wait = { until: Number.POSITIVE_INFINITY, cancellation: new Cancellation() }
  const client = new pg.Client(world.connection as pg.ClientConfig)
  await client.connect()
  // So few rows would be read one after the other, whatever is asked.
  await client.query('set search_path to antenne; set enable_seqscan to off')
  const [{ id = '' } = {}] = await world.sql<{ id?: string }>('select id from utilisateur where email = $1', [
    who,
  ])
  const read: Source['read'] = async <Row extends object>({ text, values }: Statement) =>
    (await client.query(text, values)).rows as Row[]
  const caller = (await identify({ read }, id, wait)) as Caller
  return {
    client,
    async steps(operation, request) {
      const steps: Step[] = []
      const explain: Source['read'] = async <Row extends object>({ text, values }: Statement) => {
        const { rows } = await client.query(`explain (analyze, format json) ${text}`, values)
        JSON.stringify(rows, (_key, node) => {
          if (node?.['Node Type'] !== undefined) steps.push(node)
          return node
        })
        return [{ confirme: true, donnees: null }] as unknown as Row[]
      }
      await execute({ read: explain }, operation, { ...caller, aujourdhui: MADE_ON }, request, wait)
      return steps
    },
    close: () => client.end(),
  }
}
