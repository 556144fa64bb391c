import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../src/package.ts'
import { cellsOf } from './mutants/cells.ts'
import { type Lane, MATRIX, openLane } from './mutants/lane.ts'
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

/** The matrix alone should tell every mutant; what it does not is shown to the others. */
const FIRST = [MATRIX]
const OTHERS = ['scope', 'model', 'totals', 'deep-pages', 'concurrency', 'every-operation'].map(
  (name) => `test/${name}.test.ts`,
)

const LANES = 2

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

async function judge(lane: Lane, mutant: Mutant): Promise<Tried> {
  const { verdict } = await lane.run(FIRST, mutant)
  if (verdict.outcome !== 'survived') return { mutant, verdict }
  return { mutant, verdict: (await lane.run(OTHERS, mutant)).verdict }
}

/** `--only text` tries the mutants that hold the text in their file, line or name, and writes nothing. */
async function main(words: readonly string[]): Promise<number> {
  const root = fileURLToPath(packageRoot)
  const only = words[0] === '--only' ? (words[1] ?? '') : ''
  const all = await mutantsOf(root)
  const mutants = all.filter(({ file, line, what }) => `${file}:${line} ${what}`.includes(only))
  say(`${mutants.length} mutants`)
  const lanes = await Promise.all(Array.from({ length: LANES }, () => openLane(root)))
  const close = () => Promise.all(lanes.map((lane) => lane.close()))
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => close().finally(() => process.exit(130)))
  try {
    const [first] = lanes as [Lane]
    const { verdict, report } = await first.run(FIRST)
    if (verdict.outcome !== 'survived') {
      say(`The tests fail without any mutant: ${JSON.stringify(verdict)}`)
      return 1
    }
    const tried: Tried[] = []
    const queue = mutants.values()
    const work = async (lane: Lane) => {
      for (const mutant of queue) {
        const one = await judge(lane, mutant)
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
    if (only === '') await write(join(root, 'docs/isolation.md'), inOrder, cellsOf(report))
    return open.length + old.length === 0 ? 0 : 1
  } finally {
    await close()
  }
}

async function write(path: string, tried: readonly Tried[], cells: string): Promise<void> {
  await writeBetween(path, 'cells', cells)
  await writeBetween(path, 'mutants', `${summary(tried)}\n\n${killers(tried)}`)
  const details = `<details>\n<summary>All mutants</summary>\n\n${table(tried)}\n\n</details>`
  await writeBetween(path, 'all mutants', details)
}

process.exitCode = await main(process.argv.slice(2))
