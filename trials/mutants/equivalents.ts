/** A mutant that no caller can tell from the original, and why. */
interface Equivalent {
  readonly file: string
  readonly what: string
  readonly why: string
}

const INDEX = 'It names the partial index to the planner; a number of null equals none anyway.'

export const equivalents: readonly Equivalent[] = [
  { file: 'src/actions/find-requested.ts', what: 'conjunct dropped: ncc is not null', why: INDEX },
  { file: 'src/actions/find-requested.ts', what: 'conjunct dropped: rccm is not null', why: INDEX },
]
