import { isDeepStrictEqual } from 'node:util'
import { expectedAnswer } from '../model/answer.ts'
import { callers } from './people.ts'
import { statusOf } from './rule.ts'
import { records, type TestBed } from './test-bed.ts'
import { agree, forEach, lasting } from './visitors.ts'

/** What is everybody's who may ask for it: of these nothing is told apart by scope. */
export const everybodys: ReadonlySet<string> = new Set(['listerOffres', 'lireSante'])

const SANTE = '/api/v1/sante'
const OFFRES = '/api/v1/offres'

/** Health is one answer for all, to the byte. */
export async function checkHealth(testBed: TestBed): Promise<void> {
  const plain = async () => lasting(await testBed.visitors.world.request('GET', SANTE))
  await forEach(callers, async (caller) => {
    const same = await agree(plain, async () => lasting(await testBed.visitors.ask(caller, SANTE)))
    testBed.matrix.row({ operation: 'lireSante', dimension: 'item', caller, granted: true })(
      SANTE,
      true,
      same,
    )
  })
}

/** The catalogue, with its prices, is one for all who may read it; its filters too. */
export async function checkOffers(testBed: TestBed): Promise<void> {
  const operation = 'listerOffres'
  await forEach(callers, async (caller) => {
    const access = testBed.access(caller, operation)
    for (const query of [
      '',
      'actif=true',
      'actif=false',
      'periode=annuelle',
      'volume_go=2',
      'taille=1&page=2',
    ]) {
      const answer = await testBed.visitors.ask(caller, `${OFFRES}?${query}`)
      if (answer.status !== statusOf[access])
        testBed.matrix.complain(`${operation}: ${answer.status} to «${caller.name}»`)
      const expected = expectedAnswer(records, { who: caller.who, operation, query }, testBed.today)
      const same = expected.status === 200 && isDeepStrictEqual(answer.body, expected.body)
      const mark = testBed.row(caller, operation, query === '' ? 'list' : 'filter')
      mark(`?${query}`, access === 'granted', same, [access])
    }
  })
}

/** Everybody who is known reads its own session and nobody else's, whatever its rights. */
export async function checkSession(testBed: TestBed): Promise<void> {
  const operation = 'lireMoi'
  await forEach(callers, async (caller) => {
    const { status, body } = await testBed.visitors.ask(caller, '/api/v1/moi')
    const access = testBed.access(caller, operation)
    if (status !== statusOf[access]) testBed.matrix.complain(`${operation}: ${status} to «${caller.name}»`)
    const expected = expectedAnswer(records, { who: caller.who, operation }, testBed.today)
    if (expected.status === 200 && !isDeepStrictEqual(body, expected.body))
      testBed.matrix.complain(`${operation}: another session to «${caller.name}» than the model’s`)
    const mark = testBed.row(caller, operation, 'item')
    for (const { id, nom } of records.utilisateur)
      mark(nom, id === caller.who, status === 200 && body.utilisateur.id === id)
  })
}
