/** A name from outside, safe to show: without control characters, which could move the cursor or break the line. */
export const printable = (name: string): string => name.replace(/\p{Cc}/gu, '\u{FFFD}')

/**
 * An error that the person at the terminal can fix. The message is French, says what failed and what to do, and is
 * shown without a stack. Wrong usage or configuration exits with 2, everything else with 1.
 */
export class Failure extends Error {
  readonly exitCode: 1 | 2

  constructor(message: string, options: { exitCode?: 1 | 2; cause?: unknown } = {}) {
    super(message, { cause: options.cause })
    this.exitCode = options.exitCode ?? 1
  }
}
