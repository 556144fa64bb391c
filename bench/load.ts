import autocannon from 'autocannon'
import { quantile } from '../harness/load/statistics.ts'
import { Refusal } from './refusal.ts'
import type { Question, Sample, Target } from './target.ts'
import { hasWrk, wrk } from './wrk.ts'

/** Something to do, once: another key is another intention. */
export interface Task extends Question {
  readonly body: string
  readonly headers: Readonly<Record<string, string>>
}

export const CONNECTIONS = 10

/** How often autocannon looks whether the time is over, in milliseconds: loads are short. */
const TICK = 20

/** How long a load is: so many seconds, or so many requests. */
type Extent = { readonly duration: number } | { readonly amount: number }

/** Every connection prepares its statements, and the code gets hot. */
export const warmUp = (connections: number): Extent => ({ amount: 5 * connections })

/** Asks, over connections that each ask their share of the questions in turn. */
export async function load(target: Target, extent: Extent, connections = CONNECTIONS): Promise<Sample> {
  if (hasWrk && 'duration' in extent && extent.duration >= 1) return wrk(target, extent.duration, connections)
  const wrong: string[] = []
  return fire(target, extent, sharesOf(target, connections, wrong), wrong)
}

/** Does all of the tasks, each once. */
export function perform(
  { origin, token = '' }: Pick<Target, 'origin' | 'token'>,
  tasks: readonly Task[],
  connections: number,
): Promise<Sample> {
  const shares = Array.from({ length: connections }, (_, first) =>
    tasks.filter((_task, place) => place % connections === first),
  )
  const requests = shares.map((share) =>
    share.map(({ path, body, headers }) => ({
      ...{ method: 'POST' as const, path, body },
      headers: { ...headers, 'content-type': 'application/json', authorization: `Bearer ${token}` },
    })),
  )
  return fire({ origin, questions: tasks }, { amount: tasks.length }, requests, [])
}

async function fire(
  { origin, questions, status }: Target,
  extent: Extent,
  shares: autocannon.Request[][],
  wrong: readonly string[],
): Promise<Sample> {
  const { result, times, began } = await run({
    url: origin,
    connections: shares.length,
    ...extent,
    sampleInt: TICK,
    setupClient: (client) => client.setRequests(shares.pop() ?? []),
  })
  const { errors } = result
  const right = status === undefined ? result['2xx'] : (result.statusCodeStats?.[`${status}`]?.count ?? 0)
  const others = times.length - right
  if (others + errors + wrong.length > 0 || times.length === 0) {
    const first = wrong[0] ?? questions[0]?.path
    throw new Refusal(
      `${right} × ${status ?? '2xx'}, ${others} others, ${errors} errors, ${wrong.length} wrong (${first})`,
    )
  }
  return {
    rate: times.length / ((result.finish.getTime() - began) / 1000),
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    count: times.length,
  }
}

/**
 * Autocannon's own figures are whole milliseconds and count its setting up: what it tells of each response is finer.
 */
async function run(options: autocannon.Options) {
  const times: number[] = []
  let began = Date.now()
  const result = await new Promise<autocannon.Result>((resolve, reject) => {
    const cannon = autocannon(options, (error: Error | null, found) =>
      error === null ? resolve(found) : reject(error),
    )
    cannon.on('start', () => {
      began = Date.now()
    })
    cannon.on('response', (_client, _status, _bytes, time) => times.push(time))
  })
  return { result, times, began }
}

/**
 * Of so many answers one is compared, letter by letter: reading them all would slow the generator, and flatter the
 * service.
 */
const COMPARED = 16

/** What each connection asks: different questions at any moment, as long as there are enough. */
function sharesOf(
  { questions, token }: Target,
  connections: number,
  wrong: string[],
): autocannon.Request[][] {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const shares = Array.from({ length: connections }, (): autocannon.Request[] => [])
  const turns = Math.max(questions.length, connections * COMPARED)
  for (let turn = 0; turn < turns; turn++) {
    const { path, answer } = questions[turn % questions.length] as Question
    const share = shares[turn % connections] as autocannon.Request[]
    const onResponse = (_status: number, body: string): void => {
      if (answer !== undefined && !isSame(body, answer)) wrong.push(path)
    }
    share.push({ method: 'GET', path, headers, ...(share.length % COMPARED === 0 ? { onResponse } : {}) })
  }
  return shares
}

/**
 * Whether the body is that answer. Autocannon decodes each piece of a body by itself and spoils a letter that lies
 * across two of them: a body that differs is compared once more by its plain letters.
 */
const isSame = (body: string, answer: string): boolean => body === answer || plain(body) === plain(answer)

const plain = (text: string): string => text.replace(/\P{ASCII}/gu, '')
