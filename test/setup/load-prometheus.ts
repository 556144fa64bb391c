/** A figure, with the labels that tell it from others of its name. */
interface Figure {
  readonly name: string
  readonly labels: Readonly<Record<string, string>>
  readonly value: number
}

export interface Figures {
  readonly all: readonly Figure[]
  readonly types: ReadonlyMap<string, string>
  /** The sum of the figures of that name that have these labels. */
  sum(name: string, labels?: Readonly<Record<string, string>>): number
}

const NAME = '[a-zA-Z_:][a-zA-Z0-9_:]*'
const LABEL = String.raw`[a-zA-Z_][a-zA-Z0-9_]*="(?:[^"\\\n]|\\[\\"n])*"`
const SAMPLE = new RegExp(
  `^(?<name>${NAME})(?:\\{(?<labels>${LABEL}(?:,${LABEL})*)?\\})? (?<value>[+-]?(?:Inf|\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?)|N[aA][nN])$`,
)
const COMMENT = new RegExp(
  `^# (?:HELP (?:${NAME}) .+|TYPE (?<name>${NAME}) (?<type>counter|gauge|histogram|summary))$`,
)

/** Reads Prometheus' text format, version 0.0.4; what is not in it throws. */
export function readFigures(text: string): Figures {
  if (!text.endsWith('\n')) throw new Error('the last line has no end')
  const types = new Map<string, string>()
  const all: Figure[] = []
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const comment = COMMENT.exec(line)?.groups
    if (comment?.name !== undefined) types.set(comment.name, comment.type ?? '')
    if (line.startsWith('#')) {
      if (!COMMENT.test(line)) throw new Error(`not a comment: ${line}`)
    } else all.push(figureOf(line, types))
  }
  return {
    all,
    types,
    sum: (name, labels = {}) =>
      all
        .filter((figure) => figure.name === name)
        .filter((figure) => Object.entries(labels).every(([label, value]) => figure.labels[label] === value))
        .reduce((total, { value }) => total + value, 0),
  }
}

function figureOf(line: string, types: ReadonlyMap<string, string>): Figure {
  const { name, labels = '', value } = SAMPLE.exec(line)?.groups ?? {}
  if (name === undefined || value === undefined) throw new Error(`not a figure: ${line}`)
  if (![name, name.replace(/_(bucket|sum|count)$/, '')].some((known) => types.has(known)))
    throw new Error(`of no type: ${line}`)
  const pairs = [...labels.matchAll(/([^=,]+)="((?:[^"\\]|\\.)*)"/g)]
  return {
    name,
    labels: Object.fromEntries(pairs.map(([, label = '', text = '']) => [label, text])),
    value: Number(value.replace('Inf', 'Infinity')),
  }
}
