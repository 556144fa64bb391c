import { type Edit, type Span, shown } from './source.ts'
import { type Token, tokensOf } from './tokens.ts'

/** A change of what a text says, and its name. */
export interface Mutation {
  readonly edit: Edit
  readonly what: string
}

/** What ends a condition, in the parentheses in which it stands. */
const enders = [
  ...['group', 'order', 'union', 'limit', 'offset', 'having', 'returning', 'where', 'join', 'left', ';'],
]

interface Condition extends Span {
  /** The word before it, which goes with it; absent when the whole SQL is a condition. */
  readonly word?: Token
  readonly tokens: readonly Token[]
}

/** Every way in which the conditions of some SQL are made to say something else. */
export function mutationsOf(source: string, span: Span): Mutation[] {
  const tokens = tokensOf(source, span)
  const conditions = conditionsIn(tokens)
  return [
    ...conditions.flatMap((condition) => ofCondition(source, condition)),
    ...tokens.flatMap((_, index) => ofComparison(source, tokens, index)),
    ...ofUnion(source, tokens, span),
  ]
}

function conditionsIn(tokens: readonly Token[]): Condition[] {
  const found = tokens.flatMap((word, index): Condition[] => {
    if (word.text !== 'where' && word.text !== 'on') return []
    const rest = tokens.slice(index + 1)
    const end = rest.findIndex(
      ({ text, depth }) => depth < word.depth || (depth === word.depth && enders.includes(text)),
    )
    return [{ word, ...spanOf(end < 0 ? rest : rest.slice(0, end)) }]
  })
  const [first] = tokens
  const bare = first !== undefined && !['select', 'with', 'create'].includes(first.text)
  return bare && tokens.some(isComparison) ? [spanOf(tokens), ...found] : found
}

const spanOf = (tokens: readonly Token[]): Condition => ({
  start: tokens[0]?.start ?? 0,
  end: tokens.at(-1)?.end ?? 0,
  tokens,
})

const isComparison = ({ text, depth }: Token): boolean =>
  depth === 0 && ['=', '<>', 'in', 'exists', 'is'].includes(text)

function ofCondition(source: string, { word, start, end, tokens }: Condition): Mutation[] {
  const depth = Math.min(...tokens.map((token) => token.depth))
  const text = source.slice(start, end)
  const ands = tokens.filter((token) => token.depth === depth && token.text === 'and')
  const mutations: Mutation[] = [
    word?.text === 'where'
      ? { edit: { start: word.start, end, text: '' }, what: `dropped: where ${shown(text)}` }
      : { edit: { start, end, text: 'true' }, what: `true: ${shown(text)}` },
  ]
  if (ands.length > 0 || !tokens.some(isTurnable(depth)))
    mutations.push({ edit: { start, end, text: `not (${text})` }, what: `negated: ${shown(text)}` })
  for (const [index, and] of ands.entries()) {
    mutations.push({
      edit: { start: and.start, end: and.end, text: 'or' },
      what: `or for and, before ${shown(source.slice(and.end, end))}`,
    })
    const before = { start: index === 0 ? start : (ands[index - 1]?.end ?? start), end: and.start }
    mutations.push(conjunct(source, before, { start: before.start, end: and.end }))
    if (index === ands.length - 1)
      mutations.push(conjunct(source, { start: and.end, end }, { start: and.start, end }))
  }
  return mutations
}

const conjunct = (source: string, { start, end }: Span, gone: Span): Mutation => ({
  edit: { ...gone, text: ' ' },
  what: `conjunct dropped: ${shown(source.slice(start, end))}`,
})

const isTurnable =
  (least: number) =>
  ({ text, depth }: Token): boolean =>
    depth === least && text in turned

/** A comparison and what it is turned into. */
const turned: Readonly<Record<string, string>> = {
  '=': '<>',
  '<>': '=',
  in: 'not in',
  exists: 'not exists',
  is: 'is not',
}

function ofComparison(source: string, tokens: readonly Token[], index: number): Mutation[] {
  const token = tokens[index] as Token
  const [next, second] = [tokens[index + 1]?.text, tokens[index + 2]]
  const text = turned[token.text]
  if (text === undefined || token.text === next) return []
  const last = tokens[index + (next === '(' || token.text === 'is' ? 4 : 1)] ?? tokens.at(-1)
  const around = shown(source.slice(tokens[index - 1]?.start ?? token.start, last?.end))
  if (token.text === 'is' && next === 'not') {
    const not = tokens[index + 1] as Token
    return [
      {
        edit: { start: not.start, end: second?.start ?? not.end, text: '' },
        what: `is for is not: ${around}`,
      },
    ]
  }
  return [
    { edit: { start: token.start, end: token.end, text }, what: `${text} for ${token.text}: ${around}` },
  ]
}

/** Each arm of a union left out. */
function ofUnion(source: string, tokens: readonly Token[], { end }: Span): Mutation[] {
  const unions = tokens.filter(({ text, depth }) => text === 'union' && depth === 0)
  const first = tokens.find(({ text }) => text === 'select')
  if (unions.length === 0 || first === undefined) return []
  const arms = [first.start, ...unions.map((union) => union.end)].map((start, index) => ({
    start,
    end: unions[index]?.start ?? end,
  }))
  return arms.map((arm, index) => {
    const gone =
      index === 0
        ? { start: arm.start, end: unions[0]?.end ?? end }
        : { start: unions[index - 1]?.start ?? 0, end: arm.end }
    return { edit: { ...gone, text: ' ' }, what: `arm dropped: ${shown(source.slice(arm.start, arm.end))}` }
  })
}
