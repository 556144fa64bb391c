import { uuid } from '../../demo/identifiers.ts'
import type { Random } from '../../harness/fuzz/random.ts'
import { type ResourceName, resourceNames } from '../../src/transfer/resources.ts'
import { oddBytes, oddKeys, oddValues } from './fuzz-values.ts'

/** The files of a folder to import, as bytes. */
export type Folder = Map<ResourceName, Buffer>

export const linesOf = (content: Buffer): string[] =>
  content
    .toString()
    .split('\n')
    .filter((line) => line !== '')

/** A record as its keys and values, each as JSON text: not every JSON text can be had from a value. */
type Entries = [string, string][]

const entriesOf = (line: string): Entries =>
  Object.entries(JSON.parse(line) as object).map(([key, value]) => [
    JSON.stringify(key),
    JSON.stringify(value),
  ])
const lineOf = (entries: Entries): string => `{${entries.map((entry) => entry.join(':')).join(',')}}`

const replaced = (entries: Entries, at: number, value: string): Entries =>
  entries.map(([key, old], n) => [key, n === at ? value : old])

type Change = (random: Random, entries: Entries, others: readonly string[]) => Entries

const odd: Change = (random, entries) =>
  replaced(entries, random.below(entries.length), random.pick(oddValues))

const changes: readonly Change[] = [
  odd,
  odd,
  odd,
  // The value that another record has there, or anywhere.
  (random, entries, others) => {
    const [key] = random.pick(entries)
    const other = entriesOf(random.pick(others))
    const [, value] = other.find((entry) => entry[0] === key) ?? random.pick(other)
    return entries.map(([name, old]) => [name, name === key ? value : old])
  },
  (random, entries) => replaced(entries, random.below(entries.length), random.pick(entries)[1]),
  (random, entries) => {
    const gone = random.below(entries.length)
    return entries.filter((_, n) => n !== gone)
  },
  (random, entries) => [...entries, [`"${random.pick(oddKeys)}"`, random.pick(oddValues)]],
  // A key given twice.
  (random, entries) => [...entries, [random.pick(entries)[0], random.pick(oddValues)]],
  (_random, entries) => [...entries].reverse(),
  (random, entries) => entries.map(([key, value]) => [key, random.chance(0.3) ? value.toUpperCase() : value]),
]

/** As many lines as asked for, each changed from a record that is right, most of them under ids of their own. */
export function changedLines(random: Random, content: Buffer, count: number): Buffer[] {
  const lines = linesOf(content)
  const key = random.below(2 ** 31)
  return Array.from({ length: count }, (_, n) => {
    const entries = entriesOf(random.pick(lines))
    const own = JSON.stringify(uuid(key, n))
    const owned: Entries = entries.map(([name, value]) => [name, name === '"id"' ? own : value])
    const base = random.chance(0.8) ? owned : entries
    if (random.chance(0.1)) return withOddText(random, lineOf(base))
    if (random.chance(0.2)) return onOneLine(changedBytes(random, Buffer.from(lineOf(base))))
    return Buffer.from(lineOf(random.pick(changes)(random, base, lines)))
  })
}

/** The line with odd bytes at the start of one of its texts. */
function withOddText(random: Random, line: string): Buffer {
  const bytes = Buffer.from(line).toString('latin1')
  const { index } = random.pick([...bytes.matchAll(/(?<=":")/g)])
  return onOneLine(Buffer.from(bytes.slice(0, index) + random.pick(oddBytes) + bytes.slice(index), 'latin1'))
}

const onOneLine = (bytes: Buffer): Buffer => Buffer.from(bytes.filter((byte) => byte !== 0x0a))

/** Bytes with something changed. */
function changedBytes(random: Random, content: Buffer): Buffer {
  const at = random.below(content.length + 1)
  const [before, after] = [content.subarray(0, at), content.subarray(at)]
  switch (random.below(6)) {
    case 0:
      return before
    case 1:
      return Buffer.concat([before, after.subarray(1 + random.below(5))])
    case 2:
      return flipped(content, at, 1 << random.below(8))
    case 3:
      return Buffer.concat([before, after.subarray(0, random.below(40)), after])
    case 4:
      return withLineEnds(content, random.pick(['\r\n', '\n\n', '\r', '\n \t\n']))
    default:
      return Buffer.concat([before, Buffer.from(random.pick(oddBytes), 'latin1'), after])
  }
}

function flipped(content: Buffer, at: number, bit: number): Buffer {
  const copy = Buffer.from(content)
  if (at < copy.length) copy[at] = (copy[at] ?? 0) ^ bit
  return copy
}

const withLineEnds = (content: Buffer, end: string): Buffer =>
  Buffer.from(content.toString('latin1').replaceAll('\n', end), 'latin1')

/** One or two of the files, their bytes changed, or one in the place of another. */
export function changedFiles(random: Random, whole: Folder): Folder {
  const folder: Folder = new Map()
  for (let n = 1 + random.below(2); n > 0; n -= 1) {
    const name = random.pick(resourceNames)
    const source = random.chance(0.05) ? random.pick(resourceNames) : name
    folder.set(name, changedBytes(random, whole.get(source) ?? Buffer.alloc(0)))
  }
  return folder
}
