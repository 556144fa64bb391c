import { setTimeout as sleep } from 'node:timers/promises'

interface Told {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
}

/**
 * Asks as proper callers do: who is told that there is no room (503) comes back when the answer says so, until there
 * is.
 */
export async function insist<Answer extends Told>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    const answer = await ask()
    if (answer.status !== 503) return answer
    await sleep(1000 * Number(answer.headers['retry-after']))
  }
}
