import { type Agent, get } from 'node:http'
import type { Socket } from 'node:net'

/** An answer, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly text: string
  /** What its JSON says; undefined where it has none. */
  // biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is to be found out
  readonly body: any
}

/** Puts an answer together; text that calls itself JSON and is none throws. */
export function answerOf(status: number, headers: object, text: string): Answer {
  const told = headers as Answer['headers']
  const json = told['content-type']?.startsWith('application/json') === true && text !== ''
  return { status, headers: told, text, body: json ? JSON.parse(text) : undefined }
}

interface Asking {
  readonly token?: string | undefined
  readonly headers?: Readonly<Record<string, string>>
  readonly agent?: Agent
  readonly signal?: AbortSignal
  /** Told the connection that it is asked on. */
  readonly on?: (socket: Socket) => void
}

/** One GET, on a connection of its own unless the agent has one. Rejected when no whole answer comes. */
export function ask(
  url: string,
  { token, headers = {}, agent, signal, on = () => {} }: Asking = {},
): Promise<Answer> {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const options = {
    headers: { ...authorization, ...headers },
    agent: agent ?? false,
    ...(signal && { signal }),
  }
  return new Promise((resolve, reject) => {
    get(url, options, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('error', reject)
      response.on('end', () => {
        try {
          resolve(answerOf(response.statusCode ?? 0, response.headers, Buffer.concat(parts).toString()))
        } catch (error) {
          reject(error)
        }
      })
    })
      .on('socket', on)
      .on('error', reject)
  })
}
