import { RuleBroken } from './rule-broken.ts'

/** Refuses to change an item that is no longer as the person saw it (A3). */
export function requireVersion(modifie_le: string, seen: string | null): void {
  if (seen === null || seen === modifie_le) return
  throw new RuleBroken(
    'version_perimee',
    'Cet élément a changé depuis que vous l’avez lu. Relisez-le, puis recommencez.',
    { modifie_le },
  )
}

/** The instant that a change carries: now, or just after the last change of the rows concerned (A3). */
export const instantAfter = (now: Date, modified: readonly string[]): string =>
  new Date(Math.max(now.getTime(), ...modified.map((text) => Date.parse(text) + 1))).toISOString()
