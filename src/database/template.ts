import { type Sql, sql } from './sql.ts'

/** A value that the text of a statement leaves open until it is asked. */
class Placeholder {
  readonly take: (given: never) => unknown

  constructor(take: (given: never) => unknown) {
    this.take = take
  }
}

/** SQL that stands for a value, which is taken from what is given when the statement is asked. Until then there is none to work with. */
export const placeholder = <Given>(take: (given: Given) => unknown): Sql => sql`${new Placeholder(take)}`

/** A statement composed once for all requests of its kind: its text stays, its open values are filled in. */
export class Template<Given> {
  readonly text: string
  readonly #values: readonly unknown[]

  constructor(statement: Sql) {
    this.text = statement.text
    this.#values = statement.values
  }

  fill(given: Given): { text: string; values: unknown[] } {
    const values = this.#values.map((value) =>
      value instanceof Placeholder ? value.take(given as never) : value,
    )
    return { text: this.text, values }
  }
}
