/** A text from outside on one line, without control characters: it cannot pass for what we print ourselves. */
export const printable = (text: string): string =>
  text.replace(/[\p{C}\u2028\u2029]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`)

interface Options {
  readonly exitCode?: 1 | 2
  readonly code?: string
  readonly facts?: unknown
  readonly cause?: unknown
}

/**
 * An error that the person at the terminal can fix. The message is French, says what failed and what to do, and is
 * shown without a stack. Wrong usage or configuration exits with 2, everything else with 1.
 */
export class Failure extends Error {
  readonly exitCode: 1 | 2
  /** Which failure it is, for programs (`--json`). */
  readonly code: string
  /** What `--json` prints instead of code and message: a result that is a failure too. */
  readonly facts: unknown

  constructor(message: string, { exitCode = 1, code = 'echec', facts, cause }: Options = {}) {
    super(message, { cause })
    this.exitCode = exitCode
    this.code = code
    this.facts = facts
  }
}
