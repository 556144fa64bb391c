import { type Case, cases, reference } from '../harness/load/cases.ts'
import { onGround, say } from '../harness/load/ground.ts'
import { costOfActions } from './actions.ts'
import { besideActions } from './beside.ts'
import { compare } from './compare.ts'
import { readOptions } from './options.ts'
import { isWhole, machineOf, type Report, textOf, writeReport } from './report.ts'
import { kinds, tasksOn } from './tasks.ts'
import { openTestBed, type TestBed } from './test-bed.ts'
import { vitalsOf } from './vitals.ts'
import { underWrites } from './writes.ts'

const options = readOptions()

/** The first case is always among them: the others are compared with it. */
function isChosen(one: Case): boolean {
  if (options.daily) return one.daily === true
  const { cases: words } = options
  // A whole name is that case alone: `client` is not every list of clients.
  const names = (word: string) =>
    cases.some(({ name }) => name === word) ? one.name === word : one.name.includes(word)
  return one === reference || words.length === 0 || words.some(names)
}

async function measure(testBed: TestBed): Promise<Report> {
  const chosen = cases.filter(isChosen)
  const outcomes = await compare(chosen, testBed, { ...options, say })
  say('under writes, start, processes')
  const service = await vitalsOf(testBed, options)
  const written = await underWrites(
    chosen.filter((one) => one.underWrites),
    testBed,
    options,
  )
  return {
    date: new Date().toISOString(),
    machine: await machineOf(testBed.client),
    clients: testBed.world.clients,
    options,
    outcomes,
    underWrites: written,
    ...(await measureActions(testBed)),
    service,
  }
}

/** What is done is undone, of a run that was stopped half way too. */
async function measureActions(testBed: TestBed) {
  if (!options.daily && options.cases.length > 0 && !options.cases.includes('actions'))
    return { actions: [], besideActions: [] }
  say('actions')
  const tasks = tasksOn(testBed.client, testBed.world.partner)
  const means = { testBed, tasks }
  await tasks.undo()
  try {
    return {
      actions: await costOfActions(kinds, means, options),
      besideActions: await besideActions(
        cases.filter((one) => one.besideActions),
        means,
        options,
      ),
    }
  } finally {
    await tasks.undo()
  }
}

const report = await onGround(options.clients, async (ground) => measure(await openTestBed(ground)))
process.stdout.write(`${textOf(report)}\n`)
for (const file of await writeReport(report, options.out)) say(file)
if (!isWhole(report)) process.exitCode = 1
