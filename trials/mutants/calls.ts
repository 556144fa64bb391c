import type { Span } from './source.ts'

/** A call of a function of that name, with its arguments. */
interface Call extends Span {
  readonly arguments: readonly Span[]
}

export function callsOf(source: string, name: string): Call[] {
  const calls = [...source.matchAll(new RegExp(`(?<=[\\s(])${name}\\(`, 'g'))]
  return calls.map(({ index, 0: { length } }) => {
    const parts = partsOf(source, index + length)
    return { start: index, end: (parts.at(-1)?.end ?? index) + 1, arguments: parts.filter(isWritten(source)) }
  })
}

/** The properties of an object literal: the name of each, and its value. */
export function propertiesOf(source: string, { start, end }: Span): (Span & { name: string })[] {
  const open = source.indexOf('{', start)
  if (open < 0 || open >= end) return []
  return partsOf(source, open + 1)
    .filter(isWritten(source))
    .map((part) => {
      const [written = '', name = ''] =
        /^\s*(?:\/\/[^\n]*\n\s*)*(\w+):\s*/.exec(source.slice(part.start, part.end)) ?? []
      return { name, start: part.start + written.length, end: part.end }
    })
}

const isWritten =
  (source: string) =>
  ({ start, end }: Span): boolean =>
    source.slice(start, end).trim() !== ''

/** The pieces between commas up to the bracket that closes what was opened before `from`. */
function partsOf(source: string, from: number): Span[] {
  const parts: Span[] = []
  let depth = 0
  let start = from
  for (let place = from; place < source.length; place += 1) {
    const sign = source[place] ?? ''
    if (sign === '`') place = source.indexOf('`', place + 1)
    else if (sign === "'") place = source.indexOf("'", place + 1)
    else if (sign === '/' && source[place + 1] === '/') place = source.indexOf('\n', place)
    else if ('([{'.includes(sign)) depth += 1
    else if (')]}'.includes(sign) && depth === 0) return [...parts, { start, end: place }]
    else if (')]}'.includes(sign)) depth -= 1
    else if (sign === ',' && depth === 0) {
      parts.push({ start, end: place })
      start = place + 1
    }
  }
  throw new Error(`no end: ${source.slice(from, from + 50)}`)
}
