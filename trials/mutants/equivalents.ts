/** A mutant that no caller can tell from the original, and why. */
export interface Equivalent {
  readonly file: string
  readonly what: string
  readonly why: string
}

export const equivalents: readonly Equivalent[] = []
