import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { openScanner, type Scanner, type ScanReport } from '../../antivirus/scanner.ts'
import type { Config } from '../../config.ts'
import { type DatabaseAddress, openDatabase } from '../../database/database.ts'
import { CallerMemory } from '../../identity/caller.ts'
import { DEMONSTRATION_ISSUER, demonstrationKeys, demonstrationToken } from '../../identity/demonstration.ts'
import { PublishedKeys } from '../../identity/published-keys.ts'
import { tokenVerifier } from '../../identity/token.ts'
import { AdmissionControl } from '../admission/admission.ts'
import { Connections } from '../admission/connections.ts'
import { KeyQueue } from '../admission/key-queue.ts'
import { openLimits } from '../admission/rate-limits.ts'
import { openHealth } from '../observation/health.ts'
import { type HealthWatch, watchHealth } from '../observation/health-watch.ts'
import { openMetrics, serveMetrics } from '../observation/metrics.ts'
import { openActions } from './actions.ts'
import { pageConfiguration } from './configuration.ts'
import type { Demonstration } from './demonstration.ts'
import { buildServer } from './server.ts'

/** A service that is ready to listen. */
export interface Service {
  readonly server: FastifyInstance
  /** Turns health to 503 and goes on serving for the time that load balancers need to notice. */
  announceStop(): Promise<void>
  /** Takes no more requests, lets running ones finish, then closes what the service opened. */
  close(): Promise<void>
}

interface ServiceOptions {
  readonly connection: DatabaseAddress
  /** The servers for actions, under an account that may act. */
  readonly acting: readonly DatabaseAddress[]
  readonly logLevel: string
  readonly now?: () => Date
  /** The demonstration accounts, where people sign in with the demonstration identity. */
  readonly accounts?: Demonstration['accounts']
  readonly logStream?: NodeJS.WritableStream
  /** Multiplies the event-loop delay that counts as overload, for a process with other work, as in tests. */
  readonly slack?: number
}

/** Builds the service: configuration and connection in, HTTP server out. The clock is a parameter (D12). */
export async function openService(config: Config, options: ServiceOptions): Promise<Service> {
  const {
    connection,
    now = () => new Date(),
    accounts = [],
    slack = 1,
    acting: servers,
    ...logging
  } = options
  const keys =
    config.issuer === undefined
      ? await demonstrationKeys(config.dataDir)
      : new PublishedKeys({
          issuer: config.issuer,
          jwksUrl: config.jwksUrl,
          refreshAfter: 1000 * config.keysRefresh,
        })
  const expected = { issuer: config.issuer ?? DEMONSTRATION_ISSUER, audience: config.audience }
  const limits = await openLimits(config)
  const replicas = config.replicaUrls.map((connectionString) => ({ connectionString }))
  const database = openDatabase(connection, { size: config.poolSize, replicas, failover: config.failover })
  const actions = openActions(config, servers, limits)
  const admission = new AdmissionControl(database.concurrency, slack)
  const connections = new Connections(config)
  const verify = tokenVerifier(keys, expected)
  const callers = new CallerMemory()
  let watch: HealthWatch | undefined
  let scanner: Scanner | undefined
  const metrics = openMetrics({
    admission,
    connections: () => database.connections,
    caches: { tokens: verify.uses, callers: callers.uses },
    servers: () => database.servers,
    keys: () => keys.state,
    store: config.redisUrl === undefined ? undefined : () => limits.shared,
    scanner: config.antivirus === undefined ? undefined : () => scanner,
    conditions: () => watch?.conditions ?? [],
  })
  let stopping = false
  const health = openHealth({
    database,
    actions: expectsActions(config) ? actions.engine.writers : null,
    keys,
    limits,
    scanner: () => scanner?.trouble ?? null,
    admission,
    stopping: () => stopping,
  })
  const server = buildServer({
    ...config,
    ...logging,
    database,
    verify,
    keys,
    keyQueue: new KeyQueue(keys, admission),
    linkQueue: new KeyQueue(actions.engine.signingKeys, admission),
    callers,
    engine: actions.engine,
    transfers: actions.transfers,
    limits,
    admission,
    connections,
    now,
    configuration: pageConfiguration(config, database),
    demonstration: config.issuer === undefined ? demonstrationOf(config, accounts) : undefined,
    signInOrigins: config.issuer === undefined ? [] : [new URL(config.issuer).origin],
    draining: () => stopping,
    answered: metrics.answered,
    health,
  })
  const refusals = reportRefusals(admission, connections, server)
  watch = watchHealth(health, server.log)
  const { antivirus: address } = config
  if (address !== undefined) scanner = openScanner({ address, servers, now, report: noteVerdict(server) })
  let figures: Awaited<ReturnType<typeof serveMetrics>> | undefined
  const service: Service = {
    server,
    async announceStop() {
      stopping = true
      await sleep(1000 * config.drainNotice)
    },
    async close() {
      stopping = true
      admission.close()
      clearInterval(refusals)
      watch.stop()
      keys.close()
      const scanned = scanner?.stop()
      await closeServer(server, connections, 1000 * config.drainTimeout)
      figures?.close()
      await Promise.all([database.close(), actions.close(), limits.close(), scanned])
    },
  }
  const { metricsPort: port, metricsHost: host } = config
  try {
    if (port !== undefined) figures = await serveMetrics(metrics, { port, host })
  } catch (error) {
    // The monitors of the servers would keep the process alive.
    await service.close()
    throw error
  }
  return service
}

const demonstrationOf = (
  { dataDir, audience }: Config,
  accounts: Demonstration['accounts'],
): Demonstration => ({
  accounts,
  token: (subject, seconds) => demonstrationToken(dataDir, { subject, audience, seconds }),
})

/** Logs refused requests and closed connections as counts, once a second: there may be many. */
function reportRefusals(
  admission: AdmissionControl,
  connections: Connections,
  server: FastifyInstance,
): NodeJS.Timeout {
  let known = { refused: 0, closed: 0 }
  const report = () => {
    const refused = admission.refused - known.refused
    const closed = connections.closed - known.closed
    if (refused > 0) server.log.warn({ refused, message: 'no room' })
    if (closed > 0) server.log.warn({ closed, message: 'too many connections' })
    known = { refused: admission.refused, closed: connections.closed }
  }
  return setInterval(report, 1000).unref()
}

/** Logs each verdict. The name of a file is never logged. */
const noteVerdict =
  ({ log }: FastifyInstance): ScanReport =>
  (verdict, fichiers) => {
    if (verdict.statut === 'infecte')
      log.warn({ message: 'infected file', fichiers, signature: verdict.signature })
    else log.info({ message: 'clean file', fichiers })
  }

/** Waits only for answers that are due; cuts off a request that never ends. */
async function closeServer(
  server: FastifyInstance,
  connections: Connections,
  timeout: number,
): Promise<void> {
  const last = setTimeout(() => connections.cut(), timeout)
  const closed = server.close()
  connections.drain()
  await closed
  clearTimeout(last)
}

/** Whether actions have an account of their own: that of the embedded database, or one that was configured. */
const expectsActions = ({ databaseUrl, actionUrls }: Config): boolean =>
  databaseUrl === undefined || actionUrls.length > 0
