import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer } from '../../harness/http/ask.ts'
import { openWorld, type World } from '../setup/world.ts'
import type { Caller } from './people.ts'

/** How many ask at once. */
const AT_ONCE = 8
/** How often one asks again. */
const PATIENCE = 40

/** Those who ask, with all that they were ever told. */
export class Visitors {
  readonly world: World
  readonly #told = new Map<string, Set<string>>()

  private constructor(world: World) {
    this.world = world
  }

  static async open(): Promise<Visitors> {
    return new Visitors(await openWorld({ template: 'vide' }))
  }

  /** The answer, whatever it is, unless the service itself has failed. */
  async ask(
    { name, who }: Caller,
    url: string,
    { method = 'GET', ...headers }: { method?: string; 'if-none-match'?: string } = {},
  ): Promise<Answer> {
    const authorization = who === null ? {} : { authorization: `Bearer ${await this.world.token(who)}` }
    const request = () => this.world.request(method, url, { ...authorization, ...headers })
    let answer = await request()
    // A machine that is busy with other things is no answer: one asks again, as one is told to.
    for (let time = 0; time < PATIENCE && answer.status === 503; time += 1) {
      await sleep(500)
      answer = await request()
    }
    if (answer.status >= 500) throw new Error(`${SERVICE_FAILED}: ${answer.status} to ${name} for ${url}`)
    this.#hear(name, answer)
    return answer
  }

  /** The secrets that the caller has read so far. */
  told({ name }: Caller): ReadonlySet<string> {
    return this.#told.get(name) ?? new Set()
  }

  #hear(name: string, { text, headers }: Answer): void {
    const told = this.#told.get(name) ?? new Set()
    this.#told.set(name, told)
    for (const [secret] of `${text}${JSON.stringify(headers)}`.matchAll(/secret [^.]*\./g)) told.add(secret)
  }
}

/** What a test says when the service breaks instead of answering. */
const SERVICE_FAILED = 'the service failed'

/** Does the work for each, several at a time. */
export async function forEach<T>(items: Iterable<T>, work: (item: T) => Promise<void>): Promise<void> {
  const queue = [...items].values()
  const worker = async () => {
    for (const item of queue) await work(item)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

/** An answer without what differs from one request to the next. */
export function lasting({ status, headers, text }: Answer): string {
  const kept = Object.entries(headers).filter(([name]) => name !== 'date' && name !== 'x-request-id')
  return JSON.stringify([status, kept.sort(([a], [b]) => (a < b ? -1 : 1)), text])
}

/** Whether two answers that may both change with the load of the machine are the same at some time. */
export async function agree(one: () => Promise<string>, other: () => Promise<string>): Promise<boolean> {
  for (let time = 0; time < PATIENCE; time += 1) {
    if ((await one()) === (await other())) return true
    await sleep(50)
  }
  return false
}
