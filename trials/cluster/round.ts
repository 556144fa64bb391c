import { setTimeout as sleep } from 'node:timers/promises'
import type { History } from '../../harness/history/history.ts'
import { tell } from '../../src/commands/terminal.ts'
import type { Cluster } from './cluster.ts'
import { faultNames } from './fault-names.ts'
import { faults } from './faults.ts'
import { healthOf } from './instance.ts'
import { noteLedger } from './ledger.ts'
import type { Options } from './options.ts'
import { until } from './until.ts'

/** Seconds that instances are given to feel well after the cluster is whole. */
const RECOVERY = 20
/** Between two faults, in milliseconds. */
const CALM = 3000

/** All faults of a round, one after the other. */
export async function playRound(
  cluster: Cluster,
  history: History,
  round: number,
  { only, rounds }: Options,
): Promise<void> {
  for (const name of faultNames.filter((known) => only.includes(known))) {
    if (name === 'cut' && !cluster.network.cuttable) {
      tell('cut: left out, this system allows no network namespaces')
      continue
    }
    await sleep(CALM)
    tell(`round ${round} of ${rounds}: ${name}`)
    const begin = history.now()
    await faults[name](cluster)
    await cluster.untilWhole()
    const whole = history.now()
    let health: readonly string[] = []
    const isWell = async () => {
      health = await Promise.all(cluster.instances.map(healthOf))
      return health.every((word) => word === 'ok')
    }
    await until('health', isWell, RECOVERY).catch(() => {})
    history.add({ kind: 'fault', name, round, begin, whole, health })
  }
  await sleep(CALM)
  await noteLedger(cluster.rw, history)
}
