import { parseArgs } from 'node:util'
import { questionsOf } from '../harness/faults/questions.ts'
import { openRevokedCallers } from '../harness/faults/revoked-callers.ts'
import { runFault } from '../harness/faults/run-fault.ts'
import { print, table, tell } from '../src/commands/terminal.ts'
import { type Figures, header, row, shortcomings } from './faults/figures.ts'
import { type Scene, scenes } from './faults/scenes.ts'

const usage = `Lets everything happen to the database that test/faults.test.ts knows, again and again, and prints what callers noticed.

npm run faults -- [--rounds N] [--seconds S,S…] [--only WORD]`

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '0.5,3' },
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
const rounds = Number(values.rounds)
const lengths = values.seconds.split(',').map((seconds) => 1000 * Number(seconds))

/** Runs all faults of a scene, and returns their figures. */
async function play({ testBed, faults }: Scene, notes: string[]): Promise<Figures[]> {
  const chosen = Object.entries(faults).filter(([kind]) => kind.includes(values.only))
  const figures = chosen.flatMap(([kind, { momentary }]) =>
    (momentary === true ? [0] : lengths).map(
      (milliseconds): Figures => ({ kind, milliseconds, outcomes: [] }),
    ),
  )
  const questions = await questionsOf(testBed)
  const revoked = await openRevokedCallers(testBed)
  for (let round = 1; round <= rounds; round += 1) {
    for (const { kind, milliseconds, outcomes } of figures) {
      const fault = faults[kind]
      if (fault === undefined) continue
      tell(`${kind}, ${milliseconds / 1000} s, ${round} of ${rounds}`)
      const outcome = await runFault(fault, { testBed, questions, revoked, milliseconds })
      outcomes.push(outcome)
      notes.push(...shortcomings(outcome).map((note) => `${kind}, ${milliseconds / 1000} s: ${note}`))
    }
  }
  return figures
}

async function main(): Promise<number> {
  if (values.help || !(rounds > 0) || lengths.some((length) => !(length >= 0))) {
    tell(usage)
    return values.help ? 0 : 2
  }
  const figures: Figures[] = []
  const notes: string[] = []
  for (const open of scenes) {
    const scene = await open()
    try {
      figures.push(...(await play(scene, notes)))
    } finally {
      await scene.close()
    }
  }
  print(table(header, figures.map(row)))
  if (notes.length === 0) return 0
  print(`\n${notes.length} times not as it should be:\n${notes.slice(0, 50).join('\n')}`)
  return 1
}

process.exitCode = await main()
