import pg from 'pg'
import { chooseName } from './statement-names.ts'

type Query = string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }
type Send = (query: Query) => Promise<pg.QueryResult>

/**
 * A connection that prepares every statement with values once, and then only sends the values. Statements are sent in
 * the order in which they are asked for, without waiting for the answers to those before.
 */
export class PreparingConnection extends pg.Client {
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
