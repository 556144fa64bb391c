import { mkdir, writeFile } from 'node:fs/promises'
import { availableParallelism, cpus, totalmem } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { reference } from '../harness/load/cases.ts'
import type { ActionOutcome } from './actions.ts'
import type { BesideOutcome } from './beside.ts'
import { chartOf } from './chart.ts'
import type { Outcome } from './compare.ts'
import type { Options } from './options.ts'
import { actionsTableOf, besideTableOf, figure, tableOf, waitTableOf, writesTableOf } from './table.ts'
import type { Vitals } from './vitals.ts'
import type { WriteOutcome } from './writes.ts'

/** A run, whole: what was measured, on what. */
export interface Report {
  readonly date: string
  readonly machine: Machine
  readonly clients: number
  readonly options: Options
  readonly outcomes: readonly Outcome[]
  readonly underWrites: readonly WriteOutcome[]
  readonly actions: readonly ActionOutcome[]
  readonly besideActions: readonly BesideOutcome[]
  readonly service: Vitals
}

interface Machine {
  readonly cores: number
  readonly processor: string
  readonly memoryBytes: number
  readonly node: string
  readonly postgresql: string
}

export async function machineOf(client: pg.Client): Promise<Machine> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? '',
    memoryBytes: totalmem(),
    node: process.version,
    postgresql: rows[0]?.server_version ?? '',
  }
}

/** Whether everything was answered rightly. */
export const isWhole = (report: Report): boolean => allOf(report).every(({ refused }) => refused === null)

const allOf = ({ outcomes, underWrites, actions, besideActions, service }: Report) => [
  ...outcomes,
  ...underWrites,
  ...actions,
  ...besideActions,
  { name: 'two processes', ...service.processes },
]

/** For the terminal. */
export function textOf(report: Report): string {
  const { outcomes, underWrites, actions, besideActions, service } = report
  const { startMilliseconds, memoryBytes, processes } = service
  const parts = [tableOf(outcomes, reference.name), waitTableOf(outcomes)]
  if (underWrites.length > 0) parts.push(writesTableOf(underWrites))
  if (actions.length > 0) parts.push(actionsTableOf(actions))
  if (besideActions.length > 0) parts.push(besideTableOf(besideActions))
  parts.push(
    [
      `start on a migrated database: ${startMilliseconds.toFixed(0)} ms`,
      `memory of the service after the cases: ${(memoryBytes / 1e6).toFixed(0)} MB`,
      `two processes: ${processes.refused === null ? `${figure(processes.ratio)} × one` : 'refused'}`,
    ].join('\n'),
  )
  const refusals = allOf(report).flatMap(({ name, refused }) =>
    refused === null ? [] : `${name}: refused, ${refused}`,
  )
  if (refusals.length > 0) parts.push(refusals.join('\n'))
  return parts.join('\n\n')
}

/** Writes the figures and their picture into the folder, and gives the files' names. */
export async function writeReport(report: Report, folder: string): Promise<string[]> {
  const { clients, outcomes, machine, date } = report
  const file = join(folder, `bench-${clients}`)
  await mkdir(folder, { recursive: true })
  await writeFile(`${file}.json`, `${JSON.stringify(report, null, 2)}\n`)
  await writeFile(
    `${file}.svg`,
    chartOf(outcomes, {
      title: `${clients.toLocaleString('en')} clients: share of raw node:http`,
      note: `${machine.cores} cores, Node.js ${machine.node}, PostgreSQL ${machine.postgresql}, ${date.slice(0, 10)}`,
    }),
  )
  return [`${file}.json`, `${file}.svg`]
}
