import { ratio } from '../harness/load/statistics.ts'
import type { ActionOutcome } from './actions.ts'
import { ACTIONS_PER_SECOND, type BesideOutcome } from './beside.ts'
import type { Outcome } from './compare.ts'
import type { WriteOutcome } from './writes.ts'

/** Columns for people: the first to the left, the others to the right. */
function align(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_title, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd()
  const [header = [], ...others] = rows.map(line)
  return [header, widths.map((width) => '─'.repeat(width)).join('  '), ...others].join('\n')
}

/** Two digits that count, or nothing. */
export const figure = (value: number | null): string =>
  value === null ? '' : value >= 10 ? value.toFixed(0) : value >= 1 ? value.toFixed(1) : value.toPrecision(2)

const rate = (value: number | null): string => (value === null ? '' : value.toFixed(0))
const milliseconds = (value: number | null): string => (value === null ? '' : value.toFixed(1))
const percent = (value: number | null): string => (value === null ? '' : `${(value * 100).toFixed(0)} %`)

/** The cases, beside raw, plain and the case that the others are compared with. */
export function tableOf(outcomes: readonly Outcome[], reference: string): string {
  const first = outcomes.find(({ name }) => name === reference)?.service ?? null
  return align([
    ['case', 'requests/s', 'of raw', 'of bare', '× plain', '× page 1', 'p50 ms', 'p99 ms', 'spread'],
    ...outcomes.map(({ name, service, raw, plain, bare, p50, p99, spread, refused }) =>
      refused === null
        ? [
            name,
            rate(service),
            figure(ratio(service, raw)),
            figure(ratio(service, bare)),
            figure(ratio(service, plain)),
            figure(ratio(first, service)),
            milliseconds(p50),
            milliseconds(p99),
            percent(spread),
          ]
        : [name, 'refused'],
    ),
  ])
}

/** How long people wait, by how much of what the service can do is asked of it. */
export const waitTableOf = (outcomes: readonly Outcome[]): string =>
  align([
    ['at a share of its rate', 'half: p50 ms', 'p99 ms', 'nine tenths: p50 ms', 'p99 ms'],
    ...outcomes.flatMap(({ name, half, most }) =>
      half === null || most === null
        ? []
        : [[name, ...[half.p50, half.p99, most.p50, most.p99].map(milliseconds)]],
    ),
  ])

/** The cases while somebody writes. */
export const writesTableOf = (outcomes: readonly WriteOutcome[]): string =>
  align([
    ['under writes', 'requests/s', 'quiet', 'kept', 'writes', 'totals checked'],
    ...outcomes.map(({ name, quiet, written, kept, writes, checked, refused }) =>
      refused === null
        ? [name, rate(written), rate(quiet), percent(kept), String(writes), String(checked)]
        : [name, 'refused'],
    ),
  ])

/** What actions cost, beside reading one client. */
export const actionsTableOf = (outcomes: readonly ActionOutcome[]): string =>
  align([
    ['action', 'CPU ms', '× client', 'alone ms', '× client', 'actions/s', '× client', 'done'],
    ...outcomes.map((one) =>
      one.refused === null
        ? [
            ...[one.name, milliseconds(one.cpu), figure(one.cpuRatio)],
            ...[milliseconds(one.alone), figure(one.aloneRatio)],
            ...[rate(one.rate), figure(one.rateRatio), String(one.done)],
          ]
        : [one.name, 'refused'],
    ),
  ])

/** The cases while people act. */
export const besideTableOf = (outcomes: readonly BesideOutcome[]): string =>
  align([
    [`beside ${ACTIONS_PER_SECOND} actions/s`, 'requests/s', 'quiet', 'kept', 'actions'],
    ...outcomes.map(({ name, quiet, beside, kept, actions, refused }) =>
      refused === null
        ? [name, rate(beside), rate(quiet), percent(kept), String(actions)]
        : [name, 'refused'],
    ),
  ])
