/** A piece of a source text. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The same text with a piece of it replaced. */
export interface Edit extends Span {
  readonly text: string
}

export const applied = (source: string, { start, end, text }: Edit): string =>
  source.slice(0, start) + text + source.slice(end)

export const lineOf = (source: string, place: number): number => source.slice(0, place).split('\n').length

/** A piece of source on one line, short enough for a table. */
export function shown(text: string): string {
  const line = text
    .replace(/--[^\n]*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return line.length <= 70 ? line : `${line.slice(0, 67)}…`
}

/** The SQL between the backticks of each sql`…` of a TypeScript text, those inside another included. */
export function literalsOf(source: string): Span[] {
  const literals: Span[] = []
  walkCode(source, 0, literals)
  return literals.sort((a, b) => a.start - b.start)
}

/** The place of the brace that ends the code of a `${`, which begins at that place. */
export const endOfCode = (source: string, from: number): number => walkCode(source, from, [])

function walkCode(source: string, from: number, literals: Span[]): number {
  let depth = 0
  for (let place = from; place < source.length; place += 1) {
    const sign = source[place]
    if (sign === '/' && source[place + 1] === '/') place = indexOr(source, '\n', place)
    else if (sign === '/' && source[place + 1] === '*') place = indexOr(source, '*/', place) + 1
    else if (sign === "'" || sign === '"') place = indexOr(source, sign, place + 1)
    else if (sign === '`') place = walkTemplate(source, place + 1, literals)
    else if (sign === '{') depth += 1
    else if (sign === '}' && depth === 0) return place
    else if (sign === '}') depth -= 1
  }
  return source.length
}

function walkTemplate(source: string, from: number, literals: Span[]): number {
  for (let place = from; place < source.length; place += 1) {
    if (source[place] === '$' && source[place + 1] === '{') place = walkCode(source, place + 2, literals)
    else if (source[place] === '`') {
      if (source.slice(from - 4, from - 1) === 'sql') literals.push({ start: from, end: place })
      return place
    }
  }
  return source.length
}

function indexOr(source: string, text: string, from: number): number {
  const found = source.indexOf(text, from)
  return found < 0 ? source.length : found
}
