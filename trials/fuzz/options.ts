import { parseArgs } from 'node:util'

/** What a long run is told. */
export interface Options {
  readonly requests: number
  readonly seed: string
  /** How many connections ask at once. */
  readonly connections: number
  /** The run ends after so many minutes, as it does by Ctrl-C, however many requests are left. */
  readonly minutes: number
  /** Requests to act instead of requests to read. */
  readonly actions: boolean
  /** Only the request of this number, to see it again. */
  readonly only: number | undefined
}

export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      requests: { type: 'string', default: '100000' },
      seed: { type: 'string', default: String(Date.now()) },
      connections: { type: 'string', default: '8' },
      minutes: { type: 'string', default: '1440' },
      only: { type: 'string' },
      actions: { type: 'boolean', default: false },
    },
  })
  const count = (option: string, text: string): number => {
    if (/^\d{1,10}$/.test(text)) return Number(text)
    throw new Error(`--${option} takes a whole number.`)
  }
  return {
    requests: count('requests', values.requests),
    seed: values.seed,
    connections: Math.max(1, count('connections', values.connections)),
    minutes: count('minutes', values.minutes),
    actions: values.actions,
    only: values.only === undefined ? undefined : count('only', values.only),
  }
}
