import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Condition, Health } from './health.ts'

/** The health at the last check. */
export interface HealthWatch {
  readonly conditions: readonly Condition[]
  stop(): void
}

const EVERY = 1000

/** Checks the health once a second and logs each condition that changed: from what, to what, and why. */
export function watchHealth(health: Health, log: FastifyBaseLogger): HealthWatch {
  const stopped = new AbortController()
  let conditions: readonly Condition[] = []

  const look = async () => {
    const found = await health.conditions()
    for (const condition of found) {
      const before = conditions.find(({ name }) => name === condition.name)
      if (!stopped.signal.aborted && essence(before) !== essence(condition)) tell(condition, before, found)
    }
    conditions = found
  }
  const tell = (
    { name, state, cause }: Condition,
    before: Condition | undefined,
    all: readonly Condition[],
  ) =>
    log[state === 'ok' ? 'info' : 'warn']({
      message: 'health changed',
      condition: name,
      from: before?.state ?? 'ok',
      to: state,
      cause: cause ?? before?.cause ?? null,
      health: healthOf(all),
    })
  const run = async () => {
    const { signal } = stopped
    while (!signal.aborted) {
      await sleep(EVERY, undefined, { ref: false, signal }).catch(() => {})
      if (!signal.aborted)
        await look().catch((error: Error) =>
          log.error({ message: 'health cannot be told', reason: error.message }),
        )
    }
  }
  void run()
  return {
    get conditions() {
      return conditions
    },
    stop: () => stopped.abort(),
  }
}

/** The worst of all states. */
export const healthOf = (conditions: readonly Condition[]): Condition['state'] => {
  const states = conditions.map(({ state }) => state)
  return states.find((state) => state === 'indisponible') ?? states.find((state) => state !== 'ok') ?? 'ok'
}

/** What makes two conditions equal: a growing lag is no change, nor are other words for the same cause. */
const essence = (condition: Condition | undefined): string =>
  `${condition?.state ?? 'ok'} ${(condition?.cause ?? '').replace(/\d+ s\b|\([^)]*\)/g, '')}`
