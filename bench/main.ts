import { type Case, cases, reference } from '../harness/load/cases.ts'
import { onGround, say } from '../harness/load/ground.ts'
import { compare } from './compare.ts'
import { readOptions } from './options.ts'
import { isWhole, machineOf, type Report, textOf, writeReport } from './report.ts'
import { openStage, type Stage } from './stage.ts'
import { vitalsOf } from './vitals.ts'
import { underWrites } from './writes.ts'

const options = readOptions()

/** The first case is always among them: the others are compared with it. */
function isChosen(one: Case): boolean {
  if (options.daily) return one.daily === true
  const { cases: words } = options
  return one === reference || words.length === 0 || words.some((word) => one.name.includes(word))
}

async function measure(stage: Stage): Promise<Report> {
  const chosen = cases.filter(isChosen)
  const outcomes = await compare(chosen, stage, { ...options, say })
  say('under writes, start, processes')
  const service = await vitalsOf(stage, options)
  return {
    date: new Date().toISOString(),
    machine: await machineOf(stage.client),
    clients: stage.world.clients,
    options,
    outcomes,
    underWrites: await underWrites(
      chosen.filter((one) => one.underWrites),
      stage,
      options,
    ),
    service,
  }
}

const report = await onGround(options.clients, async (ground) => measure(await openStage(ground)))
process.stdout.write(`${textOf(report)}\n`)
for (const file of await writeReport(report, options.out)) say(file)
if (!isWhole(report)) process.exitCode = 1
