import type { Judged } from '../../harness/doublons/judge.ts'
import { f1, nameScore, precision, recall, type Score, thresholds } from '../../harness/doublons/score.ts'
import { CLOSE } from '../../src/actions/doublon/similarity.ts'

const [WIDTH, HEIGHT] = [860, 420]
const [LEFT, RIGHT, TOP, BOTTOM] = [60, 210, 72, 46]
const LOWEST = thresholds[0] ?? 0

// It paints its own paper: a page that shows it may be dark where the reader's system is light.
const style = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.note { fill: #59636e }
.paper { fill: #ffffff }
.grid { stroke: #d1d9e0 }
.mark { stroke: #59636e; stroke-dasharray: 2 4 }
path { fill: none; stroke-width: 2 }
.trigram { stroke-dasharray: 7 5; stroke-width: 1.5 }
.f1 { stroke: #0b62c1; fill: #0b62c1 }
.precision { stroke: #1a7f37; fill: #1a7f37 }
.recall { stroke: #bc4c00; fill: #bc4c00 }
path.f1, path.precision, path.recall { fill: none }
text.f1, text.precision, text.recall { stroke: none }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .note { fill: #9ea7b3 }
  .paper { fill: #0d1117 }
  .grid { stroke: #30363d }
  .mark { stroke: #9ea7b3 }
  .f1 { stroke: #58a6ff; fill: #58a6ff }
  .precision { stroke: #56d364; fill: #56d364 }
  .recall { stroke: #f0883e; fill: #f0883e }
}`

const measures = { precision, recall, f1 } satisfies Record<string, (score: Score) => number>
const names = { precision: 'precision', recall: 'recall', f1: 'F1' } as const
const methods = { ours: 'the check', trigram: 'trigrams' } as const

const px = (value: number): string => value.toFixed(1)
const xOf = (threshold: number): number =>
  LEFT + ((threshold - LOWEST) / (1 - LOWEST)) * (WIDTH - LEFT - RIGHT)
const yOf = (value: number): number => TOP + (1 - value) * (HEIGHT - TOP - BOTTOM)

/** Precision, recall and F1 by name over the threshold, of the check and of plain trigrams. */
export function curveOf(judged: readonly Judged[], title: string): string {
  const lines = (['ours', 'trigram'] as const).flatMap((method) =>
    (['precision', 'recall', 'f1'] as const).map((measure) => lineOf(judged, method, measure)),
  )
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}" role="img" aria-label="${title}">
<style>${style}
</style>
<rect class="paper" width="${WIDTH}" height="${HEIGHT}" rx="6"/>
<text class="title" x="20" y="30">${title}</text>
<text class="note" x="20" y="50">Solid: the check. Dashed: trigram similarity of the folded names. The dotted line: the threshold in use.</text>
${[...grid(), ...lines, ...legend()].join('\n')}
</svg>
`
}

function lineOf(
  judged: readonly Judged[],
  method: 'ours' | 'trigram',
  measure: keyof typeof measures,
): string {
  const points = thresholds
    .map((threshold) => [threshold, measures[measure](nameScore(judged, method, threshold))] as const)
    .filter(([, value]) => !Number.isNaN(value))
    .map(([threshold, value]) => `${px(xOf(threshold))} ${px(yOf(value))}`)
  return `<path class="${measure} ${method}" d="M${points.join('L')}"/>`
}

function grid(): string[] {
  const across = [0, 0.2, 0.4, 0.6, 0.8, 1].map((value) => {
    const y = px(yOf(value))
    return `<line class="grid" x1="${LEFT}" x2="${WIDTH - RIGHT}" y1="${y}" y2="${y}"/>
<text class="note" x="${LEFT - 8}" y="${px(yOf(value) + 4)}" text-anchor="end">${value.toFixed(1)}</text>`
  })
  const down = [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1].map(
    (threshold) =>
      `<text class="note" x="${px(xOf(threshold))}" y="${HEIGHT - BOTTOM + 20}" text-anchor="middle">${threshold.toFixed(1)}</text>`,
  )
  const x = px(xOf(CLOSE))
  return [...across, ...down, `<line class="mark" x1="${x}" x2="${x}" y1="${TOP}" y2="${HEIGHT - BOTTOM}"/>`]
}

function legend(): string[] {
  const x = WIDTH - RIGHT + 24
  return (['ours', 'trigram'] as const).flatMap((method, group) =>
    (['precision', 'recall', 'f1'] as const).map((measure, index) => {
      const y = TOP + 16 + (group * 3.6 + index) * 24
      return `<path class="${measure} ${method}" d="M${x} ${px(y)}h34"/>
<text x="${x + 44}" y="${px(y + 4)}">${names[measure]}, ${methods[method]}</text>`
    }),
  )
}
