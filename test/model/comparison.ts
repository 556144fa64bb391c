import { isDeepStrictEqual } from 'node:util'
import { Compile } from 'typebox/compile'
import type { Answer } from '../../harness/http/ask.ts'
import { bodyOf } from '../../src/http/description/openapi.ts'
import { operations as served } from '../../src/operations/index.ts'
import type { World } from '../setup/world.ts'
import { type Expected, expectedAnswer, type OperationId, operations, type Question } from './answer.ts'
import type { Records } from './records.ts'

const schemas = new Map<string, ReturnType<typeof Compile>>(
  served.map((operation) => [operation.id, Compile(bodyOf(operation))]),
)

/** What came of many comparisons. */
export interface Tally {
  compared: number
  /** How many answers had that status. */
  readonly statuses: Map<number, number>
  /** How many lists were not empty. */
  filled: number
  /** The texts of all 404: D19 allows one. */
  readonly absences: Set<string>
  /** The first disagreements, ready to be read. */
  readonly disagreements: string[]
}

export const tally = (): Tally => ({
  compared: 0,
  statuses: new Map(),
  filled: 0,
  absences: new Set(),
  disagreements: [],
})

/** Asks the service each question, a few at a time, and holds its answers against the model's. */
export async function compare(world: World, records: Records, questions: readonly Question[], into: Tally) {
  const today = world.now.toISOString().slice(0, 10)
  const queue = questions.values()
  const worker = async () => {
    for (const question of queue) {
      const expected = expectedAnswer(records, question, today)
      const answer = await world.get(question.who, urlOf(question))
      count(answer, into)
      const complaint = complaintAbout(question.operation, expected, answer)
      if (complaint !== null && into.disagreements.length < 5) {
        into.disagreements.push(describe(records, question, today, expected, answer, complaint))
      }
    }
  }
  await Promise.all([worker(), worker(), worker(), worker()])
}

const urlOf = ({ operation, id = '', query = '' }: Question): string =>
  operations[operation].path.replace('{id}', () => id) + (query === '' ? '' : `?${query}`)

function count({ status, body, text }: Answer, into: Tally): void {
  into.compared++
  into.statuses.set(status, (into.statuses.get(status) ?? 0) + 1)
  if (status === 200 && body.donnees?.length > 0) into.filled++
  if (status === 404) into.absences.add(text)
}

/** What is wrong with an answer, or null. */
function complaintAbout(operation: OperationId, expected: Expected, answer: Answer): string | null {
  const { status, body, text } = answer
  if (status !== expected.status) return `status ${status} instead of ${expected.status}`
  if (expected.status === 200) {
    if (!isDeepStrictEqual(body, expected.body)) return difference(body, expected.body, 'body')
    if (schemas.get(operation)?.Check(body) !== true) return 'not of the declared schema'
    return unwritten(text)
  }
  const keys = Object.keys(body).sort().join()
  if (keys !== 'code,details,message') return `an error with the keys ${keys}`
  if (body.code !== expected.code) return `code ${body.code} instead of ${expected.code}`
  if (!isSentence(body.message)) return 'a message that is no sentence'
  if (expected.status !== 422) return difference(body.details, expected.details, 'details')
  if (!Object.values(body.details).every(isSentence)) return 'a message of a parameter that is no sentence'
  return difference(Object.keys(body.details).sort(), [...expected.faults].sort(), 'faults')
}

const isSentence = (text: unknown): boolean => typeof text === 'string' && /^[A-ZÀ-Ý].+\.$/su.test(text)

/** D16 and D3, read off the text itself. */
function unwritten(text: string): string | null {
  for (const [field, , value = ''] of text.matchAll(/"(\w+_le|derniere_connexion)":"([^"]*)"/g)) {
    if (!/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(value)) return `a timestamp ${field}`
  }
  for (const [field, , value = ''] of text.matchAll(/"(id|\w+_id|\w+_par)":"([^"]*)"/g)) {
    if (value !== value.toLowerCase()) return `an id in upper case ${field}`
  }
  return null
}

/** The first place where two values differ. */
function difference(got: unknown, expected: unknown, path: string): string | null {
  if (isDeepStrictEqual(got, expected)) return null
  if (isTree(got) && isTree(expected)) {
    for (const key of new Set([...Object.keys(expected), ...Object.keys(got)])) {
      const deeper = difference(got[key], expected[key], `${path}.${key}`)
      if (deeper !== null) return deeper
    }
  }
  return `${path} is ${short(got)} instead of ${short(expected)}`
}

const isTree = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null

const short = (value: unknown): string => (JSON.stringify(value) ?? 'absent').slice(0, 1500)

function describe(
  records: Records,
  question: Question,
  today: string,
  expected: Expected,
  answer: Answer,
  complaint: string,
): string {
  const user = records.utilisateur.find(({ id }) => id === question.who)
  return [
    `${complaint}`,
    `  caller    ${user?.email ?? question.who} on ${today}`,
    `  url       ${urlOf(question)}`,
    `  expected  ${short(expected)}`,
    `  got       ${answer.status} ${answer.text.slice(0, 1500)}`,
  ].join('\n')
}
