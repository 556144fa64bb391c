import pg from 'pg'
import { nameOn } from './statement-names.ts'

type Query = string | { readonly name?: string; readonly text: string; readonly values?: readonly unknown[] }
type Send = (query: Query) => Promise<pg.QueryResult>

/** A connection that prepares every statement with values once, and then only sends the values. */
export class PreparingClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super(config)
    const send: Send = super.query.bind(this)
    const prepare = async (query: Query, given?: readonly unknown[]) => {
      const { text, name, values = given } = typeof query === 'string' ? { text: query } : query
      if (values === undefined) return send(query)
      return send({ text, values, name: name ?? (await nameOn(this, text)) })
    }
    this.query = prepare as unknown as typeof this.query
  }
}
