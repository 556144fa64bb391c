import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readingOf } from '../harness/database/connection.ts'
import { type Database, DatabaseUnavailable, openDatabase } from '../src/database/database.ts'
import { HangUp } from '../src/database/hang-up.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let database: Database
beforeAll(async () => {
  world = await openWorld()
  database = openDatabase(readingOf(world.connection))
})
afterAll(async () => {
  await database.close()
  await world.close()
})

interface Row {
  readonly n: number
  readonly pid: number
}

/** Answers its own number, after so many seconds, and which connection it came on. */
const numbered = (n: number, { seconds = 0, brief = true } = {}) => ({
  text: 'select $1::int as n, pg_backend_pid() as pid, pg_sleep($2::float8)',
  values: [n, seconds],
  brief,
})
const first = (count: number) => Array.from({ length: count }, (_, n) => n)
const ask = async (statement: ReturnType<typeof numbered>, hangUp = new HangUp()) =>
  (await database.read<Row>(statement, { until: performance.now() + 20_000, hangUp }))[0] as Row

const running = async () =>
  (
    await world.sql<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'antenne' and state = 'active' and query like '%pg_sleep%'`,
    )
  ).length

test('brief statements of the same moment share a connection, four at a time; each gets its own answer', async () => {
  const answers = await Promise.all(first(8).map((n) => ask(numbered(n))))
  expect(answers.map(({ n }) => n)).toEqual(first(8))
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(2)
})

test('any other statement has a connection of its own', async () => {
  const answers = await Promise.all(first(4).map((n) => ask(numbered(n, { brief: false, seconds: 0.2 }))))
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(4)
})

test('who hangs up costs the others nothing', async () => {
  const hangUp = new HangUp()
  const left = ask(numbered(1, { seconds: 0.15 }), hangUp)
  const others = [2, 3].map((n) => ask(numbered(n)))
  await sleep(50)
  hangUp.tell()
  await expect(left).rejects.toThrow()
  const answers = await Promise.all(others)
  expect(answers.map(({ n }) => n)).toEqual([2, 3])
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(1)
})

test('a connection on which a statement of nobody still runs is closed, not used again', async () => {
  const hangUp = new HangUp()
  const stays = ask(numbered(1, { seconds: 0.15 }))
  const left = ask(numbered(2, { seconds: 1.9 }), hangUp)
  await sleep(50)
  hangUp.tell()
  await expect(left).rejects.toThrow()
  const { pid } = await stays
  const next = await Promise.all(first(4).map((n) => ask(numbered(n, { brief: false }))))
  expect(next.map((row) => row.pid)).not.toContain(pid)
})

test('when all have hung up, their statements end', async () => {
  const hangUps = first(3).map(() => new HangUp())
  const left = hangUps.map((hangUp, n) => ask(numbered(n, { seconds: 1.9 }), hangUp))
  await expect.poll(running, { timeout: 10_000, interval: 5 }).toBeGreaterThan(0)
  for (const hangUp of hangUps) hangUp.tell()
  const began = performance.now()
  for (const one of left) await expect(one).rejects.toThrow()
  await expect.poll(running, { timeout: 1500, interval: 5 }).toBe(0)
  expect(performance.now() - began).toBeLessThan(1500)
})

test('who waits behind a long statement is answered elsewhere, and the long one in its place', async () => {
  const order: number[] = []
  const note = async (asked: Promise<Row>) => order.push((await asked).n)
  await Promise.all([
    note(ask(numbered(1, { seconds: 1.5 }))),
    note(ask(numbered(2))),
    note(ask(numbered(3))),
  ])
  expect(order.toSorted()).toEqual([1, 2, 3])
  expect(order[2]).toBe(1)
})

test('while connections are lost, nobody gets the answer of another', async () => {
  const cut = setInterval(
    () =>
      world
        .sql(`select pg_terminate_backend(pid) from pg_stat_activity
          where application_name = 'antenne' and state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`)
        .catch(() => {}),
    20,
  )
  let right = 0
  for (let round = 0; round < 50; round += 1) {
    const asked = first(10).map((n) => 10 * round + n)
    const answers = await Promise.allSettled(asked.map((n) => ask(numbered(n, { seconds: 0.003 }))))
    for (const [place, answer] of answers.entries()) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(DatabaseUnavailable)
      else expect(answer.value.n).toBe(asked[place])
      if (answer.status === 'fulfilled') right += 1
    }
  }
  clearInterval(cut)
  expect(right).toBeGreaterThan(250)
})

test('a statement that cannot be prepared is refused for what it is, to each who asks', async () => {
  const wrong = { text: 'select $1::int from nothing_there', values: [1], brief: true }
  const answers = await Promise.allSettled(first(3).map(() => database.read(wrong)))
  for (const answer of answers) expect(answer).toMatchObject({ reason: { code: '42P01' } })
})
