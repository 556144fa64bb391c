import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../src/package.ts'
import { actionMutantsOf } from './mutants/actions.ts'
import { cellsOf } from './mutants/cells.ts'
import { chosenMutants } from './mutants/chosen.ts'
import { ACTION_MATRIX, ACTIONS, type Lane, MATRIX, openLane } from './mutants/lane.ts'
import { type Mutant, mutantsOf } from './mutants/mutants.ts'
import {
  killers,
  said,
  stale,
  summary,
  type Tried,
  table,
  unexplained,
  writeBetween,
} from './mutants/report.ts'

/** What is mutated, what is tried first, and what survivors are shown to. */
interface Subject {
  readonly mutants: (root: string) => Promise<Mutant[]>
  readonly first: readonly string[]
  readonly others: readonly string[]
  /** Whether it tries all mutants of its files. */
  readonly all: boolean
  readonly needs?: Parameters<typeof openLane>[1]
  readonly document: string
  /** What it writes into the document, by the name of the place. */
  readonly tables: (tried: readonly Tried[], cells: string) => Readonly<Record<string, string>>
}

const others = [
  ...['scope', 'model', 'totals', 'deep-pages', 'every-operation'],
  ...['reservation-queue', 'historique', 'dossiers-kyc'],
]

const ISOLATION = 'docs/isolation.md'

const endings = (tried: readonly Tried[]): string => `${summary(tried)}\n\n${killers(tried)}`

const subjects = {
  /** The matrix alone should tell every mutant. */
  visibility: {
    ...{ mutants: mutantsOf, first: [MATRIX], all: true, document: ISOLATION },
    others: others.map((name) => `test/${name}.test.ts`),
    tables: (tried, cells) => ({
      ...{ cells, mutants: endings(tried) },
      'all mutants': `<details>\n<summary>All mutants</summary>\n\n${table(tried)}\n\n</details>`,
    }),
  },
  '--actions': {
    ...{ mutants: actionMutantsOf, first: ACTIONS, others: [ACTION_MATRIX], all: true, document: ISOLATION },
    tables: (tried, cells) => ({ 'action cells': cells, 'action mutants': endings(tried) }),
  },
  /** Some of everything else, each with its own tests. */
  '--chosen': {
    ...{ mutants: chosenMutants, first: [], others: [], all: false, document: 'docs/reliability.md' },
    needs: ['program'],
    tables: (tried) => ({ 'chosen mutants': table(tried) }),
  },
} satisfies Record<string, Subject>

const LANES = 2

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

async function judge(lane: Lane, { first, others }: Subject, mutant: Mutant): Promise<Tried> {
  const { verdict } = await lane.run(mutant.tests ?? first, mutant)
  if (verdict.outcome !== 'survived' || others.length === 0) return { mutant, verdict }
  return { mutant, verdict: (await lane.run(others, mutant)).verdict }
}

/**
 * `--actions` tries what people may do instead of what they may see, `--chosen` some of everything else. `--only text`
 * tries the mutants that hold the text in their file, line or name, and writes nothing.
 */
async function main(words: readonly string[]): Promise<number> {
  const root = fileURLToPath(packageRoot)
  const named = words[0] === '--actions' || words[0] === '--chosen' ? words[0] : 'visibility'
  const subject: Subject = subjects[named]
  const only = words.at(-2) === '--only' ? (words.at(-1) ?? '') : ''
  const all = await subject.mutants(root)
  const mutants = all.filter(({ file, line, what }) => `${file}:${line} ${what}`.includes(only))
  say(`${mutants.length} mutants`)
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(root, subject.needs)))
  const close = () => Promise.all(lanes.map((lane) => lane.close()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => close().finally(() => process.exit(130)))
  try {
    const [first] = lanes as [Lane]
    const own = mutants.flatMap(({ tests = [] }) => tests)
    const { verdict, report } = await first.run([...new Set([...subject.first, ...subject.others, ...own])])
    if (verdict.outcome !== 'survived') {
      say(`The tests fail without any mutant: ${JSON.stringify(verdict)}`)
      return 1
    }
    const tried: Tried[] = []
    const queue = mutants.values()
    const work = async (lane: Lane) => {
      for (const mutant of queue) {
        const one = await judge(lane, subject, mutant)
        tried.push(one)
        say(`${tried.length} ${mutant.file}:${mutant.line} ${mutant.what}\n    ${said(one.verdict, mutant)}`)
      }
    }
    await Promise.all(lanes.map(work))
    const inOrder = mutants.flatMap((mutant) => tried.find((one) => one.mutant === mutant) ?? [])
    const open = unexplained(inOrder)
    const old = only === '' && subject.all ? stale(inOrder) : []
    say(`\n${table(inOrder)}\n\n${summary(inOrder)}\n\n${killers(inOrder)}\n`)
    for (const { mutant } of open) say(`Not explained: ${mutant.file}:${mutant.line} ${mutant.what}`)
    for (const what of old) say(`Explained, and no survivor: ${what}`)
    if (only === '')
      for (const [place, text] of Object.entries(subject.tables(inOrder, cellsOf(report))))
        await writeBetween(join(root, subject.document), place, text)
    return open.length + old.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

process.exitCode = await main(process.argv.slice(2))
