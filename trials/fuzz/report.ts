/** Something that went wrong, and what was sent. */
interface Failure {
  readonly number: number
  readonly kind: string
  readonly faults: readonly string[]
  readonly reproduction: string
}

const SHOWN = 30

/** What a run has seen: how many answers of which status to which kind of request, and what was wrong. */
export class Report {
  readonly #counts = new Map<string, Map<string, number>>()
  readonly #failures: Failure[] = []
  failed = 0
  sent = 0
  /** Answers that tell of something done. */
  done = 0

  count(kind: string, status: string): void {
    const row = this.#counts.get(kind) ?? new Map<string, number>()
    this.#counts.set(kind, row)
    row.set(status, (row.get(status) ?? 0) + 1)
  }

  /** Notes what is wrong with an answer, if anything is. */
  fail(failure: Failure): void {
    if (failure.faults.length === 0) return
    this.failed += 1
    if (this.#failures.length < SHOWN) this.#failures.push(failure)
  }

  /** Kinds in rows, statuses in columns. */
  totals(): string {
    const statuses = [...new Set([...this.#counts.values()].flatMap((row) => [...row.keys()]))].sort()
    const line = (name: string, cells: readonly (string | number)[]) =>
      name.padEnd(34) + cells.map((cell) => String(cell).padStart(9)).join('')
    const sum = (status: string) =>
      [...this.#counts.values()].reduce((total, row) => total + (row.get(status) ?? 0), 0)
    return [
      line('', statuses),
      ...[...this.#counts].sort().map(([kind, row]) =>
        line(
          kind,
          statuses.map((status) => row.get(status) ?? ''),
        ),
      ),
      line('all', statuses.map(sum)),
    ].join('\n')
  }

  failures(seed: string): string {
    const shown = this.#failures.map(
      ({ number, kind, faults, reproduction }) =>
        `${kind} (--seed ${seed} --only ${number})\n  ${faults.join('\n  ')}\n  ${reproduction}`,
    )
    return [...shown, ...(this.failed > SHOWN ? [`… and ${this.failed - SHOWN} more`] : [])].join('\n')
  }
}
