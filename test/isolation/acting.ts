import { randomUUID } from 'node:crypto'
import { fingerprints } from '../../harness/database/fingerprints.ts'
import type { Answer } from '../../harness/http/ask.ts'
import { act } from '../setup/acting.ts'
import type { World } from '../setup/world.ts'
import { callers, type Item, items, kindOf } from './acting-world.ts'
import { ABSENT, type Caller, type Cells, refusalTo, sees, seesClient } from './action-cells.ts'
import { Matrix } from './matrix.ts'
import { forEach, lasting } from './visitors.ts'

/** Where actions are tried: by everybody, on everything. */
export class Trial {
  readonly matrix = new Matrix(new Set(), (item) => item)
  readonly world: World
  readonly #unused = new Map(items.map(([first, ...rest]) => [first as Item, rest]))

  constructor(world: World) {
    this.world = world
  }

  /** What everybody is answered who may not, then who may: the first leave everything as it is. */
  async check(cells: Cells): Promise<void> {
    const before = await fingerprints(this.world)
    await forEach(callers, (caller) => this.#refused(caller, cells))
    for (const table of differences(before, await fingerprints(this.world)))
      this.matrix.complain(`${cells.action}, ${cells.what}: what was refused changed ${table}`)
    await forEach(callers, (caller) => this.#done(caller, cells))
  }

  /** The kinds of items that an action is tried on, with those of each that are left. */
  #itemsOf({ on = 'client' }: Cells): (readonly [Item, Item[]])[] {
    return [...this.#unused].filter(([first]) => kindOf(first) === on)
  }

  async #refused(caller: Caller, cells: Cells): Promise<void> {
    const alike = new Map<string, string>()
    const turn = callers.indexOf(caller)
    for (const [index, item] of [ABSENT, ...this.#itemsOf(cells).map(([first]) => first)].entries()) {
      // Who is refused is refused before an item is looked at: each tries some, all of them all.
      if (index > 0 && refusalTo(caller, cells) !== null && (index + turn) % 4 !== 0) continue
      const expected = verdictOf(caller, cells, item)
      if (isDone(expected) || expected.endsWith('client_reserve')) continue
      const answer = await this.#ask(caller, cells, item)
      this.#mark(caller, cells, item, expected, answer)
      const outside = refusalTo(caller, cells) !== null || item === ABSENT || !sees(caller, cells, item)
      // One that it does not see is not to be told from another, nor from one that is not there.
      if (!outside) continue
      const kind = cells.outside === 'absent' || item === ABSENT ? expected : `${expected} of a number`
      const first = alike.get(kind) ?? lasting(answer)
      alike.set(kind, first)
      const where = `${cells.action}, ${cells.what}, told from nothing`
      if (first !== lasting(answer)) this.matrix.complain(`${where}: «${caller.name}» on ${item.what}`)
    }
  }

  async #done(caller: Caller, cells: Cells): Promise<void> {
    const noted: string[] = []
    for (const [first, rest] of [[ABSENT, [] as Item[]] as const, ...this.#itemsOf(cells)]) {
      const expected = verdictOf(caller, cells, first)
      if (!isDone(expected) && !expected.endsWith('client_reserve')) continue
      // What carries no key stores nothing.
      const kept = first === ABSENT || cells.ask(first, caller).given.key === null
      const item = kept ? first : rest.pop()
      if (item === undefined) throw new Error(`no item left: ${first.what}`)
      const answer = await this.#ask(caller, cells, item)
      this.#mark(caller, cells, first, expected, answer)
      if (expected.endsWith('client_reserve')) noted.push(lasting(answer))
      else this.#showsNothing(caller, cells, item, answer)
    }
    if (new Set(noted).size > 1) this.matrix.complain(`${cells.action}: reserved clients are told apart`)
  }

  /** An answer names no client that the caller does not see. */
  #showsNothing(caller: Caller, { action }: Cells, item: Item, { text }: Answer): void {
    if (action !== 'controlerDoublon' && action !== 'creerClient') return
    const shown = [item, ...[...this.#unused.keys()]].filter(({ id }) => text.includes(id))
    for (const one of shown)
      if (!seesClient(caller, one)) this.matrix.complain(`${action}: «${caller.name}» is shown ${one.what}`)
    if (item !== ABSENT && seesClient(caller, item) && !shown.includes(item))
      this.matrix.complain(`${action}: «${caller.name}» is not shown ${item.what}`)
  }

  /** A contact or a site of another client in the path is as one that is not there. */
  async strangers(cells: Cells, part: 'contact' | 'site'): Promise<void> {
    const before = await fingerprints(this.world)
    const all = this.#itemsOf(cells).map(([first]) => first)
    const granted = callers.filter((caller) => refusalTo(caller, cells) === null)
    await forEach(granted, async (caller) => {
      for (const [index, item] of all.entries()) {
        const owners = [ABSENT, all[(index + 1) % all.length] as Item]
        const told: string[] = []
        for (const owner of owners) {
          const answer = await this.#ask(caller, cells, { ...item, [part]: owner[part] })
          const verdict = verdictOf(caller, cells, item)
          const expected = isDone(verdict) ? '404 ressource_introuvable' : verdict
          this.#mark(caller, { ...cells, what: `another’s ${part}` }, item, expected, answer)
          told.push(lasting(answer))
        }
        if (new Set(told).size > 1)
          this.matrix.complain(`${cells.action}: «${caller.name}» is told of another’s ${part}`)
      }
    })
    for (const table of differences(before, await fingerprints(this.world)))
      this.matrix.complain(`${cells.action}: another’s ${part} changed ${table}`)
  }

  async #ask(caller: Caller, cells: Cells, item: Item): Promise<Answer> {
    const { path, given } = cells.ask(item, caller)
    const key = given.key === null ? null : randomUUID()
    return act(this.world, caller.who, path, { ...given, key }) as Promise<Answer>
  }

  #mark(caller: Caller, cells: Cells, item: Item, expected: string, answer: Answer): void {
    const granted = refusalTo(caller, cells) === null
    const { action: operation, what: dimension } = cells
    const mark = this.matrix.row({ operation, dimension, caller, granted })
    mark(item.what, isDone(expected), answer.status < 300)
    const got = `${answer.status}${answer.body?.code === undefined ? '' : ` ${answer.body.code}`}`
    if (got !== expected)
      this.matrix.complain(
        `${operation}, ${dimension}: «${caller.name}» on ${item.what}: ${got} instead of ${expected}`,
      )
  }
}

const verdictOf = (caller: Caller, cells: Cells, item: Item): string =>
  refusalTo(caller, cells) ?? cells.verdict(caller, item)
const isDone = (verdict: string): boolean => /^2\d\d$/.test(verdict)

const differences = (before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): string[] =>
  [...after].filter(([name, text]) => before.get(name) !== text).map(([name]) => name)
