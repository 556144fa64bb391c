import type { Line } from './matrix.ts'

type Counted = Omit<Line, 'operation' | 'dimension'>

const sum = (lines: readonly Line[]): Counted => {
  const of = (column: keyof Counted) => lines.reduce((total, line) => total + line[column], 0)
  return {
    cells: of('cells'),
    many: of('many'),
    seen: of('seen'),
    unseen: of('unseen'),
    refused: of('refused'),
  }
}

/** The cells by dimension, as text. */
export function printed(lines: readonly Line[]): string {
  const dimensions = [...new Set(lines.map(({ dimension }) => dimension))]
  const rows = dimensions.map((dimension) => {
    const these = lines.filter((line) => line.dimension === dimension)
    return [dimension, `${these.length}`, ...Object.values(sum(these)).map(String)]
  })
  const head = ['dimension', 'operations', 'cells', 'of the many', 'seen', 'not seen', 'refused']
  const all = [head, ...rows, ['all', '', ...Object.values(sum(lines)).map(String)]]
  const widths = head.map((_, column) => Math.max(...all.map((row) => row[column]?.length ?? 0)))
  const line = (row: readonly string[]) =>
    row.map((text, column) =>
      column === 0 ? text.padEnd(widths[0] ?? 0) : text.padStart(widths[column] ?? 0),
    )
  return `${all.map((row) => line(row).join('  ')).join('\n')}\n`
}
