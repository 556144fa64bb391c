import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { readConfig } from '../../src/config.ts'
import { openService } from '../../src/http/serving/service.ts'
import { filesOf } from '../service/proc.ts'
import { unlimited, unlimitedActions } from '../service/unlimited.ts'

/** What a process of the service holds. */
export interface Vitals {
  readonly pid: number
  readonly rss: number
  readonly heap: number
  /** Open files and sockets, where the system tells. */
  readonly files: number | null
}

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

/**
 * The service in a process of its own: where it reads, and where it acts if that is another account. It tells what it
 * holds, or collects first.
 */
const [reading = '', acting = reading] = process.argv.slice(2)
const config = readConfig({ ...process.env, ...unlimited, ...unlimitedActions })
const service = await openService(config, {
  connection: { connectionString: reading },
  acting: [{ connectionString: acting }],
  logLevel: 'silent',
})
await service.server.listen({ port: 0, host: '127.0.0.1' })
process.on('message', (asked: 'look' | 'collect') => {
  if (asked === 'collect') collect()
  const { rss, heapUsed: heap } = process.memoryUsage()
  process.send?.({ pid: process.pid, rss, heap, files: filesOf('self')?.length ?? null } satisfies Vitals)
})
process.on('disconnect', () => process.exit())
process.on('SIGINT', () => {})
process.send?.(service.server.server.address())
