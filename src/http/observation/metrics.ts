import { createServer } from 'node:http'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { ReadPool } from '../../database/read-pool.ts'
import { Failure } from '../../failure.ts'
import type { AdmissionControl } from '../admission/admission.ts'
import { type Dependants, followDependencies } from './dependency-metrics.ts'

/** The parts of a service whose counts are read at each scrape. */
interface Vitals extends Dependants {
  readonly admission: Pick<AdmissionControl, 'running' | 'queued' | 'refused'>
  readonly connections: () => ReadPool['connections']
  readonly caches: Readonly<Record<string, { readonly hits: number; readonly misses: number }>>
}

/** The metrics of one service, for Prometheus. */
interface Metrics {
  answered(operation: string | null, status: number, milliseconds: number): void
  text(): Promise<string>
}

const SECONDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

export function openMetrics(vitals: Vitals): Metrics {
  const registers = [new Registry()]
  const [registry = new Registry()] = registers
  collectDefaultMetrics({ register: registry })
  const counts = answerCounts(registers)
  const durations = new Histogram({
    name: 'antenne_request_duration_seconds',
    help: 'Time from request to answer, by operation',
    labelNames: ['operation'] as const,
    buckets: SECONDS,
    registers,
  })
  follow(registers, vitals)
  followDependencies(registers, vitals)
  return {
    answered(operation, status, milliseconds) {
      const name = operation ?? 'none'
      counts.add(name, status)
      durations.observe({ operation: name }, milliseconds / 1000)
    },
    text: () => registry.metrics(),
  }
}

/** Counts answers; labels are made at each scrape, not at each answer. */
function answerCounts(registers: Registry[]): { add(operation: string, status: number): void } {
  const counts = new Map<string, Map<number, number>>()
  new Counter({
    name: 'antenne_requests_total',
    help: 'Answers, by operation and status',
    labelNames: ['operation', 'status'] as const,
    registers,
    collect() {
      this.reset()
      for (const [operation, statuses] of counts)
        for (const [status, count] of statuses) this.inc({ operation, status }, count)
    },
  })
  return {
    add(operation, status) {
      const statuses = counts.get(operation) ?? new Map<number, number>()
      counts.set(operation, statuses.set(status, (statuses.get(status) ?? 0) + 1))
    },
  }
}

/** Reads the parts' own counts at each scrape. */
function follow(registers: Registry[], { admission, connections, caches }: Vitals): void {
  const gauge = (name: string, help: string, read: () => number) =>
    new Gauge({
      name,
      help,
      registers,
      collect() {
        this.set(read())
      },
    })
  gauge('antenne_requests_inside', 'Requests being answered', () => admission.running)
  gauge('antenne_requests_waiting', 'Requests waiting in the queue', () => admission.queued)
  gauge('antenne_database_connections_open', 'Connections to the database', () => connections().open)
  gauge('antenne_database_connections_idle', 'Of these, idle', () => connections().idle)
  gauge('antenne_database_waiting', 'Statements waiting for a connection', () => connections().waiting)
  new Counter({
    name: 'antenne_requests_shed_total',
    help: 'Requests refused because there was no room for them',
    registers,
    collect() {
      this.reset()
      this.inc(admission.refused)
    },
  })
  new Counter({
    name: 'antenne_cache_uses_total',
    help: 'Uses of what is remembered, by cache and outcome',
    labelNames: ['cache', 'outcome'] as const,
    registers,
    collect() {
      this.reset()
      for (const [cache, { hits, misses }] of Object.entries(caches)) {
        this.inc({ cache, outcome: 'hit' }, hits)
        this.inc({ cache, outcome: 'miss' }, misses)
      }
    },
  })
}

/** Serves the metrics on their own port, to anybody who can reach it. */
export async function serveMetrics(metrics: Metrics, address: { port: number; host: string }) {
  const server = createServer(async (request, response) => {
    const known = request.method === 'GET' && request.url === '/metrics'
    response.writeHead(known ? 200 : 404, { 'content-type': 'text/plain; version=0.0.4; charset=utf-8' })
    response.end(known ? await metrics.text() : '')
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(cannotListen(error, address)))
    server.listen(address, resolve)
  })
  return server
}

const cannotListen = (error: NodeJS.ErrnoException, { port, host }: { port: number; host: string }) =>
  new Failure(
    `Impossible de publier les mesures sur ${host}, port ${port} (${error.code}). Changez METRICS_HOST ou METRICS_PORT.`,
    { cause: error },
  )
