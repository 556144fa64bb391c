import { ask, totalOf } from './answers.ts'
import { load } from './load.ts'
import { Refusal } from './refusal.ts'
import type { Sample, Target } from './target.ts'

/** A total that was answered, and between which moments. */
interface Sighting {
  readonly asked: number
  readonly answered: number
  readonly total: number
}

/** A change of a total: no reader saw it before `begun`, every reader sees it after `done`. */
interface Step {
  readonly begun: number
  readonly done: number
  readonly change: number
}

/** A load during which somebody looks at the total, again and again. */
export async function loadWatched(
  target: Target,
  seconds: number,
): Promise<{ sample: Sample; sightings: Sighting[] }> {
  let over = false
  const loading = load(target, { duration: seconds }).finally(() => {
    over = true
  })
  const [sample, sightings] = await Promise.all([loading, watch(target, () => over)])
  return { sample, sightings }
}

async function watch({ origin, questions, token }: Target, over: () => boolean): Promise<Sighting[]> {
  const path = questions[0]?.path ?? '/'
  const sightings: Sighting[] = []
  while (!over()) {
    const asked = Date.now()
    const total = totalOf(await ask(origin, path, token))
    sightings.push({ asked, answered: Date.now(), total })
  }
  return sightings
}

/**
 * Refuses a total that the list never had while it was asked for. Steps follow one another: those done before the
 * question are in the answer, those begun after it are not, and of the one or two between, any number from the first on
 * may be.
 */
export function checkSightings(sightings: readonly Sighting[], start: number, steps: readonly Step[]): void {
  const totals = [start]
  for (const { change } of steps) totals.push((totals.at(-1) ?? 0) + change)
  for (const { asked, answered, total } of sightings) {
    const certain = steps.filter(({ done }) => done < asked).length
    const possible = steps.filter(({ begun }) => begun <= answered).length
    const permitted = totals.slice(certain, possible + 1)
    if (!permitted.includes(total)) {
      throw new Refusal(`total ${total} while it was ${[...new Set(permitted)].join(', then ')}`)
    }
  }
}
