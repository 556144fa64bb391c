import fc from 'fast-check'
import { expect, vi } from 'vitest'
import { AdmissionControl } from '../../src/http/admission/admission.ts'
import { type Visitor, visit } from './load-crowd.ts'

/** What may happen at a admission. */
type Happening =
  | { readonly what: 'come'; readonly kind: number; readonly quick: boolean }
  | { readonly what: 'finish' | 'hangUp'; readonly who: number }
  | { readonly what: 'pass'; readonly time: number }

export const happenings: fc.Arbitrary<Happening[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({ what: fc.constant('come' as const), kind: fc.nat(), quick: fc.boolean() }),
    },
    { weight: 3, arbitrary: fc.record({ what: fc.constant('finish' as const), who: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('hangUp' as const), who: fc.nat() }) },
    { weight: 1, arbitrary: fc.record({ what: fc.constant('pass' as const), time: fc.nat(300) }) },
  ),
  { maxLength: 200 },
)

/** Lets all that happen at a admission of so many places, looks at it after each step, and closes it. */
export class Trial {
  readonly #admission: AdmissionControl
  readonly #places: number
  readonly #kinds: readonly string[]
  readonly #visitors: Visitor[] = []
  readonly #inside = new Set<Visitor>()
  readonly #gone = new Set<Visitor>()

  constructor(places: number, kinds: readonly string[]) {
    this.#admission = new AdmissionControl(places)
    this.#places = places
    this.#kinds = kinds
  }

  run(happening: readonly Happening[]): void {
    for (const step of happening) {
      this.#happen(step)
      this.#look()
    }
    this.#admission.close()
    for (const visitor of this.#visitors) {
      const told = visitor.admitted + visitor.refused
      if (this.#gone.has(visitor)) expect(told).toBeLessThanOrEqual(1)
      else expect(told).toBe(1)
    }
    expect(this.#admission.refused).toBe(this.#visitors.filter(({ refused }) => refused > 0).length)
  }

  #happen(step: Happening): void {
    if (step.what === 'pass') return void vi.advanceTimersByTime(step.time)
    if (step.what === 'come') {
      const url = this.#kinds[step.kind % this.#kinds.length] ?? ''
      return void this.#visitors.push(
        visit(this.#admission, url, (visitor) => this.#enter(visitor, step.quick)),
      )
    }
    const visitor = this.#visitors[step.who % Math.max(1, this.#visitors.length)]
    if (visitor === undefined) return
    this.#inside.delete(visitor)
    if (step.what === 'hangUp') this.#gone.add(visitor)
    visitor[step.what]()
  }

  #enter(visitor: Visitor, quick: boolean): void {
    expect(this.#gone.has(visitor)).toBe(false)
    if (quick) visitor.finish()
    else this.#inside.add(visitor)
  }

  #look(): void {
    expect(this.#admission.running).toBe(this.#inside.size)
    expect(this.#inside.size).toBeLessThanOrEqual(this.#places)
    for (const kind of this.#kinds) {
      const same = [...this.#inside].filter(({ url }) => url === kind)
      expect(same.length).toBeLessThanOrEqual(Math.max(1, this.#places - 1))
    }
  }
}
