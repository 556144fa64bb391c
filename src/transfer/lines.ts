import { createReadStream } from 'node:fs'

/** A line of a file: its JSON value and text, or its error. */
export type Line =
  | { readonly line: number; readonly value: unknown; readonly text?: string }
  | { readonly line: number; readonly fault: string }

/** Longer than any real record: a file without line ends must not fill the memory. */
const MAX_LINE_BYTES = 1 << 20

const LINE_FEED = 0x0a

/** The lines of an NDJSON file, one at a time, without blank ones. */
export async function* readLines(path: string): AsyncGenerator<Line> {
  let line = 0
  for await (const bytes of splitLines(path)) {
    line += 1
    if (bytes === 'too long') {
      yield { line, fault: `ligne de plus de ${MAX_LINE_BYTES} octets ; attendu : un objet JSON par ligne` }
      continue
    }
    const text = decode(bytes)
    if (text === undefined) yield { line, fault: 'texte illisible ; attendu : un fichier en UTF-8' }
    else if (text.trim() !== '') yield parse(line, text)
  }
}

function parse(line: number, text: string): Line {
  try {
    const value: unknown = JSON.parse(text)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { line, value, text }
  } catch {}
  return { line, fault: 'ce n’est pas un objet JSON ; attendu : un objet JSON entier par ligne' }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

function decode(bytes: Buffer): string | undefined {
  try {
    return decoder.decode(bytes)
  } catch {
    return undefined
  }
}

async function* splitLines(path: string): AsyncGenerator<Buffer | 'too long'> {
  let rest: Buffer = Buffer.alloc(0)
  let skipping = false
  for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 })) {
    let data: Buffer = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = data.indexOf(LINE_FEED); end !== -1; end = data.indexOf(LINE_FEED)) {
      if (skipping) skipping = false
      else yield end > MAX_LINE_BYTES ? 'too long' : data.subarray(0, end)
      data = data.subarray(end + 1)
    }
    if (data.length > MAX_LINE_BYTES && !skipping) {
      skipping = true
      yield 'too long'
    }
    rest = skipping ? Buffer.alloc(0) : data
  }
  if (rest.length > 0) yield rest
}
