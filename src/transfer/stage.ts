import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import type { Fields } from '../contract/field-faults.ts'
import { isUuid } from '../contract/primitives.ts'
import { copyLine } from './copy.ts'
import type { Faults } from './faults.ts'
import { journalEntry } from './journal-file.ts'
import type { Line } from './lines.ts'
import { canonicalInstant, instantFields, recordChecker } from './record.ts'
import { columnsOf, type FileName, resourceNames, resources } from './resources.ts'

/** The staging table of a file. */
export const stagingOf = (name: FileName): string => `import_${name}`

/** Creates the staging tables: a file's columns, its lists as arrays, and the line number of each record. */
export async function createStaging(client: pg.Client): Promise<void> {
  for (const name of resourceNames) {
    const { links, fields } = resources[name]
    const lists = Object.entries(links).map(
      ([field, { of }]) => `null::${of === undefined ? 'text' : 'uuid'}[] as ${field}`,
    )
    const evidence = 'doublons_detectes' in fields ? ['null::jsonb as doublons_detectes'] : []
    const columns = [...columnsOf(resources[name]), ...lists, ...evidence, '0 as ligne'].join(', ')
    await client.query(
      `create temp table ${stagingOf(name)} on commit drop as select ${columns} from ${name} with no data`,
    )
  }
  await client.query('create temp table import_journal (texte jsonb, ligne int) on commit drop')
  await client.query('create temp table import_rejete (id uuid) on commit drop')
}

/** Large enough to keep the socket busy, small enough to save memory. */
const CHUNK = 1 << 16

/**
 * Streams the records of one file into its staging table. Faulty ones are reported and left out. Returns how many were
 * staged.
 */
export async function stage(
  client: pg.Client,
  name: FileName,
  lines: AsyncIterable<Line> | Iterable<Line>,
  { faults, rejected, progress }: { faults: Faults; rejected: Rejected; progress: (count: number) => void },
): Promise<number> {
  const resource = name === 'journal' ? journalEntry : resources[name]
  const check = recordChecker(resource)
  const instants = instantFields(resource)
  // The journal is staged as text: numbers keep all their digits.
  const columns = name === 'journal' ? ['texte'] : Object.keys(resource.fields)
  let count = 0

  async function* rows() {
    let chunk = ''
    for await (const entry of lines) {
      const problems = 'fault' in entry ? [{ field: '', message: entry.fault }] : check(entry.value)
      for (const { field, message } of problems) faults.add({ file: name, line: entry.line, field, message })
      if ('fault' in entry) continue
      const record = entry.value as Fields
      if (problems.length > 0) {
        rejected.add(record.id)
        continue
      }
      const value = (column: string) =>
        column === 'texte'
          ? (entry.text ?? JSON.stringify(record))
          : instants.has(column)
            ? canonicalInstant(record[column])
            : record[column]
      chunk += copyLine([...columns.map(value), entry.line])
      count += 1
      if (chunk.length > CHUNK) {
        yield chunk
        chunk = ''
        progress(count)
      }
    }
    if (chunk !== '') yield chunk
  }

  const copy = client.query(copyFrom(`copy ${stagingOf(name)} (${columns.join(', ')}, ligne) from stdin`))
  // After the copy is aborted, further errors of the server do not matter.
  copy.on('error', () => {})
  await pipeline(Readable.from(rows()), copy)
  await client.query(`analyze ${stagingOf(name)}`)
  progress(count)
  return count
}

/** The ids of rejected records: references to them are not reported as unknown. */
export class Rejected {
  /** Beyond this many, references to them cannot be judged: the records themselves are reported first. */
  static readonly MAX_TOLD = 10_000
  readonly ids: string[] = []
  count = 0

  add(id: unknown): void {
    this.count += 1
    if (typeof id === 'string' && isUuid(id) && this.ids.length < Rejected.MAX_TOLD) this.ids.push(id)
  }
}
