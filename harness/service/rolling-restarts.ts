import { Agent } from 'node:http'
import { type Answer, ask } from '../http/ask.ts'
import { type Serving, stop } from './process.ts'
import { openProxy } from './proxy.ts'

/**
 * Two instances behind a proxy, restarted in turn again and again under load. Not one request may be lost:
 * npm run rolling -- --requests 100000
 */
interface Course {
  readonly requests: number
  /** Restarts of each instance, at least. */
  readonly rounds: number
  /** How many ask at once. */
  readonly askers: number
  start(): Promise<Serving>
  progress?(outcome: Outcome): void
}

interface Outcome {
  restarts: number
  requests: number
  /** How often each answer other than 200 came instead. */
  readonly lost: Map<string, number>
  /** Refused with 503 by an instance that nobody had told to stop: more was asked than the machine can do. */
  refused: number
  /** Milliseconds. */
  slowest: number
  /** What processes that were to stop ended with. */
  readonly ends: Set<number | NodeJS.Signals>
}

const paths = ['clients?taille=5', 'moi', 'partenaires', 'offres', 'clients?recherche=sa', 'reservations']

export async function rollingRestarts({ requests, rounds, askers, ...course }: Course): Promise<Outcome> {
  const outcome: Outcome = {
    restarts: 0,
    requests: 0,
    lost: new Map(),
    refused: 0,
    slowest: 0,
    ends: new Set(),
  }
  const proxy = await openProxy(2)
  const instances: Serving[] = []
  /** The one that was told to stop, until its successor is there. */
  let stopping: number | undefined
  let asking = true
  const place = async (number: number) => {
    const instance = await course.start()
    instances[number] = instance
    proxy.place(number, instance.address)
    await proxy.untilWell(number)
  }
  const isEnough = () => outcome.requests >= requests && outcome.restarts >= 2 * rounds
  const restart = async () => {
    for (let number = 0; !isEnough(); number = 1 - number) {
      stopping = number
      outcome.ends.add(await stop(instances[number] as Serving))
      await place(number)
      stopping = undefined
      outcome.restarts += 1
      course.progress?.(outcome)
    }
    asking = false
  }
  const note = ({ status, headers, text }: Pick<Answer, 'status' | 'headers' | 'text'>) => {
    const instance = Number(headers['x-instance'])
    outcome.requests += 1
    if (status === 200) return
    if (status === 503 && instance !== stopping) outcome.refused += 1
    else {
      const what = `${status} ${text.slice(0, 80)}${instance === stopping ? ', while it was being restarted' : ''}`
      outcome.lost.set(what, (outcome.lost.get(what) ?? 0) + 1)
    }
  }
  try {
    await place(0)
    await place(1)
    const headers = { authorization: instances[0]?.authorization ?? '' }
    const asker = async (first: number) => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 })
      for (let n = first; asking; n += 1) {
        const begun = performance.now()
        // None, or half of one, is told as 0.
        const asked = ask(`${proxy.address}/api/v1/${paths[n % paths.length]}`, { headers, agent })
        note(await asked.catch(({ message }: Error) => ({ status: 0, headers: {}, text: message })))
        outcome.slowest = Math.max(outcome.slowest, performance.now() - begun)
      }
      agent.destroy()
    }
    await Promise.all([restart(), ...Array.from({ length: askers }, (_, first) => asker(first))])
    return outcome
  } finally {
    asking = false
    await Promise.all(instances.map((instance) => stop(instance)))
    await proxy.close()
  }
}
