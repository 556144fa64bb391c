import { RuleBroken } from './rule-broken.ts'

/** An instant as the contract writes it (D16), in SQL. */
export const instantText = (column: string): string =>
  `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Refuses to change an item that is no longer as the person saw it (A3). */
export function requireVersion(modifie_le: string, seen: string | null): void {
  if (seen === null || seen === modifie_le) return
  throw new RuleBroken('version_perimee', 'Cet élément a changé depuis que vous l’avez lu.', {
    modifie_le,
  })
}

/** The instant that a change carries: now, or just after the last change of the rows concerned (A3). */
export const instantAfter = (now: Date, modified: readonly string[]): string =>
  new Date(Math.max(now.getTime(), ...modified.map((text) => Date.parse(text) + 1))).toISOString()
