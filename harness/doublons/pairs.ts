import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Static } from 'typebox'
import type { CritereDoublon } from '../../src/contract/enums.ts'
import { packageRoot } from '../../src/package.ts'

export type Criterion = Static<typeof CritereDoublon>

/** What is given of a client; what is not is null. */
export interface PartialClient {
  readonly raison_sociale: string
  readonly rccm?: string
  readonly ncc?: string
  readonly telephone?: string
  readonly email?: string
  readonly ville?: string
  readonly contacts?: readonly { readonly telephone?: string; readonly email?: string }[]
}

/** Two records, whether they are of one company, and by which criteria a check should tell them close. */
export interface Pair {
  readonly id: string
  /** What the pair is an example of. */
  readonly famille: string
  readonly meme: boolean
  readonly criteres: readonly Criterion[]
  readonly a: PartialClient
  readonly b: PartialClient
}

/** The part that the method was tuned on, and the part that it was not. */
export const parts = ['reglage', 'epreuve'] as const
export type Part = (typeof parts)[number]

/** A pair's part follows from its id alone: nobody chooses it. */
export const partOf = ({ id }: Pair): Part =>
  (createHash('sha256').update(id).digest()[0] ?? 0) % 2 === 0 ? 'reglage' : 'epreuve'

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.trim() !== '')

const file = readFileSync(new URL('harness/doublons/paires.ndjson', packageRoot), 'utf8')

export const pairs: readonly Pair[] = linesOf(file).map((line) => JSON.parse(line))

/** Tells whether the pairs are still those that were written before the method was. */
export const fingerprint: string = createHash('sha256').update(file).digest('hex').slice(0, 12)

/** The pairs of a file that has names only: NDJSON lines with `a`, `b`, `meme` and perhaps `famille`. */
export function readNamePairs(path: string | URL): Pair[] {
  return linesOf(readFileSync(path, 'utf8')).map((line, index) => {
    const { a, b, meme, famille = 'noms' } = JSON.parse(line)
    if (typeof a !== 'string' || typeof b !== 'string' || typeof meme !== 'boolean') {
      throw new Error(`Line ${index + 1} of ${path} is not {"a": "…", "b": "…", "meme": true|false}.`)
    }
    const criteres: Criterion[] = meme ? ['raison_sociale_proche'] : []
    const id = `${path}:${index + 1}`
    return { id, famille, meme, criteres, a: { raison_sociale: a }, b: { raison_sociale: b } }
  })
}

/** The pairs on which the rules for abbreviations, initials and joined words were made. */
export const developmentPairs: readonly Pair[] = readNamePairs(
  new URL('harness/doublons/paires-mise-au-point.ndjson', packageRoot),
)

/**
 * Pairs that were written before those rules, without knowledge of the method, and not looked at until they were made.
 */
export const unseenPairs: readonly Pair[] = readNamePairs(
  new URL('harness/doublons/paires-inconnues.ndjson', packageRoot),
)
