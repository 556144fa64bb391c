/** What was measured of one case: requests per second of each variant, and how far the rounds lay apart. */
export interface Outcome {
  readonly name: string
  readonly service: number
  readonly raw: number
  readonly plain: number | null
  readonly spread: number
}

const ratio = (value: number): string => (value >= 10 ? value.toFixed(0) : value.toPrecision(2))

/** The table, for people. */
export function tableOf(outcomes: readonly Outcome[]): string {
  const header = ['case', 'requests/s', 'of raw', '× plain', 'spread']
  const rows = outcomes.map(({ name, service, raw, plain, spread }) => [
    name,
    service.toFixed(0),
    ratio(service / raw),
    plain === null ? '' : ratio(service / plain),
    `${(spread * 100).toFixed(0)} %`,
  ])
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: readonly string[]) =>
    cells
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  ')
  return [line(header), widths.map((width) => '─'.repeat(width)).join('  '), ...rows.map(line)].join('\n')
}

/** A bar per case: its share of what raw node:http does with the same bytes. */
export function chartOf(outcomes: readonly Outcome[], title: string): string {
  const [left, width, height] = [230, 420, 22]
  const longest = Math.max(...outcomes.map(({ service, raw }) => service / raw), 0.01)
  const bars = outcomes.map(({ name, service, raw }, index) => {
    const y = 40 + index * height
    const share = service / raw
    const length = Math.max(1, (share / longest) * width)
    return `<text x="${left - 8}" y="${y + 14}" text-anchor="end">${name}</text>
<rect x="${left}" y="${y + 3}" width="${length.toFixed(1)}" height="${height - 6}" fill="#2a7de1"/>
<text x="${left + length + 6}" y="${y + 14}">${ratio(share)}</text>`
  })
  const total = 50 + outcomes.length * height
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + width + 70}" height="${total}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="#fff"/>
<text x="10" y="22" font-size="14" font-weight="bold">${title}</text>
${bars.join('\n')}
</svg>
`
}
