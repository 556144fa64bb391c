import { afterAll, beforeAll, expect, test } from 'vitest'
import { readingOf } from '../harness/database/connection.ts'
import { type Database, openDatabase } from '../src/database/database.ts'
import { PREPARED_STATEMENTS } from '../src/database/statement-names.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let database: Database
beforeAll(async () => {
  world = await openWorld()
  database = openDatabase(readingOf(world.connection), { size: 1 })
})
afterAll(async () => {
  await database.close()
  await world.close()
})

const usual = { text: 'select $1::int as usual', values: [1] }
/** All but the one that asks each connection what its server is. */
const listing = {
  text: `select name, statement, (generic_plans + custom_plans)::int as plans, pg_backend_pid() as pid
    from pg_prepared_statements where name <> 'server-report'`,
  values: [],
}
interface Prepared {
  readonly name: string
  readonly statement: string
  readonly plans: number
  readonly pid: number
}
const prepared = () => database.read<Prepared>(listing)
const plansOf = async ({ text }: { text: string }) =>
  (await prepared()).find(({ statement }) => statement === text)?.plans

test('after ten times as many shapes a usual statement is still prepared, and none is beyond the limit', async () => {
  // From the start on a new connection, should a busy machine have cost it the one before.
  for (let round = 0; !(await manyShapes(round)); round += 1);
  expect(await plansOf(usual)).toBe(21)
})

/** Asks in ten times as many shapes as are kept; false when not all of them were asked on one connection. */
async function manyShapes(round: number): Promise<boolean> {
  await database.read(usual)
  const [{ pid } = { pid: 0 }] = await prepared()
  for (let shape = 0; shape < 10 * PREPARED_STATEMENTS; shape++) {
    await database.read({ text: `select $1::int as shape_${round}_${shape}`, values: [shape] })
    if (shape % 100 === 0) {
      await database.read(usual)
      expect((await prepared()).length).toBeLessThanOrEqual(PREPARED_STATEMENTS)
    }
  }
  // Prepared once, it was planned at each of its uses.
  return (await prepared()).every((one) => one.pid === pid)
}

test('a statement that was freed is prepared again when it comes back', async () => {
  const rare = { text: 'select $1::int as rare', values: [7] }
  expect(await database.read(rare)).toEqual([{ rare: 7 }])
  for (let shape = 0; shape <= PREPARED_STATEMENTS; shape++) {
    await database.read({ text: `select $1::int as other_${shape}`, values: [shape] })
  }
  expect(await plansOf(rare)).toBeUndefined()
  expect(await database.read(rare)).toEqual([{ rare: 7 }])
  expect(await plansOf(rare)).toBe(1)
})

test('statements that cannot be prepared, or fail, take no room from those that can', async () => {
  for (let shape = 0; shape < 2 * PREPARED_STATEMENTS; shape++) {
    await expect(database.read({ text: `select no_column_${shape}`, values: [] })).rejects.toThrow()
    await expect(database.read({ text: `select 1 / $1::int as by_${shape}`, values: [0] })).rejects.toThrow()
  }
  expect(await database.read(usual)).toEqual([{ usual: 1 }])
  await database.read(usual)
  expect(await plansOf(usual)).toBeGreaterThan(0)
  expect((await prepared()).length).toBeLessThanOrEqual(PREPARED_STATEMENTS)
})
