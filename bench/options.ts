import { parseArgs } from 'node:util'
import { CONNECTIONS } from './load.ts'

/** What a run is asked to do. */
export interface Options {
  readonly clients: number
  readonly seconds: number
  readonly rounds: number
  /** How many ask at once; a case that reads a large part of all rows has two. */
  readonly connections: number
  /** Only the cases named so, or whose name contains one of these, and with `actions` those too; empty: all. */
  readonly cases: readonly string[]
  /** Nothing was asked for: a selection of the cases, in less than a minute. */
  readonly daily: boolean
  readonly out: string
}

/** The options of the command line. */
export function readOptions(): Options {
  const { values } = parseArgs({
    options: {
      clients: { type: 'string' },
      seconds: { type: 'string' },
      rounds: { type: 'string' },
      connections: { type: 'string' },
      cases: { type: 'string' },
      out: { type: 'string', default: 'coverage/bench' },
    },
  })
  const { out, clients, seconds, rounds, connections, cases } = values
  return {
    clients: positive('clients', clients ?? '10000', Number.isInteger),
    seconds: positive('seconds', seconds ?? '0.4', Number.isFinite),
    rounds: positive('rounds', rounds ?? '2', Number.isInteger),
    connections: positive('connections', connections ?? String(CONNECTIONS), Number.isInteger),
    cases: (cases ?? '').split(',').flatMap((word) => word.trim() || []),
    daily: [clients, seconds, rounds, connections, cases].every((value) => value === undefined),
    out,
  }
}

function positive(option: string, text: string, valid: (value: number) => boolean): number {
  const value = Number(text)
  if (value > 0 && valid(value)) return value
  throw new Error(`--${option} ${text}: a positive number is expected`)
}
