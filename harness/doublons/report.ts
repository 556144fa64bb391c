import { CLOSE } from '../../src/actions/doublon/similarity.ts'
import type { Judged } from './judge.ts'
import { type Part, partOf, parts } from './pairs.ts'
import {
  bestThreshold,
  criteria,
  criterionScore,
  equalNames,
  f1,
  type Method,
  ours,
  overallScore,
  precision,
  recall,
  type Score,
  trigramAt,
} from './score.ts'

const percent = (value: number): string => (Number.isNaN(value) ? '–' : value.toFixed(3))
const cells = (score: Score): string => [precision(score), recall(score), f1(score)].map(percent).join(' | ')

/** The tables of both parts, in Markdown. */
export function tablesOf(judged: readonly Judged[]): string {
  const of = (part: Part) => judged.filter(({ pair }) => partOf(pair) === part)
  const threshold = bestThreshold(of('reglage'), 'trigram')
  const methods: [string, Method][] = [
    [`the check, names ≥ ${CLOSE}`, ours],
    [`trigrams ≥ ${threshold.toFixed(2)}`, trigramAt(threshold)],
    ['equal names', equalNames],
  ]
  return parts.map((part) => tableOf(part, of(part), methods)).join('\n\n')
}

function tableOf(part: Part, judged: readonly Judged[], methods: readonly [string, Method][]): string {
  const same = judged.filter(({ pair }) => pair.meme).length
  const row = (name: string, score: (method: Method) => Score) => {
    const { right, missed } = score(ours)
    return `| ${name} | ${right + missed} | ${methods.map(([, method]) => cells(score(method))).join(' | ')} |`
  }
  return [
    `\`${part}\`: ${judged.length} pairs, ${same} of one company, ${judged.length - same} of two.`,
    '',
    `| | to tell | ${methods.map(([name]) => `${name}: P | R | F1`).join(' | ')} |`,
    `|---|---:|${'---:|---:|---:|'.repeat(methods.length)}`,
    ...criteria.map((criterion) =>
      row(`\`${criterion}\``, (method) => criterionScore(judged, method, criterion)),
    ),
    row('overall', (method) => overallScore(judged, method)),
  ].join('\n')
}

/** What the check gets wrong, one line each. */
export function errorsOf(judged: readonly Judged[]): string {
  const lines = judged.flatMap((one) => criteria.flatMap((criterion) => errorOf(one, criterion)))
  return lines.length === 0 ? '- none' : lines.join('\n')
}

/** Precision, recall and F1 by name, and each error. */
export function nameReportOf(judged: readonly Judged[]): string {
  const score = criterionScore(judged, ours, 'raison_sociale_proche')
  const same = judged.filter(({ pair }) => pair.meme).length
  return [
    `${judged.length} pairs, ${same} of one company, ${judged.length - same} of two. By name: precision ${percent(precision(score))}, recall ${percent(recall(score))}, F1 ${percent(f1(score))}.`,
    errorsOf(judged),
  ].join('\n\n')
}

function errorOf({ pair, noted, ours }: Judged, criterion: (typeof criteria)[number]): string[] {
  const [told, expected] = [noted.includes(criterion), pair.criteres.includes(criterion)]
  if (told === expected) return []
  const name = criterion === 'raison_sociale_proche' ? ` (${ours === 0 ? 'not found' : ours.toFixed(2)})` : ''
  return [
    `- ${told ? 'told' : 'missed'}, \`${criterion}\`${name}: «${pair.a.raison_sociale}», «${pair.b.raison_sociale}» (${pair.famille})`,
  ]
}
