import type { Case } from '../harness/load/cases.ts'
import { median } from '../harness/load/statistics.ts'
import type { Acted, ActRequest, ActTask } from './act.ts'
import { load, type Task } from './load.ts'
import { Refusal, refusalOf } from './refusal.ts'
import type { Sample, Target } from './target.ts'
import type { Tasks } from './tasks.ts'
import type { TestBed } from './test-bed.ts'

/** What a case keeps of its rate while people act. */
export interface BesideOutcome {
  readonly name: string
  /**
   * Requests per second without and with the actions, and the second as a share of the first: medians of the rounds.
   */
  readonly quiet: number | null
  readonly beside: number | null
  readonly kept: number | null
  /** How many actions were done meanwhile. */
  readonly actions: number
  readonly refused: string | null
}

export const ACTIONS_PER_SECOND = 20
/** Long enough for ten actions. */
const LEAST_SECONDS = 0.5

/** Measures the cases beside clients being created and reservations decided, between two loads without. */
export async function besideActions(
  cases: readonly Case[],
  { testBed, tasks }: { testBed: TestBed; tasks: Tasks },
  options: { seconds: number; rounds: number },
): Promise<BesideOutcome[]> {
  const seconds = Math.max(options.seconds, LEAST_SECONDS)
  const { service, tokens, world } = testBed
  const task: ActTask = { origin: service.origin, token: tokens.operator, perSecond: ACTIONS_PER_SECOND }
  const actor = await testBed.beside(new URL('./act.js', import.meta.url), JSON.stringify(task))
  const tell = <T>(request: ActRequest) => actor.ask<T>(request)
  const enough = Math.ceil(ACTIONS_PER_SECOND * (seconds + 1)) / 2
  const outcomes: BesideOutcome[] = []
  for (const { name, by = 'operator', paths } of cases) {
    const [path = '/'] = paths(world)
    const target: Target = { origin: service.origin, questions: [{ path }], token: tokens[by] }
    const reading = (): Promise<Sample> => load(target, { duration: seconds })
    const rates = { quiet: [] as number[], beside: [] as number[], kept: [] as number[] }
    let actions = 0
    const refused = await refusalOf(async () => {
      for (let round = 0; round < options.rounds; round++) {
        const made = alternating(
          await tasks.take('creerClient', enough),
          await tasks.take('deciderReservation', enough),
        )
        const before = await reading()
        await tell({ begin: made })
        const beside = await reading().finally(async () => {
          const { sent, wrong } = await tell<Acted>('end')
          actions += sent
          if (wrong.length > 0) throw new Refusal(`${wrong.length} actions of ${sent} failed: ${wrong[0]}`)
        })
        const quiet = (before.rate + (await reading()).rate) / 2
        rates.quiet.push(quiet)
        rates.beside.push(beside.rate)
        rates.kept.push(beside.rate / quiet)
      }
    })
    const of = (values: readonly number[]) => (refused === null ? median(values) : null)
    outcomes.push({
      ...{ name, quiet: of(rates.quiet), beside: of(rates.beside), kept: of(rates.kept), actions, refused },
    })
  }
  await actor.stop()
  return outcomes
}

const alternating = (some: readonly Task[], others: readonly Task[]): Task[] =>
  some.flatMap((task, place) => [task, others[place] as Task])
