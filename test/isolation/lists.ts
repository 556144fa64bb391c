import type { Of } from '../../harness/records/record.ts'
import { type OperationId, operations } from '../model/answer.ts'
import { type Caller, callers } from './people.ts'
import { type Kind, statusOf } from './rule.ts'
import { callerNamed, labelOf, records, type TestBed } from './test-bed.ts'
import { forEach } from './visitors.ts'

/** A paginated list of things that some see and others do not. */
export interface List {
  readonly operation: OperationId
  readonly kind: Kind
}

export const lists: readonly List[] = [
  { operation: 'listerPartenaires', kind: 'partenaire' },
  { operation: 'listerReservations', kind: 'reservation' },
  { operation: 'listerClients', kind: 'client' },
]

/** What is asked of a list: a query, and whether a thing answers to it. */
export interface Asked {
  readonly query: string
  // biome-ignore lint/suspicious/noExplicitAny: the records of three kinds, each with its own fields
  readonly matches: (item: any) => boolean
}

/** As many as a page may have and a little fewer, so that a page straddles the place where far pages begin. */
const TAILLE = 95

interface Walked {
  readonly status: number
  readonly ids: readonly string[]
  readonly rows: readonly Record<string, unknown>[]
  readonly totals: readonly number[]
}

/** A list from its first page to its last, or the refusal. */
export async function walk(
  { visitors }: TestBed,
  caller: Caller,
  path: string,
  query: string,
  taille = TAILLE,
): Promise<Walked> {
  const rows: Record<string, unknown>[] = []
  const totals = new Set<number>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const url = `${path}?taille=${taille}&page=${page}${query === '' ? '' : `&${query}`}`
    const { status, body } = await visitors.ask(caller, url)
    if (status !== 200) return { status, ids: [], rows: [], totals: [] }
    rows.push(...body.donnees)
    totals.add(body.pagination.total)
    pages = body.pagination.pages
  }
  return { status: 200, ids: rows.map(({ id }) => String(id)), rows, totals: [...totals] }
}

const askedBefore = new Map<string, readonly Of<Kind>[]>()

/** The things that answer to what is asked, found once for all callers. */
function askedFor({ operation, kind }: List, { query, matches }: Asked): readonly Of<Kind>[] {
  const key = `${operation}?${query}`
  const found = askedBefore.get(key) ?? records[kind].filter(matches)
  askedBefore.set(key, found)
  return found
}

/** Walks a list and fills in what it shows: which things, and how many. */
export async function checkList(
  testBed: TestBed,
  caller: Caller,
  list: List,
  dimension: string,
  asked: Asked,
): Promise<Walked> {
  const { matrix } = testBed
  const { operation, kind } = list
  const walked = await walk(testBed, caller, operations[operation].path, asked.query)
  const where = `${operation}?${asked.query}, to «${caller.name}»`
  const access = testBed.access(caller, operation)
  if (walked.status !== statusOf[access]) matrix.complain(`${where}: ${walked.status} (${access})`)
  const shown = new Set(walked.ids)
  if (shown.size < walked.ids.length) matrix.complain(`${where}: something twice`)
  const mark = testBed.row(caller, operation, dimension)
  let count = 0
  for (const { id } of askedFor(list, asked)) {
    const { seen, reasons } = testBed.verdict(caller, operation, kind, id)
    if (seen) count += 1
    mark(id, seen, shown.delete(id), reasons)
  }
  for (const id of shown) matrix.complain(`${where}: ${labelOf(id)}, unasked for`)
  testBed.row(caller, operation, 'total')(`?${asked.query}`, count > 0, (walked.totals[0] ?? 0) > 0)
  if (access === 'granted' && `${walked.totals}` !== `${count}`)
    matrix.complain(`${where}: a total of ${walked.totals} instead of ${count}`)
  return walked
}

/** Every list, whole, by every caller; the operator's first: its order is everybody's. */
export async function checkLists(testBed: TestBed): Promise<void> {
  for (const list of lists) {
    const all = { query: '', matches: () => true }
    const whole = await walk(testBed, callerNamed('operator'), operations[list.operation].path, '')
    await forEach(callers, async (caller) => {
      const { ids, rows } = await checkList(testBed, caller, list, 'list', all)
      checkOrder(testBed, caller, list, whole.ids, ids)
      if (list.kind === 'reservation') checkEvidence(testBed, caller, rows)
    })
  }
}

/** The things that a caller sees stand in its list as they stand in the operator's. */
function checkOrder(
  testBed: TestBed,
  caller: Caller,
  { operation, kind }: List,
  whole: readonly string[],
  ids: readonly string[],
): void {
  const mark = testBed.row(caller, operation, 'order')
  let place = 0
  for (const id of whole) {
    const { seen, reasons } = testBed.verdict(caller, operation, kind, id)
    const got = ids[place] === id
    if (got) place += 1
    mark(id, seen, got, reasons)
  }
}

type Evidence = (typeof records)['reservation'][number]['doublons_detectes']

/** D18: of the evidence of a reservation only what the caller might read elsewhere. */
function checkEvidence(testBed: TestBed, caller: Caller, rows: readonly Record<string, unknown>[]): void {
  const operation = 'listerReservations'
  const marks = {
    client: testBed.row(caller, operation, 'evidence: matches'),
    reservation: testBed.row(caller, operation, 'evidence: rivals'),
  }
  const given = new Map(rows.map(({ id, doublons_detectes }) => [id, doublons_detectes as Evidence]))
  for (const { id, doublons_detectes: whole } of records.reservation) {
    const own = testBed.verdict(caller, operation, 'reservation', id)
    const shown = given.get(id)
    if (own.seen && (shown?.resultat !== whole?.resultat || shown?.controle_le !== whole?.controle_le))
      testBed.matrix.complain(`evidence of ${id} to «${caller.name}»: result or date differ`)
    const cell = (kind: 'client' | 'reservation', item: string, got: boolean | undefined) => {
      const { seen, reasons } = testBed.verdict(caller, operation, kind, item)
      marks[kind](`${id} ${item}`, own.seen && seen, got ?? false, reasons)
    }
    for (const { client_id } of whole?.correspondances ?? [])
      cell(
        'client',
        client_id,
        shown?.correspondances.some((match) => match.client_id === client_id),
      )
    for (const { reservation_id } of whole?.reservations_concurrentes ?? [])
      cell(
        'reservation',
        reservation_id,
        shown?.reservations_concurrentes.some((rival) => rival.reservation_id === reservation_id),
      )
  }
}
