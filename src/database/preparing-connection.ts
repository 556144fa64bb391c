import pg from 'pg'
import { chooseName } from './statement-names.ts'

type Query = string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }
type Send = (query: Query) => Promise<pg.QueryResult>

/**
 * A connection that prepares every statement with values once, and then only sends the values. Statements are sent in
 * the order in which they are asked for, without waiting for the answers to those before.
 */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, pipeline: true })
    const send: Send = super.query.bind(this)
    const prepare = (query: Query, given?: readonly unknown[]) => {
      const { text, name, values = given } = typeof query === 'string' ? { text: query } : query
      if (values === undefined) return send(query)
      const { chosen, freed } = name === undefined ? chooseName(this, text) : { chosen: name }
      // Its name would stay taken on the server.
      if (freed !== undefined) send(freed).catch(() => this.connection.stream.destroy())
      return send({ text, values, name: chosen })
    }
    this.query = prepare as unknown as typeof this.query
  }
}

/**
 * Asks several things of a connection at once, where it can send them together. Waits until each has come to its end:
 * none of them goes on after the transaction. The first that failed, in their order, fails it.
 */
export async function together<T extends readonly unknown[]>(
  connection: pg.Client,
  questions: { readonly [K in keyof T]: () => Promise<T[K]> },
): Promise<T> {
  const asked: Promise<unknown>[] = []
  const { stream } = connection.connection
  if (connection.pipeline) stream.cork()
  for (const ask of questions) {
    asked.push(ask())
    if (!connection.pipeline) await asked.at(-1)
  }
  // To write costs the process more than anything else that it does for an action: once, then.
  if (connection.pipeline) stream.uncork()
  const answers = await Promise.allSettled(asked)
  return answers.map((answer) => {
    if (answer.status === 'rejected') throw answer.reason
    return answer.value
  }) as unknown as T
}
