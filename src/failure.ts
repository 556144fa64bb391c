/** A name from outside, fit to be shown: what would move the cursor or break the line does neither. */
export const printable = (name: string): string => name.replace(/\p{Cc}/gu, '\u{FFFD}')

/**
 * Something that the person at the terminal can mend. The message is French, says what failed and what to do,
 * and is shown alone: no stack. Wrong usage or configuration exits with 2, everything else with 1.
 */
export class Failure extends Error {
  readonly exitCode: 1 | 2

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.exitCode = options.exitCode ?? 1
  }
}
