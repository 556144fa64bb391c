import { setTimeout as sleep } from 'node:timers/promises'
import { dial } from '../../harness/http/socket.ts'
import type { TestBed } from '../../harness/service/test-bed.ts'

const running = `select 1 from pg_stat_activity where application_name = 'antenne' and state = 'active'
  and query like $1 and now() - query_start > interval '50 ms'`

/** Asks, hangs up as soon as the statement runs, and returns after how many milliseconds the server has given it up. */
export async function hangUp(
  { port, postgres: { sql } }: TestBed,
  { url, token, statement }: { url: string; token: string; statement: string },
): Promise<number> {
  const runs = async () => (await sql(running, [statement])).length > 0
  // On a busy machine it may be over before it is seen: it is asked again.
  for (let seen = false; !seen; ) {
    const { socket, next } = dial(port)
    let answered = false
    void next().then(() => {
      answered = true
    })
    socket.write(`GET ${url} HTTP/1.1\r\nhost: antenne\r\nauthorization: Bearer ${token}\r\n\r\n`)
    for (seen = await runs(); !seen && !answered; seen = await runs()) await sleep(5)
    socket.destroy()
  }
  const left = performance.now()
  while (await runs()) await sleep(5)
  return performance.now() - left
}
