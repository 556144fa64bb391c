import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkConditional, checkHeads, checkTags } from './isolation/conditional.ts'
import { checkConfirmation, checkConfirming } from './isolation/confirmation.ts'
import { checkDocuments, checkQueue } from './isolation/document-reads.ts'
import { checkHealth, checkOffers, checkSession, everybodys } from './isolation/everybodys.ts'
import { checkFilters, checkSearches } from './isolation/filters.ts'
import { weakClauses, weakEvidence } from './isolation/guards.ts'
import { type Answers, checkItems } from './isolation/items.ts'
import { checkLists } from './isolation/lists.ts'
import type { Line } from './isolation/matrix.ts'
import { checkNames } from './isolation/names.ts'
import { checkNextRequest } from './isolation/next-request.ts'
import { checkDocumentFilter, checkParts, checkWrongFilter } from './isolation/parts-shown.ts'
import { checkSecrets } from './isolation/secrets.ts'
import { printed } from './isolation/table.ts'
import { TestBed } from './isolation/test-bed.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** What the matrix held, for whoever reads the report of the run. */
    matrix?: readonly Line[]
  }
}

const LEAST = 50_000

/** No bound is meant: so many requests take as long as the machine takes. */
describe('every caller, every thing, every operation', () => {
  let testBed: TestBed
  let answers: Answers
  beforeAll(async () => {
    testBed = await TestBed.open()
  })
  afterAll(() => testBed?.close())

  const nothingIsWrong = () => expect(testBed.matrix.takeWrong()).toBe('')

  test('lists show what the rule says, in one order, with its total and its evidence', async () => {
    await checkLists(testBed)
    nothingIsWrong()
  })

  test('health and catalogue are everybody’s, a session its own user’s', async () => {
    await checkHealth(testBed)
    await checkOffers(testBed)
    await checkSession(testBed)
    nothingIsWrong()
  })

  test('each plain name means the rows that the rule says', async () => {
    await checkNames(testBed)
    nothingIsWrong()
  })

  test('what is remembered of a caller is confirmed when it is so, and only then', async () => {
    await checkConfirmation(testBed)
    await checkConfirming(testBed)
    nothingIsWrong()
  })

  test('items are read by who sees them; to anybody else they do not exist, to the byte', async () => {
    answers = await checkItems(testBed)
    nothingIsWrong()
  })

  test('parts are shown with what they belong to, and no others', async () => {
    checkParts(testBed, answers)
    await checkDocumentFilter(testBed)
    await checkWrongFilter(testBed)
    nothingIsWrong()
  })

  test('documents and their history are read by who sees their partner, the queue by the operator', async () => {
    await checkDocuments(testBed)
    await checkQueue(testBed)
    nothingIsWrong()
  })

  test('filters find nothing that is not seen, whoever’s id they are given', async () => {
    await checkFilters(testBed)
    nothingIsWrong()
  })

  test('searches find nothing that is not seen, by whatever word of it', async () => {
    await checkSearches(testBed)
    nothingIsWrong()
  })

  test('HEAD tells what GET tells; a tag says something only to the one whom it was given', async () => {
    await checkConditional(testBed, answers)
    await checkTags(testBed)
    await checkHeads(testBed)
    nothingIsWrong()
  })

  test('of all that anybody was told, nothing was another’s', () => {
    checkSecrets(testBed)
    nothingIsWrong()
  })

  test('the next request knows every change', async () => {
    await checkNextRequest(testBed)
    nothingIsWrong()
  })

  test('the matrix is large, and proves something everywhere', ({ task }) => {
    task.meta.matrix = testBed.matrix.lines
    process.stdout.write(printed(testBed.matrix.lines))
    expect(testBed.matrix.size).toBeGreaterThan(LEAST)
    expect(testBed.matrix.hollow(everybodys)).toEqual([])
  })

  test('each clause decides at least two rows alone', () => {
    expect(weakClauses(testBed)).toEqual([])
    expect(weakEvidence(testBed)).toEqual([])
  })
})
