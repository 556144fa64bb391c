import { Failure, printable } from '../failure.ts'

/** An error in an import: in a line of a file or a file as a whole, and what was expected. */
type Fault = ({ readonly file: string; readonly line: number } | { readonly whole: string }) & {
  readonly field: string
  readonly message: string
}

const SHOWN = 100

/** The errors of a run: all are counted, the first hundred are kept. */
export class Faults {
  readonly #kept: Fault[] = []
  #count = 0

  add(fault: Fault): void {
    this.#count += 1
    if (this.#kept.length < SHOWN) this.#kept.push(fault)
  }

  /** Counts errors that are not shown one by one. */
  addUnshown(count: number): void {
    this.#count += count
  }

  /** Throws if there was any error. */
  throwIfAny(): void {
    if (this.#count === 0) return
    const lines = this.#kept.map(({ field, message, ...place }) =>
      printable(
        ['whole' in place ? place.whole : `${place.file}.ndjson, ligne ${place.line}`, field]
          .filter((part) => part !== '')
          .join(', ')
          .concat(` : ${message}`),
      ),
    )
    const more = this.#count - this.#kept.length
    const summary = this.#count === 1 ? '1 erreur' : `${this.#count} erreurs`
    throw new Failure(
      [
        ...lines,
        ...(more > 0 ? [more === 1 ? '… et 1 autre.' : `… et ${more} autres.`] : []),
        `Import refusé : ${summary}. Rien n'a été changé. Corrigez, puis relancez.`,
      ].join('\n'),
      { code: 'import_refuse' },
    )
  }
}
