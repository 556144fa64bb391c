import type { Sql } from './sql.ts'

/** A value that the text of a statement leaves open until it is asked. */
class Slot {
  readonly take: (given: never) => unknown

  constructor(take: (given: never) => unknown) {
    this.take = take
  }
}

/** Stands in SQL for a value of that type, which is taken from what is given when the statement is asked. */
export const slot = <Given, T>(take: (given: Given) => T): T =>
  new Slot(take as (given: never) => unknown) as unknown as T

/** A statement composed once for all requests of its kind: its text stays, its open values are filled in. */
export class Template<Given> {
  readonly text: string
  readonly #values: readonly unknown[]

  constructor(statement: Sql) {
    this.text = statement.text
    this.#values = statement.values
  }

  fill(given: Given): { text: string; values: unknown[] } {
    const values = this.#values.map((value) => (value instanceof Slot ? value.take(given as never) : value))
    return { text: this.text, values }
  }
}
