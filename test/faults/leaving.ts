import { setTimeout as sleep } from 'node:timers/promises'
import { dial } from '../../harness/http/socket.ts'
import type { Stage } from '../../harness/service/stage.ts'

const running = `select 1 from pg_stat_activity where application_name = 'antenne' and state = 'active'
  and query like $1 and now() - query_start > interval '50 ms'`

/** Asks, hangs up as soon as the statement runs, and returns after how many milliseconds the server has given it up. */
export async function hangUp(
  { port, postgres: { sql } }: Stage,
  { url, token, statement }: { url: string; token: string; statement: string },
): Promise<number> {
  const { socket } = dial(port)
  socket.write(`GET ${url} HTTP/1.1\r\nhost: antenne\r\nauthorization: Bearer ${token}\r\n\r\n`)
  while ((await sql(running, [statement])).length === 0) await sleep(5)
  socket.destroy()
  const left = performance.now()
  while ((await sql(running, [statement])).length > 0) await sleep(5)
  return performance.now() - left
}
