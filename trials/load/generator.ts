import { type Ground, SERVICE } from '../../harness/load/ground.ts'
import type { Vitals } from '../../harness/load/serve.ts'
import type { Load, Setting } from './generate.ts'
import type { Tally } from './tally.ts'

/** The service in a process of its own, as in production, and what asks it. */
export interface Loaded extends Ground {
  readonly origin: string
  vitals(asked: 'look' | 'collect'): Promise<Vitals>
  /** Starts a generator of these questions. */
  generator(setting: Setting): Promise<Generator>
}

export interface Generator {
  readonly pid: number
  load(load: Omit<Load, 'port'>): Promise<Tally>
}

export async function loaded(ground: Ground): Promise<Loaded> {
  const { origin, ask } = await ground.serve(SERVICE, ground.reading, ground.acting)
  const port = Number(new URL(origin).port)
  return {
    ...ground,
    origin,
    vitals: (asked) => ask<Vitals>(asked),
    async generator(setting) {
      const child = await ground.beside(new URL('./generate.js', import.meta.url))
      const pid = await child.ask<number>(setting)
      return { pid, load: (load) => child.ask<Tally>({ ...load, port }) }
    },
  }
}
