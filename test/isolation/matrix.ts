import type { Caller } from './people.ts'

/**
 * Some cells of one caller: what it is asked through, and whether it may ask at all (what it is refused says nothing of
 * the scope).
 */
interface Row {
  readonly operation: string
  readonly dimension: string
  readonly caller: Caller
  readonly granted: boolean
}

/** Fills in one cell: is this item seen, and should it be? */
export type Mark = (item: string, expected: boolean, got: boolean, reasons?: readonly string[]) => void

/** The cells of one operation in one dimension. */
export interface Line {
  readonly dimension: string
  readonly operation: string
  cells: number
  /** Of these, how many are of the things that are there for their number. */
  many: number
  seen: number
  unseen: number
  refused: number
}

interface Place extends Line {
  /** The items that a caller with the right has seen, and those that one has not. */
  readonly seenItems: Set<string>
  readonly unseenItems: Set<string>
}

const SHOWN = 8

/** All cells: counted by operation and dimension, the first disagreements kept. */
export class Matrix {
  readonly #places = new Map<string, Place>()
  readonly #many: ReadonlySet<string>
  readonly #labelOf: (item: string) => string
  #wrong: string[] = []

  constructor(many: ReadonlySet<string>, labelOf: (item: string) => string) {
    this.#many = many
    this.#labelOf = labelOf
  }

  row({ operation, dimension, caller, granted }: Row): Mark {
    const place = this.#placeOf(operation, dimension)
    return (item, expected, got, reasons = []) => {
      place.cells += 1
      if (this.#many.has(item)) place.many += 1
      if (!granted) place.refused += 1
      else if (expected) place.seen += 1
      else place.unseen += 1
      if (granted) (expected ? place.seenItems : place.unseenItems).add(item)
      if (got !== expected)
        this.complain(
          `${operation}, ${dimension}: «${caller.name}» ${got ? 'sees' : 'does not see'} ${this.#labelOf(item)} (${reasons.join(', ')})`,
        )
    }
  }

  /** Something that is wrong about an answer beside what is seen in it. */
  complain(what: string): void {
    if (this.#wrong.length < SHOWN) this.#wrong.push(what)
  }

  /** What was found wrong since this was asked last. */
  takeWrong(): string {
    const wrong = this.#wrong.join('\n')
    this.#wrong = []
    return wrong
  }

  /** How many cells there are, without those of the many. */
  get size(): number {
    return this.lines.reduce((sum, { cells, many }) => sum + cells - many, 0)
  }

  get lines(): Line[] {
    return [...this.#places.values()].map(({ seenItems: _, unseenItems: __, ...line }) => line)
  }

  /** Where the matrix proves nothing: everybody sees everything, nobody anything, or all the same. */
  hollow(everybodys: ReadonlySet<string>): string[] {
    return [...this.#places.values()].flatMap(
      ({ operation, dimension, seen, unseen, seenItems, unseenItems }) => {
        const told = [...seenItems].some((item) => unseenItems.has(item))
        const proves = everybodys.has(operation) ? seen > 0 : seen > 0 && unseen > 0 && told
        const apart = told ? '' : 'none '
        return proves ? [] : [`${operation}, ${dimension}: ${seen} seen, ${unseen} not, ${apart}told apart`]
      },
    )
  }

  #placeOf(operation: string, dimension: string): Place {
    const key = `${dimension}|${operation}`
    const place = this.#places.get(key) ?? {
      ...{ dimension, operation, cells: 0, many: 0, seen: 0, unseen: 0, refused: 0 },
      seenItems: new Set<string>(),
      unseenItems: new Set<string>(),
    }
    this.#places.set(key, place)
    return place
  }
}
