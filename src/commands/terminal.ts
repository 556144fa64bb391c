import { printable } from '../failure.ts'

/** Results go to standard output, messages about the work to standard error. */
export const print = (text: string): void => void process.stdout.write(`${text}\n`)

export const tell = (text: string): void => void process.stderr.write(`${text}\n`)

/** A number of things, in French. */
export const counted = (count: number, thing: string): string =>
  `${count.toLocaleString('fr')} ${thing}${count > 1 ? 's' : ''}`

/** Called with the current step, the number of records so far, and what it is at: a step has many of these. */
export type Step = (text: string, count?: number, of?: string) => void

/** A line of progress: rewritten in place on a terminal, a line per step elsewhere. */
export function progressLine(): { step: Step; end: () => void } {
  const terminal = process.stderr.isTTY === true
  let last = ''
  return {
    step(text, count, of) {
      const whole = of === undefined ? text : `${text} de ${of}`
      if (terminal)
        process.stderr.write(
          `\r\u001b[K${whole}…${count === undefined ? '' : ` ${count.toLocaleString('fr')}`}`,
        )
      else if (text !== last) tell(`${text}…`)
      last = text
    },
    end() {
      if (terminal && last !== '') process.stderr.write('\r\u001b[K')
    },
  }
}

/** A table in plain text, each column as wide as its longest cell. */
export function table(header: readonly string[], given: readonly (readonly string[])[]): string {
  const rows = given.map((row) => row.map(printable))
  const widths = header.map((title, column) =>
    rows.reduce((width, row) => Math.max(width, [...(row[column] ?? '')].length), title.length),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd()
  return [line(header), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}
