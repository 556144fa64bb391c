import { callsOf, propertiesOf } from './calls.ts'
import type { Mutation } from './conditions.ts'
import { type Span, shown } from './source.ts'

/** The rules of the scope, said otherwise: a type's rule taken away or made the operator's, a condition given up, another's list read. */
export function ofRules(source: string): Mutation[] {
  return [...ofTypes(source), ...ofBelonging(source), ...ofKept(source)]
}

/** The name that a meaning is given. */
const nameOf = (source: string, { start }: Span): string => /(\w+): $/.exec(source.slice(0, start))?.[1] ?? ''

function ofTypes(source: string): Mutation[] {
  return callsOf(source, 'byType').flatMap((call) => {
    const rules = call.arguments[1]
    const meaning = nameOf(source, call)
    return (rules === undefined ? [] : propertiesOf(source, rules)).flatMap(({ name, start, end }) => [
      { edit: { start, end, text: '() => sql`false`' }, what: `${meaning}: the rule of a ${name} removed` },
      {
        edit: { start, end, text: '() => sql`true`' },
        what: `${meaning}: a ${name} sees what the operator sees`,
      },
    ])
  })
}

/** `belonging(table, needs, condition)`, without its condition. */
function ofBelonging(source: string): Mutation[] {
  return callsOf(source, 'belonging').flatMap((call) => {
    const condition = call.arguments[2]
    if (condition === undefined) return []
    return [
      { edit: { ...condition, text: ' sql`true`' }, what: `${nameOf(source, call)}: belongs to everybody` },
    ]
  })
}

/** `kept(table, otherwise)` and `keptForAll(rows, otherwise)`, of which everybody reads what is the operator's. */
function ofKept(source: string): Mutation[] {
  const swapped = (name: string, rows: (first: string) => string) =>
    callsOf(source, name).flatMap((call) => {
      const [first] = call.arguments
      if (first === undefined) return []
      const text = `everybodys(${rows(source.slice(first.start, first.end).trim())})`
      const what = `${nameOf(source, call)}: everybody reads what is kept for the operator`
      return [{ edit: { start: call.start, end: call.end, text }, what }]
    })
  return [
    ...swapped('kept', (table) => `sql\`select * from \${${table}} where portee = antenne.tout()\``),
    ...swapped('keptForAll', (rows) => rows),
  ]
}

/** The choices that code makes: each comparison turned, each of two conjuncts dropped, each fallback made the other one. */
export function ofChoices(source: string): Mutation[] {
  const found = (pattern: RegExp, text: (match: string) => string, what: string): Mutation[] =>
    [...source.matchAll(pattern)].map(({ index, 0: match }) => ({
      edit: { start: index, end: index + match.length, text: text(match) },
      what: `${what}: ${shown(lineAround(source, index))}`,
    }))
  return [
    ...found(/===/g, () => '!==', '!== for ==='),
    ...found(/!==/g, () => '===', '=== for !=='),
    ...found(/[\w.]+ [!=]== [\w.']+ && /g, () => '', 'left of && dropped'),
    ...found(/ && [\w.]+ [!=]== [\w.']+/g, () => '', 'right of && dropped'),
    ...found(/\bseesAll\(viewer\)(?= [?])/g, () => 'true', 'everybody is the operator'),
    ...found(/\bif \(seesAll\(viewer\)\)/g, () => 'if (true)', 'everybody is the operator'),
    ...found(/\?\? sql`false`/g, () => '?? sql`true`', 'true for false'),
    ...found(/=> sql`true`/g, () => '=> sql`false`', 'false for true'),
  ]
}

const lineAround = (source: string, place: number): string =>
  source.slice(source.lastIndexOf('\n', place) + 1, source.indexOf('\n', place))
