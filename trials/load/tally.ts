import { createHistogram, type RecordableHistogram } from 'node:perf_hooks'
import type { Outcome } from './line.ts'
import type { Question } from './question.ts'

/** Times in milliseconds. */
interface Times {
  readonly p50: number
  readonly p99: number
  readonly most: number
}

/** What a load came to. */
export interface Tally {
  /** Arrivals: those that were sent, and those for which no connection was free. */
  readonly offered: number
  readonly unsent: number
  /** How often each status came, or none. */
  readonly outcomes: Readonly<Record<string, number>>
  /** From the moment of arrival to the end of the answer, by status. */
  readonly times: Readonly<Record<string, Times>>
  /** How late the generator itself was. */
  readonly lateness: Times
  /** The first answers that were not right. */
  readonly wrong: readonly string[]
  readonly seconds: number
}

const MOST_WRONG = 5

/** Counts outcomes and their times. */
export class Counting {
  readonly #began = performance.now()
  readonly #outcomes: Record<string, number> = {}
  readonly #times = new Map<string, RecordableHistogram>()
  readonly #lateness = createHistogram()
  readonly #wrong: string[] = []
  offered = 0
  unsent = 0

  sent(arrival: number): void {
    record(this.#lateness, performance.now() - arrival)
  }

  came(question: Question, outcome: Outcome, arrival: number): void {
    const key = String(outcome)
    this.#outcomes[key] = (this.#outcomes[key] ?? 0) + 1
    const times = this.#times.get(key) ?? createHistogram()
    this.#times.set(key, times)
    record(times, performance.now() - arrival)
    const right =
      outcome === 503 || outcome === 'left' || (question.right ?? [200]).includes(outcome as number)
    if (!right && this.#wrong.length < MOST_WRONG) this.#wrong.push(`${question.path}: ${outcome}`)
  }

  get result(): Tally {
    return {
      offered: this.offered,
      unsent: this.unsent,
      outcomes: this.#outcomes,
      times: Object.fromEntries([...this.#times].map(([key, times]) => [key, timesOf(times)])),
      lateness: timesOf(this.#lateness),
      wrong: this.#wrong,
      seconds: (performance.now() - this.#began) / 1000,
    }
  }
}

/** Histograms hold whole numbers from 1: microseconds. */
const record = (histogram: RecordableHistogram, milliseconds: number): void =>
  histogram.record(Math.max(1, Math.round(1000 * milliseconds)))

const timesOf = (histogram: RecordableHistogram): Times => ({
  p50: histogram.percentile(50) / 1000,
  p99: histogram.percentile(99) / 1000,
  most: histogram.count === 0 ? 0 : histogram.max / 1000,
})
