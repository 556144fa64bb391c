import { afterAll, beforeAll, expect, test } from 'vitest'
import { readingOf } from '../harness/database/connection.ts'
import { Cancellation } from '../src/database/cancellation.ts'
import { type Database, DatabaseUnavailable, openDatabase } from '../src/database/database.ts'
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
const ask = async (statement: ReturnType<typeof numbered>, cancellation = new Cancellation()) =>
  (await database.read<Row>(statement, { until: performance.now() + 20_000, cancellation }))[0] as Row

/** The connections on which a statement sleeps. */
const sleeping = async () => {
  const asleep = `select pid from pg_stat_activity where datname = current_database() and wait_event = 'PgSleep'`
  return (await world.sql<{ pid: number }>(asleep)).map(({ pid }) => pid)
}

/** The connection on which a statement sleeps, or nothing once this is settled. */
async function seenAsleep(asked: Promise<unknown>): Promise<number | undefined> {
  const settled = isSettled(asked)
  for (;;) {
    const [pid] = await sleeping()
    if (pid !== undefined || settled()) return pid
  }
}

function isSettled(asked: Promise<unknown>): () => boolean {
  let settled = false
  const note = () => {
    settled = true
  }
  asked.then(note, note)
  return () => settled
}

const isRefused = (asked: Promise<unknown>) =>
  asked.then(
    () => false,
    () => true,
  )

// Statements share a connection for 250 ms at most: a scene that takes a busy machine longer is played again.

test('brief statements of the same moment share a connection, four at a time; each gets its own answer', async () => {
  const answered: number[][] = []
  const connections = async () => {
    const answers = await Promise.all(first(8).map((n) => ask(numbered(n))))
    answered.push(answers.map(({ n }) => n))
    return new Set(answers.map(({ pid }) => pid)).size
  }
  await expect.poll(connections).toBe(2)
  expect(answered).toEqual(answered.map(() => first(8)))
})

test('any other statement has a connection of its own', async () => {
  const answers = await Promise.all(first(4).map((n) => ask(numbered(n, { brief: false, seconds: 0.2 }))))
  expect(new Set(answers.map(({ pid }) => pid)).size).toBe(4)
})

test('who hangs up costs the others nothing', async () => {
  /** Whether one hung up while their statement ran, and whether the others were answered on its connection. */
  const scene = async () => {
    const cancellation = new Cancellation()
    const left = ask(numbered(1, { seconds: 0.15 }), cancellation)
    const others = Promise.all([2, 3].map((n) => ask(numbered(n))))
    const pid = await seenAsleep(left)
    cancellation.cancel()
    return { left: await isRefused(left), others: (await others).map((row) => [row.n, row.pid === pid]) }
  }
  const others = [2, 3].map((n) => [n, true])
  await expect.poll(scene).toEqual({ left: true, others })
})

test('a connection on which a statement of nobody still runs is closed, not used again', async () => {
  /** Whether one hung up while the statement before theirs ran, and whether its connection was used again. */
  const scene = async () => {
    const cancellation = new Cancellation()
    const stays = ask(numbered(1, { seconds: 0.15 }))
    const left = ask(numbered(2, { seconds: 1.9 }), cancellation)
    const answered = isSettled(stays)
    await seenAsleep(stays)
    const before = !answered()
    cancellation.cancel()
    const refused = await isRefused(left)
    const { pid } = await stays
    const next = await Promise.all(first(4).map((n) => ask(numbered(n, { brief: false }))))
    return { before, refused, again: next.some((row) => row.pid === pid) }
  }
  await expect.poll(scene).toEqual({ before: true, refused: true, again: false })
})

test('when all have hung up, their statements end', async () => {
  /** Takes away the deadline that the server has for the statements that follow on this connection. */
  const endless = {
    ...numbered(0),
    text: `select $1::int as n, pg_backend_pid() as pid, set_config('statement_timeout', '0', false), $2::float8`,
  }
  /** Whether all hung up while one of their statements ran there. */
  const scene = async () => {
    const cancellations = first(2).map(() => new Cancellation())
    const asked = ask(endless)
    const left = Promise.all(
      cancellations.map((cancellation, n) => isRefused(ask(numbered(n, { seconds: 3600 }), cancellation))),
    )
    const { pid } = await asked
    await seenAsleep(left)
    const there = (await sleeping()).includes(pid)
    for (const cancellation of cancellations) cancellation.cancel()
    return { there, left: await left }
  }
  await expect.poll(scene).toEqual({ there: true, left: [true, true] })
  await expect.poll(sleeping).toEqual([])
})

test('who waits behind a long statement is answered elsewhere, and the long one in its place', async () => {
  const scene = async () => {
    const order: number[] = []
    const note = async (asked: Promise<Row>) => order.push((await asked).n)
    await Promise.all([
      note(ask(numbered(1, { seconds: 1.5 }))),
      note(ask(numbered(2))),
      note(ask(numbered(3))),
    ])
    expect(order.toSorted()).toEqual([1, 2, 3])
    return order[2]
  }
  await expect.poll(scene).toBe(1)
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
  for (let round = 0; round < 50 || right <= 250; round += 1) {
    const asked = first(10).map((n) => 10 * round + n)
    const answers = await Promise.allSettled(asked.map((n) => ask(numbered(n, { seconds: 0.003 }))))
    for (const [place, answer] of answers.entries()) {
      if (answer.status === 'rejected') expect(answer.reason).toBeInstanceOf(DatabaseUnavailable)
      else expect(answer.value.n).toBe(asked[place])
      if (answer.status === 'fulfilled') right += 1
    }
  }
  clearInterval(cut)
})

test('a statement that cannot be prepared is refused for what it is, to each who asks', async () => {
  const wrong = { text: 'select $1::int from nothing_there', values: [1], brief: true }
  const answers = await Promise.allSettled(first(3).map(() => database.read(wrong)))
  for (const answer of answers) expect(answer).toMatchObject({ reason: { code: '42P01' } })
})
