import { markdown } from './report.ts'
import type { Report } from './verdict.ts'

const columns = ['cells', 'many', 'seen', 'unseen', 'refused'] as const

/** A line of the matrix as its test hands it over. */
type Line = Readonly<Record<(typeof columns)[number], number>> & {
  readonly dimension: string
  readonly operation: string
}

/** The cells of the matrix by dimension, from the report of the test that counted them. */
export function cellsOf(report: Report | undefined): string {
  const lines = (report?.testResults ?? []).flatMap(({ assertionResults }) =>
    assertionResults.flatMap(({ meta }) => (meta?.matrix as Line[] | undefined) ?? []),
  )
  const sums = (these: readonly Line[]) =>
    columns.map((column) => these.reduce((sum, line) => sum + line[column], 0).toLocaleString('en'))
  const dimensions = [...new Set(lines.map(({ dimension }) => dimension))]
  return markdown(
    ['dimension', 'operations', 'cells', 'of the many', 'seen', 'not seen', 'refused'],
    [
      ...dimensions.map((dimension) => {
        const these = lines.filter((line) => line.dimension === dimension)
        return [dimension, these.length, ...sums(these)]
      }),
      ['all', '', ...sums(lines)],
    ],
  )
}
