import type { TSchema } from 'typebox'
import { type ResourceName, resources } from '../../src/transfer/resources.ts'
import type { Data, Outcome } from './command-line.ts'
import { linesOf } from './fuzz-import.ts'

/** A fault that a refused import has told. */
interface Told {
  readonly file: string
  readonly line: number
}

const fault = /^(\w+)\.ndjson, ligne (\d+)(, .+)? : .+ ; (attendu : .+|retirez-le ou corrigez son nom)$/
const endings = [
  /^… et \d+ autres?\.$/,
  /^Import refusé : \d+ erreurs?\. Rien n'a été changé\. Corrigez, puis relancez\.$/,
]
/** Words of the program itself or of the database: a person is told neither. */
const inside =
  /inattendue|base de données|node:|\.[jt]s:| {4}at |Error\b|select |insert |violates|constraint|syntax/i

/** The faults of a refused import; throws when it tells anything else than faults, each with its place, in French. */
export function toldBy({ status, out, err }: Outcome): Told[] {
  const lines = err.split('\n').filter((line) => line !== '' && !line.endsWith('…'))
  const strange = lines.filter((line) => !fault.test(line) && !endings.some((ending) => ending.test(line)))
  // What files hold is told between guillemets, and may be anything.
  const leaked = lines.filter((line) =>
    inside.test(line.replace(/« .* »/g, '').replace(/ligne \d+, .* : /, '')),
  )
  if (
    status !== 1 ||
    out !== '' ||
    strange.length + leaked.length > 0 ||
    !endings[1]?.test(lines.at(-1) ?? '')
  )
    throw new Error(`status ${status}, told: ${out}${err}`)
  return lines.flatMap((line) => {
    const [, file, number] = fault.exec(line) ?? []
    return file === undefined ? [] : [{ file, line: Number(number) }]
  })
}

/** What all tables hold, kept ones included. */
export async function digestOf(data: Data): Promise<string> {
  const rows = await data.sql(
    `select c.oid::regclass::text as nom, query_to_xml(format(
       'select md5(coalesce(string_agg(r::text, %L order by r::text), %L)) from %s as r', '|', '', c.oid::regclass), false, true, '')::text as empreinte
     from pg_class as c where c.relkind = 'r' and c.relnamespace in (to_regnamespace('antenne_prive'), to_regnamespace('antenne')) order by 1`,
  )
  return JSON.stringify(rows)
}

type Fields = Record<string, unknown>

/** The records that a file gives, as an export writes them, by id; without what is left to the import. */
export function givenBy(name: ResourceName, content: Buffer): Map<string, Fields> {
  const { fields, links } = resources[name]
  const normal = (record: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields)
        .filter(([field]) => !isLeftToImport(record, field))
        .map(([field, schema]) => [field, valueAs(schema, record[field] ?? null, field in links)]),
    )
  const records = linesOf(content)
    .map((line) => line.replace(/^\ufeff/, '').trim())
    .filter((line) => line !== '')
    .map((line) => normal(JSON.parse(line) as Fields))
  return new Map(records.map((record) => [String(record.id), record]))
}

const isLeftToImport = (record: Fields, field: string): boolean =>
  record[field] == null &&
  (field === 'cree_le' ||
    field === 'modifie_le' ||
    field === 'client_nom' ||
    (field === 'doublons_detectes' && record.statut === 'demandee'))

function valueAs(schema: TSchema, value: unknown, isSet: boolean): unknown {
  const text = JSON.stringify(schema)
  const cased = (id: string) => (text.includes('"uuid"') ? id.toLowerCase() : id)
  if (isSet) return [...new Set((value as string[]).map(cased))].sort()
  if (typeof value === 'string')
    return text.includes('"date-time"') ? new Date(value).toISOString() : cased(value)
  if (typeof value === 'object' && value !== null) return canonicalCheck(value)
  // Minus nought is nought.
  return typeof value === 'number' ? value + 0 : value
}

/** A duplicate check: ids in lower case, instants in UTC. */
const canonicalCheck = (value: object): unknown =>
  JSON.parse(JSON.stringify(value), (field, inner: unknown) => {
    if (typeof inner !== 'string') return inner
    if (field.endsWith('_id')) return inner.toLowerCase()
    return field.endsWith('_le') ? new Date(inner).toISOString() : inner
  })
