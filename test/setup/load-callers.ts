import { Agent } from 'node:http'
import { type Answer, ask } from '../../harness/http/ask.ts'

/** What many callers got. */
export interface Crowd {
  readonly answers: readonly Answer[]
  /** Requests that got no answer. */
  readonly failures: readonly string[]
  /** Connections that were made: as many as callers, unless some were dropped. */
  readonly connections: number
}

/** How many were answered so far, and how many of them with 503. */
export interface Tally {
  answered: number
  refused: number
}

/** So many callers, each on a connection of its own, ask one thing after the other until they have heard enough. */
export async function crowdAt(
  port: number,
  callers: number,
  request: { readonly paths: readonly string[]; readonly headers: Record<string, string> },
  over: (tally: Tally) => boolean,
): Promise<Crowd> {
  const answers: Answer[] = []
  const failures: string[] = []
  const tally: Tally = { answered: 0, refused: 0 }
  const hear = (answer: Answer) => {
    answers.push(answer)
    tally.answered += 1
    if (answer.status === 503) tally.refused += 1
  }
  const sockets = new Set<unknown>()
  let turn = 0
  const call = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!over(tally)) {
      turn += 1
      const path = request.paths[turn % request.paths.length] ?? '/'
      const asked = ask(`http://127.0.0.1:${port}${path}`, {
        headers: request.headers,
        agent,
        on: (socket) => sockets.add(socket),
      })
      await asked.then(hear, (error) => failures.push(String(error)))
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { answers, failures, connections: sockets.size }
}
