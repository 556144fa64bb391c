import { canonicalInstant } from './record.ts'

/** Values as a line of PostgreSQL's COPY text format. */
export const copyLine = (values: readonly unknown[]): string => `${values.map(copyValue).join('\t')}\n`

function copyValue(value: unknown): string {
  if (value === null || value === undefined) return '\\N'
  if (typeof value === 'string') return escaped(value)
  if (Array.isArray(value))
    return escaped(`{${value.map((item) => `"${String(item).replace(/["\\]/g, '\\$&')}"`).join(',')}}`)
  if (typeof value === 'object') return escaped(JSON.stringify(value, canonical))
  return String(value)
}

/** Instants inside an embedded object are written like the others. */
const canonical = (field: string, value: unknown): unknown =>
  field === 'controle_le' || field === 'demandee_le' ? canonicalInstant(value) : value

const special = /[\\\n\r\t]/
const escapes: Record<string, string> = { '\\': '\\\\', '\n': '\\n', '\r': '\\r', '\t': '\\t' }

const escaped = (text: string): string =>
  special.test(text) ? text.replace(/[\\\n\r\t]/g, (character) => escapes[character] as string) : text
