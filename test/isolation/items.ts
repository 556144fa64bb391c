import { isDeepStrictEqual } from 'node:util'
import { uuidOf } from '../../demo/identifiers.ts'
import type { Answer } from '../../harness/http/ask.ts'
import { type Expected, expectedAnswer, type OperationId, operations } from '../model/answer.ts'
import { many, partners, situated } from './companies.ts'
import { alike, type Caller, callers } from './people.ts'
import { type Kind, statusOf } from './rule.ts'
import { labelOf, records, type TestBed } from './test-bed.ts'
import { forEach, lasting } from './visitors.ts'

/** What is asked for by its id, and what its answer holds beside itself. */
interface ItemOperation {
  readonly operation: OperationId
  readonly kind: Kind
  readonly ids: readonly string[]
}

/** The id of nothing. */
export const ABSENT = uuidOf('nothing at all')
const clients = [...situated, ...many.slice(0, 3)].map(({ id }) => id)

/** By the id of each thing, of things of another kind, and of nothing. */
export const itemOperations: readonly ItemOperation[] = [
  { operation: 'lireClient', kind: 'client', ids: [...clients, partners[0]?.id ?? ''] },
  { operation: 'listerSitesClient', kind: 'client', ids: clients },
  {
    operation: 'lirePartenaire',
    kind: 'partenaire',
    ids: [...partners.map(({ id }) => id), clients[0] ?? ''],
  },
  { operation: 'listerDocumentsKycPartenaire', kind: 'partenaire', ids: partners.map(({ id }) => id) },
]

/** All that was answered: by operation, id and caller. */
export type Answers = ReadonlyMap<string, Answer>
export const keyOf = (operation: string, id: string, { name }: Caller): string => `${operation} ${id} ${name}`
export const urlOf = (operation: OperationId, id: string): string =>
  operations[operation].path.replace('{id}', id)

/** Every caller asks for every item: who sees it gets it whole, anybody else what there is to say of nothing. */
export async function checkItems(testBed: TestBed): Promise<Answers> {
  const answers = new Map<string, Answer>()
  for (const { operation, kind, ids } of itemOperations) {
    await forEach(callers, async (caller) => {
      const absent = await testBed.visitors.ask(caller, urlOf(operation, ABSENT))
      const turn = callers.indexOf(caller)
      // Who is refused is refused before an id is looked at, and those alike miss the same: each asks for some, all of
      // them for all.
      const thorough = testBed.granted(caller, operation) && !alike.includes(caller.name)
      for (const [index, id] of ids.entries()) {
        const { seen } = testBed.verdict(caller, operation, kind, id)
        if (!seen && !thorough && (index + turn) % 4 !== 0) continue
        const answer = await testBed.visitors.ask(caller, urlOf(operation, id))
        answers.set(keyOf(operation, id, caller), answer)
        checkItem(testBed, caller, { operation, kind, id, answer, absent })
      }
    })
  }
  return answers
}

interface Asked {
  readonly operation: OperationId
  readonly kind: Kind
  readonly id: string
  readonly answer: Answer
  readonly absent: Answer
}

function checkItem(testBed: TestBed, caller: Caller, { operation, kind, id, answer, absent }: Asked): void {
  const { matrix } = testBed
  const { seen, reasons } = testBed.verdict(caller, operation, kind, id)
  testBed.row(caller, operation, 'item')(id, seen, answer.status === 200, reasons)
  const told = lasting(answer) !== lasting(absent)
  testBed.row(caller, operation, 'told from nothing')(id, seen, told, reasons)
  const expected = expectedAnswer(records, { who: caller.who, operation, id }, testBed.today)
  const where = `${operation}, to «${caller.name}», of ${labelOf(id)}`
  const access = testBed.access(caller, operation)
  const status = access === 'granted' && !seen ? 404 : statusOf[access]
  if (answer.status !== status) matrix.complain(`${where}: ${answer.status} instead of ${status}`)
  else if (!agrees(answer, expected)) matrix.complain(`${where}: another answer than the model’s`)
}

const agrees = ({ body }: Answer, expected: Expected): boolean => {
  if (expected.status === 200) return isDeepStrictEqual(body, expected.body)
  const { code, details } = { details: null, ...expected }
  return body.code === code && isDeepStrictEqual(body.details, details)
}
