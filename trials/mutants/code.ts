import { callsOf, propertiesOf } from './calls.ts'
import type { Mutation } from './conditions.ts'
import { type Span, shown } from './source.ts'

/**
 * The rules of the scope, said otherwise: a type's rule taken away or made the operator's, a condition given up,
 * another's list read.
 */
export function ofRules(source: string): Mutation[] {
  return [...ofTypes(source), ...ofChildren(source), ...ofMaterialised(source)]
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

/** `childOf(table, needs, condition)`, without its condition. */
const ofChildren = (source: string): Mutation[] =>
  callsOf(source, 'childOf').flatMap((call) => {
    const condition = call.arguments[2]
    const what = `${nameOf(source, call)}: belongs to everybody`
    return condition === undefined ? [] : [{ edit: { ...condition, text: ' sql`true`' }, what }]
  })

/** `materialised(table, otherwise)`, of which everybody reads what is the operator's. */
const ofMaterialised = (source: string): Mutation[] =>
  callsOf(source, 'materialised').flatMap((call) => {
    const [first] = call.arguments
    if (first === undefined) return []
    const table = source.slice(first.start, first.end).trim()
    const text = `derived([], sql\`select * from \${${table}} where portee = antenne.tout()\`)`
    const what = `${nameOf(source, call)}: everybody reads what is kept for the operator`
    return [{ edit: { start: call.start, end: call.end, text }, what }]
  })

/**
 * The choices that code makes: each comparison turned, each of two conjuncts dropped, each fallback made the other one.
 */
export function ofChoices(source: string): Mutation[] {
  const found = (pattern: RegExp, text: () => string, what: string) => replaced(source, pattern, text, what)
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

/** Each match of a pattern, replaced. */
export const replaced = (source: string, pattern: RegExp, text: () => string, what: string): Mutation[] =>
  [...source.matchAll(pattern)].map(({ index, 0: match }) => ({
    edit: { start: index, end: index + match.length, text: text() },
    what: `${what}: ${shown(lineAround(source, index))}`,
  }))

const lineAround = (source: string, place: number): string =>
  source.slice(source.lastIndexOf('\n', place) + 1, source.indexOf('\n', place))
