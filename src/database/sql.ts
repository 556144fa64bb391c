import tag, { join as joinParts, raw, Sql } from 'sql-template-tag'

/** SQL as a value: what is in `${}` is passed as a parameter, never as text. */
export const sql = tag

/** Several pieces of SQL with a separator between them. */
export const join = (parts: readonly Sql[], separator: string): Sql => joinParts(parts, separator)

/** A name of our own (a column, a table) as SQL text; anything but plain snake_case is refused. */
export function name(text: string): Sql {
  if (!/^[a-z_][a-z0-9_]*$/.test(text)) throw new Error(`not a name: ${text}`)
  return raw(text)
}

/** A text of our own as a SQL literal; anything that would need escaping is refused. */
export function literal(text: string): Sql {
  if (!/^[\w{,":.-]*$/.test(text)) throw new Error(`not a plain text: ${text}`)
  return raw(`'${text}'`)
}

/** An integer of our own as SQL text, where the planner should know it. */
export function number(value: number): Sql {
  if (!Number.isSafeInteger(value)) throw new Error(`not a whole number: ${value}`)
  return raw(String(value))
}

export { Sql }
