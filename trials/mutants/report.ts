import { readFile, writeFile } from 'node:fs/promises'
import { equivalents } from './equivalents.ts'
import type { Mutant } from './mutants.ts'
import type { Verdict } from './verdict.ts'

export interface Tried {
  readonly mutant: Mutant
  readonly verdict: Verdict
}

/** Why a survivor may live, or undefined. */
const reasonOf = ({ file, what }: Mutant): string | undefined =>
  equivalents.find((known) => known.file === file && known.what === what)?.why

/** Survivors that nobody has explained, and mutants without a verdict. */
export const unexplained = (tried: readonly Tried[]): Tried[] =>
  tried.filter(
    ({ mutant, verdict }) =>
      verdict.outcome === 'no verdict' || (verdict.outcome === 'survived' && reasonOf(mutant) === undefined),
  )

/** What is said to be equivalent and was killed, or is no mutant any more. */
export const stale = (tried: readonly Tried[]): string[] =>
  equivalents
    .filter(({ file }) => tried.some(({ mutant }) => mutant.file === file))
    .filter(
      ({ file, what }) =>
        !tried.some(
          ({ mutant, verdict }) =>
            mutant.file === file && mutant.what === what && verdict.outcome === 'survived',
        ),
    )
    .map(({ file, what }) => `${file}: ${what}`)

export function said(verdict: Verdict, mutant: Mutant): string {
  switch (verdict.outcome) {
    case 'killed':
    case 'fails closed':
      return `${verdict.outcome}: ${verdict.file}, «${verdict.test}»`
    case 'survived':
      return `survived: ${reasonOf(mutant) ?? 'not explained'}`
    default:
      return `${verdict.outcome}: ${verdict.why}`
  }
}

/** How many mutants of each file came to which end. */
export function summary(tried: readonly Tried[]): string {
  const outcomes = ['killed', 'fails closed', 'survived', 'does not compile', 'no verdict'] as const
  const files = [...new Set(tried.map(({ mutant }) => mutant.file))]
  const count = (these: readonly Tried[]) => [
    these.length,
    ...outcomes.map((outcome) => these.filter(({ verdict }) => verdict.outcome === outcome).length),
  ]
  return markdown(
    ['file', 'mutants', ...outcomes],
    [
      ...files.map((file) => [file, ...count(tried.filter(({ mutant }) => mutant.file === file))]),
      ['all', ...count(tried)],
    ],
  )
}

/** Which test killed how many. */
export function killers(tried: readonly Tried[]): string {
  const tests = new Map<string, number>()
  for (const { verdict } of tried)
    if (verdict.outcome === 'killed' || verdict.outcome === 'fails closed') {
      const test = `${verdict.file}, «${verdict.test}»`
      tests.set(test, (tests.get(test) ?? 0) + 1)
    }
  return markdown(
    ['first test to fail', 'mutants'],
    [...tests].sort(([, a], [, b]) => b - a),
  )
}

export const table = (tried: readonly Tried[]): string =>
  markdown(
    ['file', 'line', 'what', 'outcome'],
    tried.map(({ mutant, verdict }) => [
      mutant.file.replace(/.*\//, ''),
      mutant.line,
      mutant.what,
      said(verdict, mutant),
    ]),
  )

/** A table of Markdown. */
export function markdown(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string {
  const line = (cells: readonly (string | number)[]) =>
    `| ${cells.map((cell) => String(cell).replaceAll('|', '\\|').replaceAll('`', '´')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Puts text between two marks of a document, which must be there. */
export async function writeBetween(path: string, name: string, text: string): Promise<void> {
  const document = await readFile(path, 'utf8')
  const [begin, end] = [`<!-- ${name}: begin -->`, `<!-- ${name}: end -->`]
  const [from, to] = [document.indexOf(begin), document.indexOf(end)]
  if (from < 0 || to < from) throw new Error(`${path} has no place for ${name}`)
  await writeFile(path, `${document.slice(0, from + begin.length)}\n\n${text}\n\n${document.slice(to)}`)
}
