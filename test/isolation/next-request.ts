import { isDeepStrictEqual } from 'node:util'
import { expectedAnswer, operations } from '../model/answer.ts'
import type { World } from '../setup/world.ts'
import { changes, type Edit, edited, undone } from './changes.ts'
import { urlOf } from './items.ts'
import { type List, lists, walk } from './lists.ts'
import type { Caller } from './people.ts'
import { Rule, statusOf } from './rule.ts'
import { callerNamed, isOneOfMany, type TestBed } from './test-bed.ts'
import { forEach } from './visitors.ts'

/** Who is being served while things change. */
const watched = [
  ...[
    'medium',
    'medium, a colleague',
    'medium, inactive',
    'record suspended',
    'no record',
    'no record either',
  ],
  ...['client one', 'client one, without rights', 'client two', 'client suspended', 'client with record'],
  ...['third party', 'third party with record'],
].map(callerNamed)

/** After each change, and after it is taken back, the next request of everybody is answered by what is then so. */
export async function checkNextRequest(testBed: TestBed): Promise<void> {
  const before = testBed.rule
  const check = (who: readonly Caller[], now: Rule, other: Rule, what: string) =>
    forEach(who, (caller) => checkNow(testBed, caller, { now, other, what }))
  for (const change of changes) {
    const who = [...watched, ...(change.also === undefined ? [] : [callerNamed(change.also)])]
    const after = new Rule(edited(change))
    await check(who, before, after, 'before')
    await apply(testBed.visitors.world, change)
    await check(who, after, before, change.what)
    await apply(testBed.visitors.world, undone(change))
  }
  await check(watched, before, before, 'after all changes')
}

async function apply({ sql }: World, { table, id, set }: Edit): Promise<void> {
  for (const [field, value] of Object.entries(set)) {
    if (field === 'permissions') {
      await sql('delete from role_permission where role_id = $1', [id])
      await sql('insert into role_permission select $1, unnest($2::text[])', [id, value])
    } else if (field === 'role_ids') {
      await sql('delete from utilisateur_role where utilisateur_id = $1 and role_id <> all ($2)', [id, value])
      await sql('insert into utilisateur_role select $1, unnest($2::uuid[]) on conflict do nothing', [
        id,
        value,
      ])
    } else await sql(`update ${table} set ${field} = $2 where id = $1`, [id, value])
  }
}

const dimension = 'next request'

interface Moment {
  readonly now: Rule
  /** The rule at the other side of the change: where both agree, the lists are enough. */
  readonly other: Rule
  readonly what: string
}

async function checkNow(testBed: TestBed, caller: Caller, moment: Moment): Promise<void> {
  for (const list of lists) await checkListNow(testBed, caller, moment, list)
  const { now, what } = moment
  const session = await testBed.visitors.ask(caller, operations.lireMoi.path)
  const expected = expectedAnswer(now.records, { who: caller.who, operation: 'lireMoi' }, testBed.today)
  if (expected.status !== 200 || !isDeepStrictEqual(session.body, expected.body))
    testBed.matrix.complain(`${what}: another session to «${caller.name}» than the model’s`)
}

async function checkListNow(
  testBed: TestBed,
  caller: Caller,
  { now, other, what }: Moment,
  { operation, kind }: List,
): Promise<void> {
  const { matrix } = testBed
  const who = `${caller.who}`
  const access = now.access(caller.who, operations[operation].permission)
  const granted = access === 'granted'
  const { status, ids, totals } = await walk(testBed, caller, operations[operation].path, '')
  if (status !== statusOf[access])
    matrix.complain(`${what}: ${status} to «${caller.name}» from ${operation} (${access})`)
  if (granted && `${totals}` !== `${ids.length}`)
    matrix.complain(`${what}: ${operation} tells «${caller.name}» ${totals} of ${ids.length}`)
  const shown = new Set(ids)
  const mark = matrix.row({ operation, dimension, caller, granted })
  const changed: string[] = []
  for (const { id } of now.records[kind].filter((item) => !isOneOfMany(item))) {
    const { seen, reasons } = now.verdict(who, kind, id)
    mark(id, granted && seen, shown.has(id), [what, access, ...reasons])
    if (seen !== other.verdict(who, kind, id).seen) changed.push(id)
  }
  if (kind !== 'client') return
  const markItem = matrix.row({ operation: 'lireClient', dimension, caller, granted })
  for (const id of changed.slice(0, FEW)) {
    const { status } = await testBed.visitors.ask(caller, urlOf('lireClient', id))
    markItem(id, granted && now.verdict(who, kind, id).seen, status === 200, [what, access])
  }
}

/** Of the clients that somebody begins or ceases to see, so many are asked for by their id. */
const FEW = 4
