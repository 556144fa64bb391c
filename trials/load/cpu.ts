import { readdirSync } from 'node:fs'
import type pg from 'pg'
import { statOf } from '../../harness/service/proc.ts'

/**
 * Processor seconds spent so far by the service, by the generator of load, and by the database; null where nobody
 * tells.
 */
export interface Spent {
  readonly service: number
  readonly generator: number
  readonly database: number
}

/**
 * Fields of /proc/…/stat after the name: parent, then times in hundredths of a second, own and of children that ended.
 */
const PARENT = 1
const TIMES = [11, 12]
const ENDED = [13, 14]

interface Process {
  readonly parent: number
  readonly own: number
  readonly ended: number
}

function processOf(pid: number | string): Process | null {
  const fields = statOf(pid)
  if (fields === undefined) return null
  const seconds = (places: readonly number[]) =>
    places.reduce((sum, place) => sum + Number(fields[place]), 0) / 100
  return { parent: Number(fields[PARENT]), own: seconds(TIMES), ended: seconds(ENDED) }
}

/** How to look at the processors' time, on systems that have /proc. */
export async function cpuMeter(
  client: pg.Client,
  pids: { readonly service: number; readonly generator: number },
): Promise<() => Spent | null> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const postmaster = processOf(rows[0]?.pid ?? 0)?.parent
  return () => {
    const [service, generator] = [processOf(pids.service), processOf(pids.generator)]
    const server = processOf(postmaster ?? 0)
    if (service === null || generator === null || server === null) return null
    const backends = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((pid) => processOf(pid) ?? [])
      .filter(({ parent }) => parent === postmaster)
    const database = backends.reduce((sum, { own }) => sum + own, server.own + server.ended)
    return { service: service.own, generator: generator.own, database }
  }
}
