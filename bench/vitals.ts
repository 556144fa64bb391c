import { reference } from '../harness/load/cases.ts'
import { SERVICE } from '../harness/load/ground.ts'
import type { Vitals as Service } from '../harness/load/serve.ts'
import { median, ratio } from '../harness/load/statistics.ts'
import { ask } from './answers.ts'
import { CONNECTIONS, load, warmUp } from './load.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { Target } from './target.ts'
import type { TestBed } from './test-bed.ts'

/** What the service takes to start and to run, and what a second process of it gives. */
export interface Vitals {
  /** From the fork to listening, on a migrated database. */
  readonly startMilliseconds: number
  /** Resident, after all cases. */
  readonly memoryBytes: number
  /** Requests per second of one process and of two together, on the first case. */
  readonly processes: {
    readonly one: number | null
    readonly two: number | null
    readonly ratio: number | null
    readonly refused: string | null
  }
}

const STARTS = 3

export async function vitalsOf(
  testBed: TestBed,
  options: { readonly seconds: number; readonly rounds: number },
): Promise<Vitals> {
  return {
    memoryBytes: (await testBed.service.ask<Service>('look')).rss,
    startMilliseconds: await startTime(testBed),
    processes: await twoProcesses(testBed, options),
  }
}

async function startTime({ address, serve }: TestBed): Promise<number> {
  const times: number[] = []
  for (let start = 0; start < STARTS; start++) {
    const began = performance.now()
    const server = await serve(SERVICE, address)
    times.push(performance.now() - began)
    await server.stop()
  }
  return median(times)
}

/** The same number of connections, all to one process or half of them to each of two that give the same answers. */
async function twoProcesses(
  { address, serve, service, tokens, world }: TestBed,
  { seconds, rounds }: { readonly seconds: number; readonly rounds: number },
): Promise<Vitals['processes']> {
  const [path = '/'] = reference.paths(world)
  const token = tokens.operator
  const targetAt = (origin: string, answer: string): Target => ({
    origin,
    questions: [{ path, answer }],
    token,
  })
  const one: number[] = []
  const two: number[] = []
  const second = await serve(SERVICE, address)
  const refused = await refusalOf(async () => {
    const answer = await ask(service.origin, path, token)
    if ((await ask(second.origin, path, token)) !== answer) throw new Refusal('the two answer differently')
    const [here, there] = [targetAt(service.origin, answer), targetAt(second.origin, answer)]
    await load(there, warmUp(CONNECTIONS))
    for (let round = 0; round < rounds; round++) {
      one.push((await load(here, { duration: seconds })).rate)
      const [mine, other] = await Promise.all([
        load(here, { duration: seconds }, CONNECTIONS / 2),
        load(there, { duration: seconds }, CONNECTIONS / 2),
      ])
      two.push(mine.rate + other.rate)
    }
  }).finally(() => second.stop())
  const [single, double] = refused === null ? [median(one), median(two)] : [null, null]
  return { one: single, two: double, ratio: ratio(double, single), refused }
}
