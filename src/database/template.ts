import { type Sql, sql } from './sql.ts'

/** A value that is bound when the statement runs. */
class Placeholder {
  readonly take: (input: never) => unknown

  constructor(take: (input: never) => unknown) {
    this.take = take
  }
}

/** SQL for a value that is bound later: `take` gets it from what the statement is filled with. */
export const placeholder = <Input>(take: (input: Input) => unknown): Sql => sql`${new Placeholder(take)}`

/** A statement composed once for all requests of a kind: the text stays, the values are filled in. */
export class Template<Input> {
  readonly text: string
  readonly #values: readonly unknown[]
  readonly #brief: boolean

  /** `brief`: it reads a few rows, each by an index. */
  constructor(statement: Sql, brief = false) {
    this.text = statement.text
    this.#values = statement.values
    this.#brief = brief
  }

  fill(input: Input): { text: string; values: unknown[]; brief: boolean } {
    const values = this.#values.map((value) =>
      value instanceof Placeholder ? value.take(input as never) : value,
    )
    return { text: this.text, values, brief: this.#brief }
  }
}
