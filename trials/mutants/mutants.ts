import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ofChoices, ofRules } from './code.ts'
import { type Mutation, mutationsOf } from './conditions.ts'
import { applied, lineOf, literalsOf, type Span } from './source.ts'

/** A tree in which one rule says something else. */
export interface Mutant {
  readonly file: string
  readonly line: number
  readonly what: string
  /** The whole file, changed. */
  readonly text: string
  /** The tests that should tell; the same for all mutants of a subject where none are named. */
  readonly tests?: readonly string[]
}

const SCOPE = 'src/identity/scope.ts'
const VISIBILITY = 'src/identity/visibility.ts'
const CLIENTS = 'src/database/migrations/0012_lecteurs.sql'
const RIGHTS = 'src/database/migrations/0011_droits.sql'

/** Every mutant of what says who sees what. */
export async function mutantsOf(root: string): Promise<Mutant[]> {
  const read = (file: string) => readFile(join(root, file), 'utf8')
  const rules = await filesIn(root, 'src/identity', (name) => name.endsWith('-rules.ts'))
  const ofRuleFile = (source: string) => [...ofSql(source), ...ofRules(source), ...ofChoices(source)]
  const subjects: readonly (readonly [string, (source: string) => Mutation[]])[] = [
    ...[SCOPE, ...rules].map((file) => [file, ofRuleFile] as const),
    [VISIBILITY, (source) => [...ofSql(source), ...ofChoices(source)]],
    [CLIENTS, (source) => mutationsOf(source, viewIn(source, 'client_lecteur'))],
    [RIGHTS, (source) => mutationsOf(source, viewIn(source, 'droit'))],
  ]
  const mutants = subjects.map(async ([file, mutate]) => inFile(file, await read(file), mutate))
  return (await Promise.all(mutants)).flat()
}

/** The files of a folder, in order. */
export const filesIn = async (root: string, folder: string, isMeant: (name: string) => boolean) =>
  (await readdir(join(root, folder)))
    .filter((name) => name.endsWith('.ts') && isMeant(name))
    .sort()
    .map((name) => join(folder, name))

const ofSql = (source: string): Mutation[] =>
  literalsOf(source).flatMap((literal) => mutationsOf(source, literal))

/** The body of a view. */
function viewIn(source: string, view: string): Span {
  const head = new RegExp(`create view ${view} as\\s+`).exec(source)
  if (head === null) throw new Error(`no view ${view}`)
  const start = head.index + head[0].length
  return { start, end: source.indexOf(';', start) }
}

/** The mutants of a file in the order of its lines, each text once, none that changes nothing. */
export function inFile(file: string, source: string, mutate: (source: string) => Mutation[]): Mutant[] {
  const seen = (text: string) => text.replace(/\s+/g, '')
  const texts = new Set([seen(source)])
  return mutate(source)
    .sort((a, b) => a.edit.start - b.edit.start)
    .flatMap(({ edit, what }) => {
      const text = applied(source, edit)
      if (texts.has(seen(text))) return []
      texts.add(seen(text))
      return [{ file, line: lineOf(source, edit.start), what, text }]
    })
}
