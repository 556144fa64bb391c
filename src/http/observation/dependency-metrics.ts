import { Counter, Gauge, type Registry } from 'prom-client'
import type { Scanner } from '../../antivirus/scanner.ts'
import type { ServerState } from '../../database/database.ts'
import type { KeysState } from '../../identity/keys.ts'
import { version } from '../../package.ts'
import type { Condition } from './health.ts'
import { healthOf } from './health-watch.ts'

/** The dependencies of the service, read at each scrape. */
export interface Dependants {
  readonly servers: () => readonly ServerState[]
  readonly keys: () => KeysState
  /** Absent where no shared rate store is configured. */
  readonly store: (() => boolean) | undefined
  /** Absent where none is configured. */
  readonly scanner: (() => Pick<Scanner, 'trouble' | 'scans'> | undefined) | undefined
  /** As of the last check. */
  readonly conditions: () => readonly Condition[]
}

const states = ['ok', 'degrade', 'indisponible'] as const
const roles = ['primary', 'standby', 'unknown'] as const

/** Gauges for each dependency and each database server. Servers are named by host and port. */
export function followDependencies(
  registers: Registry[],
  { servers, keys, store, scanner, conditions }: Dependants,
): void {
  const gauge = (name: string, help: string, labels: readonly string[], read: (gauge: Gauge) => void) =>
    new Gauge({
      name: `antenne_${name}`,
      help,
      labelNames: labels,
      registers,
      collect() {
        // Values that are no longer known are not shown.
        this.reset()
        read(this)
      },
    })
  const { node } = process.versions
  gauge('build_info', 'Always 1: which version runs, on what', ['version', 'node', 'platform'], (info) =>
    info.set({ version, node, platform: `${process.platform}-${process.arch}` }, 1),
  )
  gauge('database_server_up', 'Whether the server answers', ['server'], (up) => {
    for (const server of servers()) up.set({ server: server.name }, Number(server.up))
  })
  gauge('database_server_role', '1 for the role that the server has', ['server', 'role'], (role) => {
    for (const server of servers())
      for (const one of roles) role.set({ server: server.name, role: one }, Number(server.role === one))
  })
  gauge('database_server_lag_seconds', 'How far behind the primary a server is', ['server'], (lag) => {
    for (const { name, lagMs } of servers()) if (lagMs !== null) lag.set({ server: name }, lagMs / 1000)
  })
  gauge('identity_keys', 'Keys that the provider publishes', [], (count) => count.set(keys().count))
  gauge('identity_keys_ready', 'Whether the keys were fetched once', [], (ready) =>
    ready.set(Number(keys().ready)),
  )
  gauge('identity_keys_fresh', 'Whether they are there and not too old', [], (fresh) =>
    fresh.set(Number(keys().fresh)),
  )
  gauge('identity_keys_age_seconds', 'Time since they were fetched', [], (age) => {
    const { ageSeconds } = keys()
    if (ageSeconds !== null) age.set(ageSeconds)
  })
  gauge('health', '1 for the state that the service is in', ['state'], (health) => {
    for (const state of states) health.set({ state }, Number(healthOf(conditions()) === state))
  })
  gauge('health_condition', '1 for the state of each condition', ['condition', 'state'], (health) => {
    for (const { name, state: found } of conditions())
      for (const state of states) health.set({ condition: name, state }, Number(found === state))
  })
  if (store !== undefined)
    gauge('rate_store_up', 'Whether the shared rate store answers', [], (up) => up.set(Number(store())))
  if (scanner === undefined) return
  gauge('antivirus_up', 'Whether the scanner of files answers and gives its verdicts', [], (up) =>
    up.set(Number(scanner()?.trouble === null)),
  )
  new Counter({
    name: 'antenne_antivirus_scans_total',
    help: 'Scans of this instance, by outcome',
    labelNames: ['outcome'] as const,
    registers,
    collect() {
      this.reset()
      for (const [outcome, count] of Object.entries(scanner()?.scans ?? {})) this.inc({ outcome }, count)
    },
  })
}
