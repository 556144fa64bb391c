import { parseArgs } from 'node:util'
import { Failure } from '../../src/failure.ts'
import { faultNames } from './fault-names.ts'

export interface Options {
  readonly rounds: number
  readonly only: readonly string[]
  readonly topology: 'balanced' | 'direct' | 'mixed'
  readonly synchronous: boolean
  readonly seed: number
  /** Where the history is kept. */
  readonly history: string | undefined
  /** A history to judge once more, instead of making one. */
  readonly judge: string | undefined
  readonly help: boolean
}

export const usage = `Several machines on one: three etcd, three PostgreSQL under Patroni, HAProxy, Redis, an OpenID provider and two instances
lose parts of themselves in turn, while people read, reservations are made and rights are withdrawn. Says what they noticed.

npm run cluster -- [--rounds N] [--only ${faultNames.join(',')}]
  [--topology balanced|direct|mixed] [--asynchronous] [--seed N] [--history FILE]
npm run cluster -- --judge FILE`

const topologies = ['balanced', 'direct', 'mixed'] as const

export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      rounds: { type: 'string', default: '1' },
      only: { type: 'string', default: faultNames.join(',') },
      topology: { type: 'string', default: 'mixed' },
      asynchronous: { type: 'boolean', default: false },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
      history: { type: 'string' },
      judge: { type: 'string' },
      help: { type: 'boolean', default: false },
    },
  })
  const rounds = Number(values.rounds)
  const seed = Number(values.seed)
  const only = values.only.split(',')
  const topology = topologies.find((known) => known === values.topology)
  const unknown = only.filter((name) => !(faultNames as readonly string[]).includes(name))
  if (topology === undefined || unknown.length > 0 || !(rounds >= 1) || !Number.isInteger(seed)) {
    throw new Failure(usage, { exitCode: 2 })
  }
  const { asynchronous, history, judge, help } = values
  return { rounds, only, topology, synchronous: !asynchronous, seed, history, judge, help }
}
