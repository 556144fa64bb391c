import type { Judged } from './judge.ts'
import type { Criterion } from './pairs.ts'

export const criteria: readonly Criterion[] = [
  'raison_sociale_proche',
  'telephone_identique',
  'email_contact_identique',
  'rccm_identique',
  'ncc_identique',
]

/** A way to tell which criteria hold for a pair. */
export type Method = (judged: Judged) => readonly Criterion[]

const byName = (close: boolean, others: readonly Criterion[]): Criterion[] =>
  close ? ['raison_sociale_proche', ...others] : [...others]

export const ours: Method = ({ noted }) => noted
export const trigramAt =
  (threshold: number): Method =>
  ({ trigram, letterForLetter }) =>
    byName(trigram >= threshold, letterForLetter)
export const equalNames: Method = ({ equal, letterForLetter }) => byName(equal, letterForLetter)

export interface Score {
  readonly right: number
  /** Told, and should not have been. */
  readonly wrong: number
  readonly missed: number
}

/** How often what is told is what should be. */
function scoreOf(
  judged: readonly Judged[],
  told: (one: Judged) => boolean,
  expected: (one: Judged) => boolean,
): Score {
  const count = (wanted: boolean, said: boolean) =>
    judged.filter((one) => expected(one) === wanted && told(one) === said).length
  return { right: count(true, true), wrong: count(false, true), missed: count(true, false) }
}

export const precision = ({ right, wrong }: Score): number => right / (right + wrong)
export const recall = ({ right, missed }: Score): number => right / (right + missed)
export const f1 = ({ right, wrong, missed }: Score): number => (2 * right) / (2 * right + wrong + missed)

/**
 * The score of a method by one criterion, and over all: does it tell of the second record at all when both are one
 * company?
 */
export const criterionScore = (judged: readonly Judged[], method: Method, criterion: Criterion): Score =>
  scoreOf(
    judged,
    (one) => method(one).includes(criterion),
    ({ pair }) => pair.criteres.includes(criterion),
  )
export const overallScore = (judged: readonly Judged[], method: Method): Score =>
  scoreOf(
    judged,
    (one) => method(one).length > 0,
    ({ pair }) => pair.meme,
  )

/** The score by name alone, of a similarity at a threshold. */
export const nameScore = (judged: readonly Judged[], of: 'ours' | 'trigram', threshold: number): Score =>
  scoreOf(
    judged,
    (one) => one[of] >= threshold,
    ({ pair }) => pair.criteres.includes('raison_sociale_proche'),
  )

export const thresholds: readonly number[] = Array.from({ length: 71 }, (_, index) => (30 + index) / 100)

/** The threshold with the best F1. */
export const bestThreshold = (judged: readonly Judged[], of: 'ours' | 'trigram'): number =>
  thresholds.reduce((best, at) =>
    f1(nameScore(judged, of, at)) > f1(nameScore(judged, of, best)) ? at : best,
  )
