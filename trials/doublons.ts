import { readFile, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { judgeAll } from '../harness/doublons/judge.ts'
import {
  developmentPairs,
  fingerprint,
  type Pair,
  pairs,
  partOf,
  readNamePairs,
  unseenPairs,
} from '../harness/doublons/pairs.ts'
import { errorsOf, nameReportOf, tablesOf } from '../harness/doublons/report.ts'
import { packageRoot } from '../src/package.ts'
import { costOfOne } from './doublons/cost.ts'
import { curveOf } from './doublons/curve.ts'

/**
 * How well the duplicate check tells one company from two, on pairs written for this purpose; `--paires FICHIER`: by
 * name, on the pairs of a file; `--cout`: what one check costs beside reading one client, on the database of
 * DATABASE_URL or DATA_DIR.
 */
const { values } = parseArgs({
  options: { cout: { type: 'boolean', default: false }, paires: { type: 'string' } },
})

const say = (text: string): void => void process.stdout.write(`${text}\n`)

const page = new URL('docs/doublons.md', packageRoot)
const chart = new URL('docs/doublons.svg', packageRoot)

if (values.cout) {
  say(await costOfOne())
} else if (values.paires !== undefined) {
  say(nameReportOf(await judgeAll(readNamePairs(values.paires))))
} else {
  const all = await judgeAll([...pairs, ...developmentPairs, ...unseenPairs])
  const of = (some: readonly Pair[]) => all.filter(({ pair }) => some.includes(pair))
  const judged = of(pairs)
  const tables = tablesOf(judged)
  const drawn = judged.filter(({ pair }) => partOf(pair) === 'epreuve')
  const errors = errorsOf(drawn)
  const [development, unseen] = [nameReportOf(of(developmentPairs)), nameReportOf(of(unseenPairs))]
  await writeFile(chart, curveOf(drawn, `Close names, by threshold (${drawn.length} pairs of epreuve)`))
  await refresh({
    figures: `${tables}\n\n${pairs.length} pairs in all, fingerprint \`${fingerprint}\`.`,
    errors,
    development,
    unseen,
  })
  say(
    `${tables}\n\nErrors on \`epreuve\`:\n${errors}\n\nUnseen pairs:\n${unseen}\n\nDevelopment pairs:\n${development}`,
  )
}

/** Puts the figures into the page, between the comments that mark their places. */
async function refresh(sections: Readonly<Record<string, string>>): Promise<void> {
  let text = await readFile(page, 'utf8')
  for (const [name, content] of Object.entries(sections)) {
    const marked = new RegExp(`(<!-- ${name} -->\n)[^]*?(\n<!-- /${name} -->)`)
    if (!marked.test(text)) throw new Error(`docs/doublons.md has no place for ${name}`)
    text = text.replace(marked, (_, start: string, end: string) => `${start}${content}${end}`)
  }
  await writeFile(page, text)
}
