import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ofChoices, replaced } from './code.ts'
import { type Mutation, mutationsOf } from './conditions.ts'
import { filesIn, inFile, type Mutant } from './mutants.ts'
import type { Span } from './source.ts'

const rules = [
  'request',
  'find-requested',
  'decide',
  'check-draft',
  'attribution',
  'version',
  'active-partner',
]

/** Reads stand beside the actions. */
const isRead = /^(?:lire|lister|reservation-queue|historiques)/

/** Every mutant of what says who may do what, and when. */
export async function actionMutantsOf(root: string): Promise<Mutant[]> {
  const of = (folder: string) => filesIn(root, folder, (name) => !isRead.test(name))
  const files = [
    ...rules.map((name) => `src/actions/${name}.ts`),
    ...(await of('src/actions/clients')),
    ...(await of('src/actions/kyc')),
    ...(await of('src/actions/files')),
    ...(await of('src/extension')),
  ]
  const mutants = await Promise.all(
    files.map(async (file) => inFile(file, await readFile(join(root, file), 'utf8'), ofAction)),
  )
  return mutants.flat()
}

const ofAction = (source: string): Mutation[] => [
  ...queriesOf(source).flatMap((query) => mutationsOf(source, query)),
  ...ofChoices(source),
  ...ofSteps(source),
  ...ofDeclarations(source),
]

/** The SQL that is handed to a connection as a text. */
const queriesOf = (source: string): Span[] =>
  [...source.matchAll(/(?<=[`'])(?:select|update|insert|delete) [^`]*?(?=`|'[,)])/g)].map(
    ({ index, 0: text }) => ({
      start: index,
      end: index + text.length,
    }),
  )

/** What an action does on its way: each step left out, each condition never met. */
const ofSteps = (source: string): Mutation[] => [
  ...replaced(
    source,
    /^ *(?:await )?(?:require|refuse|lock|demote|note|action\.restrict|questions\.)\w*\(.*\)$/gm,
    () => '',
    'step left out',
  ),
  ...replaced(source, /\bif \(.*\)(?=$| (?:throw|return|await))/gm, () => 'if (false)', 'never'),
  ...replaced(source, / && /g, () => ' || ', '|| for &&'),
  ...replaced(source, / \|\| /g, () => ' && ', '&& for ||'),
  ...replaced(source, /permissions\.includes\(\w+\)/g, () => 'true', 'everybody may'),
  ...replaced(source, / < (?=\w)/g, () => ' <= ', '<= for <'),
  ...replaced(source, / >= (?=\w)/g, () => ' > ', '> for >='),
]

/** What an action says of itself: a weaker right, no version, no scope, no budget, another graph of states. */
const ofDeclarations = (source: string): Mutation[] => [
  ...replaced(source, /'clients\.(?!consulter)\w+'/g, () => "'clients.consulter'", 'a weaker right'),
  ...replaced(source, /\b(?:RESERVING|DECIDING)(?=\))/g, () => "'clients.consulter'", 'a weaker right'),
  ...replaced(source, /versioned: true/g, () => 'versioned: false', 'no version'),
  ...replaced(source, /target: '\w+'/g, () => 'target: null', 'no scope'),
  ...replaced(source, /'(?:always|when refused)'(?=[,)\n]| :)/g, () => "'never'", 'no budget'),
  ...replaced(source, /(?<=^ {2}(?!reads)\w+: )\['\w+'\](?=,$)/gm, () => '[]', 'no next state'),
]
