import { Agent, get } from 'node:http'
import type { Answer } from './world.ts'

/** What many callers got. */
export interface Crowd {
  readonly answers: readonly Answer[]
  /** Requests that got no answer. */
  readonly failures: readonly string[]
  /** Connections that were made: as many as callers, unless some were dropped. */
  readonly connections: number
}

/** So many callers, each on a connection of its own, ask one thing after the other until they have heard enough. */
export async function crowdAt(
  port: number,
  callers: number,
  request: { readonly paths: readonly string[]; readonly headers: Record<string, string> },
  over: (heard: readonly Answer[]) => boolean,
): Promise<Crowd> {
  const answers: Answer[] = []
  const failures: string[] = []
  const sockets = new Set<unknown>()
  let turn = 0
  const call = async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    while (!over(answers)) {
      turn += 1
      const path = request.paths[turn % request.paths.length] ?? '/'
      const outcome = await askOnce({ port, path, headers: request.headers, agent }, sockets)
      if (typeof outcome === 'string') failures.push(outcome)
      else answers.push(outcome)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: callers }, call))
  return { answers, failures, connections: sockets.size }
}

interface Call {
  readonly port: number
  readonly path: string
  readonly headers: Record<string, string>
  readonly agent: Agent
}

const askOnce = (call: Call, sockets: Set<unknown>): Promise<Answer | string> =>
  new Promise((resolve) => {
    const asked = get({ host: '127.0.0.1', ...call }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('error', (error) => resolve(String(error)))
      response.on('end', () => {
        const headers = response.headers as Answer['headers']
        resolve({ status: response.statusCode ?? 0, headers, text, body: JSON.parse(text) })
      })
    })
    asked.on('socket', (socket) => sockets.add(socket))
    asked.on('error', (error) => resolve(String(error)))
  })
