import type { Candidate } from './candidates.ts'
import { CLOSE, similarity, type Weights } from './similarity.ts'

/** A close record. */
export interface Close {
  readonly sujet: string
  readonly client_id: string
  readonly criteres: readonly string[]
  readonly similarite: number
}

/** How many close records a check keeps. */
export const LONGEST_EVIDENCE = 50

const BY_NAME = 'raison_sociale_proche'

/** The criteria that hold, and the similarity of the names. */
export function compared(
  { sujet, client_id, identiques, serre, nom, autre }: Candidate,
  poids: Weights,
): Close {
  const similarite = serre ? 1 : Math.round(similarity(nom, autre, poids) * 10_000) / 10_000
  const criteres = similarite >= CLOSE ? [BY_NAME, ...identiques] : identiques
  return { sujet, client_id, criteres, similarite }
}

/** The close ones among these candidates, of each subject as many as are kept, the most similar first. */
export function bestOf(candidates: readonly Candidate[], poids: Weights): Close[] {
  const bySubject = new Map<string, Close[]>()
  for (const candidate of candidates) {
    const close = compared(candidate, poids)
    if (close.criteres.length === 0) continue
    const others = bySubject.get(close.sujet)
    if (others === undefined) bySubject.set(close.sujet, [close])
    else others.push(close)
  }
  return [...bySubject.values()].flatMap((close) => cut(close.sort(nearestFirst)))
}

const nearestFirst = (a: Close, b: Close): number =>
  b.similarite - a.similarite || (a.client_id < b.client_id ? -1 : 1)

/**
 * The best of too many: those with the same number in a register, then in equal shares those that share a telephone or
 * an e-mail and those that share only the name, so that many of one kind do not hide the other.
 */
function cut(close: readonly Close[]): readonly Close[] {
  if (close.length <= LONGEST_EVIDENCE) return close
  const numbers = close.filter(sameNumber).slice(0, LONGEST_EVIDENCE)
  const others = close.filter((record) => !sameNumber(record))
  const named = others.filter(({ criteres }) => criteres.every((one) => one === BY_NAME))
  const room = LONGEST_EVIDENCE - numbers.length
  const reached = others
    .filter((record) => !named.includes(record))
    .slice(0, Math.max(Math.ceil(room / 2), room - named.length))
  const kept = new Set([...numbers, ...reached, ...named.slice(0, room - reached.length)])
  return close.filter((record) => kept.has(record))
}

/** Whether a record has the same number in a register. */
export const sameNumber = ({ criteres }: Close): boolean =>
  criteres.includes('rccm_identique') || criteres.includes('ncc_identique')
