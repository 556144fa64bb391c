import tag, { join as joinParts, raw, Sql } from 'sql-template-tag'

/** SQL as a value: what stands in `${}` travels beside the text as a parameter, never inside it. */
export const sql = tag

/** Several pieces of SQL with a separator between them. */
export const join = (parts: readonly Sql[], separator: string): Sql => joinParts(parts, separator)

/** A name of our own making (a column, a table) as SQL text; anything that is not plain snake_case is refused. */
export function name(text: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(text)) throw new Error(`not a name: ${text}`)
  return raw(text)
}

/** A text of our own making as a literal of SQL; anything that would need care there is refused. */
export function literal(text: string): Sql {
  if (!/^[\w{,":]*$/.test(text)) throw new Error(`not a plain text: ${text}`)
  return raw(`'${text}'`)
}

/** A whole number of our own making as SQL text, where the planner should know it. */
export function number(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`not a whole number: ${value}`)
  return raw(String(value))
}

export { Sql }
