import { endOfCode, type Span } from './source.ts'

/** A word, sign or `${…}` of SQL, and in how many parentheses it stands. A parenthesis stands where its pair stands. */
export interface Token extends Span {
  readonly text: string
  readonly depth: number
}

const pattern = /\s+|--[^\n]*|\$\{|'[^']*'|"[^"]*"|[a-z_][\w.]*|\d+|[<>=!|:*+/-]+|./giy

export function tokensOf(source: string, { start, end }: Span): Token[] {
  const tokens: Token[] = []
  let depth = 0
  let place = start
  while (place < end) {
    pattern.lastIndex = place
    const [text = ''] = pattern.exec(source) ?? []
    const after = text === '${' ? endOfCode(source, place + 2) + 1 : place + Math.max(text.length, 1)
    if (text === ')') depth -= 1
    if (!/^(\s|--)/.test(text)) tokens.push({ text: text.toLowerCase(), start: place, end: after, depth })
    if (text === '(') depth += 1
    place = after
  }
  return tokens
}
