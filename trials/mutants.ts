import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../src/package.ts'
import { actionMutantsOf } from './mutants/actions.ts'
import { cellsOf } from './mutants/cells.ts'
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
  /** What its tables in docs/isolation.md are called. */
  readonly tables: string
}

const others = ['scope', 'model', 'totals', 'deep-pages', 'concurrency', 'every-operation']

const subjects = {
  /** The matrix alone should tell every mutant. */
  visibility: {
    ...{ mutants: mutantsOf, first: [MATRIX], tables: '' },
    others: others.map((name) => `test/${name}.test.ts`),
  },
  actions: { mutants: actionMutantsOf, first: ACTIONS, others: [ACTION_MATRIX], tables: 'action ' },
} satisfies Record<string, Subject>

const LANES = 2

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

async function judge(lane: Lane, { first, others }: Subject, mutant: Mutant): Promise<Tried> {
  const { verdict } = await lane.run(first, mutant)
  if (verdict.outcome !== 'survived') return { mutant, verdict }
  return { mutant, verdict: (await lane.run(others, mutant)).verdict }
}

/**
 * `--actions` tries what people may do instead of what they may see. `--only text` tries the mutants that hold the text
 * in their file, line or name, and writes nothing.
 */
async function main(words: readonly string[]): Promise<number> {
  const root = fileURLToPath(packageRoot)
  const subject: Subject = words[0] === '--actions' ? subjects.actions : subjects.visibility
  const only = words.at(-2) === '--only' ? (words.at(-1) ?? '') : ''
  const all = await subject.mutants(root)
  const mutants = all.filter(({ file, line, what }) => `${file}:${line} ${what}`.includes(only))
  say(`${mutants.length} mutants`)
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(root)))
  const close = () => Promise.all(lanes.map((lane) => lane.close()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => close().finally(() => process.exit(130)))
  try {
    const [first] = lanes as [Lane]
    const { verdict, report } = await first.run([
      ...subject.first,
      ...(subject === subjects.actions ? subject.others : []),
    ])
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
    const old = only === '' ? stale(inOrder) : []
    say(`\n${table(inOrder)}\n\n${summary(inOrder)}\n\n${killers(inOrder)}\n`)
    for (const { mutant } of open) say(`Not explained: ${mutant.file}:${mutant.line} ${mutant.what}`)
    for (const what of old) say(`Explained, and no survivor: ${what}`)
    if (only === '') await write(subject, join(root, 'docs/isolation.md'), inOrder, cellsOf(report))
    return open.length + old.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

async function write(
  { tables }: Subject,
  path: string,
  tried: readonly Tried[],
  cells: string,
): Promise<void> {
  await writeBetween(path, `${tables}cells`, cells)
  await writeBetween(path, `${tables}mutants`, `${summary(tried)}\n\n${killers(tried)}`)
  if (tables !== '') return
  const details = `<details>\n<summary>All mutants</summary>\n\n${table(tried)}\n\n</details>`
  await writeBetween(path, 'all mutants', details)
}

process.exitCode = await main(process.argv.slice(2))
