import type { Answer } from '../../harness/http/ask.ts'
import { type OperationId, operations } from '../model/answer.ts'
import { type Answers, itemOperations, keyOf, urlOf } from './items.ts'
import { alike, type Caller, callers } from './people.ts'
import type { Kind } from './rule.ts'
import { labelOf, type TestBed } from './test-bed.ts'
import { agree, forEach, lasting } from './visitors.ts'

interface Asked {
  readonly operation: OperationId
  readonly kind: Kind
  readonly id: string
  /** What the caller was answered before. */
  readonly before: Answer
  /** The tags that all others were given. */
  readonly others: string
}

/**
 * Those with the right ask again: without the body, with others' tags, with any tag, with their own. For every item
 * that they see; for the others, which are absent before tags are looked at, every fourth, each caller for other ones
 * than the next.
 */
export async function checkConditional(testBed: TestBed, answers: Answers): Promise<void> {
  for (const { operation, kind, ids } of itemOperations) {
    const again = callers.filter(
      (caller) => testBed.granted(caller, operation) && !alike.includes(caller.name),
    )
    for (const [index, id] of ids.entries()) {
      const answerTo = (caller: Caller) => answers.get(keyOf(operation, id, caller))
      await forEach(again, async (caller) => {
        const { seen } = testBed.verdict(caller, operation, kind, id)
        if (!seen && (index + again.indexOf(caller)) % 4 !== 0) return
        const others = callers
          .filter((other) => other !== caller)
          .flatMap((other) => answerTo(other)?.headers.etag ?? [])
        const before = answerTo(caller) as Answer
        await checkAgain(testBed, caller, { operation, kind, id, before, others: others.join(', ') })
      })
    }
  }
}

async function checkAgain(testBed: TestBed, caller: Caller, asked: Asked): Promise<void> {
  const { operation, kind, id, before, others } = asked
  const { seen, reasons } = testBed.verdict(caller, operation, kind, id)
  const ask = (headers: { method?: string; 'if-none-match'?: string }) =>
    testBed.visitors.ask(caller, urlOf(operation, id), headers)
  const cell = (dimension: string, got: boolean) =>
    testBed.row(caller, operation, dimension)(id, seen, got, reasons)
  const complain = (what: string) =>
    testBed.matrix.complain(`${operation}, to «${caller.name}», of ${labelOf(id)}: ${what}`)
  const same = (what: string, answer: Answer) => {
    if (lasting(answer) !== lasting(before)) complain(`another answer with ${what}`)
  }

  const head = await ask({ method: 'HEAD', 'if-none-match': others })
  cell('head, with tags of others', head.status === 200)
  if (head.text !== '') complain('a HEAD with a body')
  same('HEAD', { ...head, text: before.text })

  const any = await ask({ 'if-none-match': '*' })
  cell('any tag', any.status === 304)
  if (!seen) return same('any tag', any)

  same('the tags of others', await ask({ 'if-none-match': others }))
  const own = await ask({ 'if-none-match': before.headers.etag ?? '' })
  if (own.status !== 304) complain('its own tag is not known')
}

/** What everybody asks for by the same address, whatever it gives them. */
const shared = [
  'lireMoi',
  'listerPartenaires',
  'listerClients',
  'listerReservations',
  'listerOffres',
] as const satisfies OperationId[]

/** A tag says «unchanged» to the one whom it was given, also where another has the same page, empty or whole. */
export async function checkTags(testBed: TestBed): Promise<void> {
  for (const operation of shared) {
    const url = operations[operation].path
    const readers = callers.filter((caller) => testBed.granted(caller, operation))
    const tags = new Map<Caller, string>()
    await forEach(readers, async (caller) => {
      tags.set(caller, (await testBed.visitors.ask(caller, url)).headers.etag ?? '')
    })
    await forEach(readers, async (caller) => {
      const tagged = async (ones: readonly Caller[]) => {
        const header = ones.map((one) => tags.get(one)).join(', ')
        return (await testBed.visitors.ask(caller, url, { 'if-none-match': header })).status === 304
      }
      const mark = testBed.row(caller, operation, 'tags')
      const others = readers.filter((other) => other !== caller)
      const known = await tagged(others)
      for (const { name } of others) mark(name, false, known)
      mark(caller.name, true, await tagged([caller]))
    })
  }
}

/** HEAD of what everybody asks for: the answer to GET without its body, refusals included. */
export async function checkHeads({ visitors, matrix }: TestBed): Promise<void> {
  for (const url of [...shared.map((operation) => operations[operation].path), '/api/v1/sante'])
    await forEach(callers, async (caller) => {
      const get = async () => lasting({ ...(await visitors.ask(caller, url)), text: '' })
      const head = async () => lasting(await visitors.ask(caller, url, { method: 'HEAD' }))
      if (!(await agree(get, head))) matrix.complain(`HEAD ${url} differs from GET, to «${caller.name}»`)
    })
}
