import { ratio } from '../harness/load/statistics.ts'
import type { Outcome } from './compare.ts'
import { figure } from './table.ts'

const WIDTH = 860
const LEFT = 290
const RIGHT = 60
const TOP = 68
const ROW = 24
const BOTTOM = 28

// It paints its own paper: a page that shows it may be dark where the reader's system is light.
const style = `
text { font: 13px system-ui, sans-serif; fill: #1f2328 }
.title { font-size: 16px; font-weight: 600 }
.note { fill: #59636e }
.paper { fill: #ffffff }
.bar { fill: #0b62c1 }
.grid { stroke: #d1d9e0 }
@media (prefers-color-scheme: dark) {
  text { fill: #f0f6fc }
  .note { fill: #9ea7b3 }
  .paper { fill: #0d1117 }
  .bar { fill: #58a6ff }
  .grid { stroke: #30363d }
}`

/** A bar per case: its share of what raw node:http does with the same bytes. */
export function chartOf(
  outcomes: readonly Outcome[],
  { title, note }: { readonly title: string; readonly note: string },
): string {
  const shares = outcomes.map(({ service, raw }) => ratio(service, raw))
  const tenths = Math.max(1, ...shares.map((share) => Math.ceil((share ?? 0) * 10)))
  const lengthOf = (share: number) => (share / (tenths / 10)) * (WIDTH - LEFT - RIGHT)
  const bottom = TOP + outcomes.length * ROW
  const grid = Array.from({ length: tenths + 1 }, (_, index) => {
    const x = px(LEFT + lengthOf(index / 10))
    return `<line class="grid" x1="${x}" x2="${x}" y1="${TOP}" y2="${bottom}"/>
<text class="note" x="${x}" y="${bottom + 18}" text-anchor="middle">${(index / 10).toFixed(1)}</text>`
  })
  const bars = outcomes.map(({ name }, index) => {
    const share = shares[index] ?? null
    const y = TOP + index * ROW
    const length = Math.max(1, lengthOf(share ?? 0))
    return `<text x="${LEFT - 10}" y="${y + 16}" text-anchor="end">${name}</text>
<rect class="bar" x="${LEFT}" y="${y + 4}" width="${px(length)}" height="${ROW - 8}" rx="2"/>
<text x="${px(LEFT + length + 6)}" y="${y + 16}">${share === null ? 'refused' : figure(share)}</text>`
  })
  const height = bottom + BOTTOM
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" role="img" aria-label="${title}">
<style>${style}
</style>
<rect class="paper" width="${WIDTH}" height="${height}" rx="6"/>
<text class="title" x="20" y="30">${title}</text>
<text class="note" x="20" y="50">${note}</text>
${[...grid, ...bars].join('\n')}
</svg>
`
}

const px = (length: number): string => length.toFixed(1)
