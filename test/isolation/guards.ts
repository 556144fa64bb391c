import { clauses, refusals } from './clauses.ts'
import { callers } from './people.ts'
import type { Kind } from './rule.ts'
import { isOneOfMany, records, type TestBed } from './test-bed.ts'

const kinds: readonly Kind[] = ['client', 'partenaire', 'reservation']
const PERMISSION: Record<Kind, string> = {
  client: 'clients.consulter',
  partenaire: 'partenaires.consulter',
  reservation: 'clients.consulter',
}

/** How many rows each clause decides alone: pairs of an organisation and a thing, without the many. */
function decided({ rule }: TestBed): Map<string, Set<string>> {
  const rows = new Map<string, Set<string>>()
  for (const { who } of callers) {
    for (const kind of kinds) {
      const access = rule.access(who, PERMISSION[kind])
      const known = who !== null && rule.access(who, null) === 'granted'
      for (const item of records[kind].filter((each) => !isOneOfMany(each))) {
        // Where access decides, it must be of rows that would be seen otherwise.
        const verdict = known ? rule.verdict(who, kind, item.id) : undefined
        const clause = access === 'granted' ? verdict?.reasons : verdict?.seen === false ? [] : [access]
        const [only, ...others] = clause ?? []
        if (only === undefined || others.length > 0) continue
        const owner = known ? rule.organisationOf(who).id : `${who}`
        rows.set(only, (rows.get(only) ?? new Set()).add(`${owner} ${item.id}`))
      }
    }
  }
  return rows
}

/** The clauses of D17 and D20 that fewer than two rows depend on alone. */
export function weakClauses(testBed: TestBed): string[] {
  const rows = decided(testBed)
  return [...clauses, ...refusals].filter((clause) => (rows.get(clause)?.size ?? 0) < 2)
}

/**
 * D18, for partners: of evidence that is theirs to read, what they see of it and what they do not; each at least twice.
 */
export function weakEvidence({ rule }: TestBed): string[] {
  const counts = new Map(
    [...kinds.slice(0, 1), 'reservation'].flatMap(
      (kind) =>
        [
          [`${kind} seen`, 0],
          [`${kind} unseen`, 0],
        ] as [string, number][],
    ),
  )
  const count = (what: string) => counts.set(what, (counts.get(what) ?? 0) + 1)
  const partners = callers.filter(({ name }) => ['large', 'medium', 'record suspended'].includes(name))
  for (const { who } of partners) {
    const see = (kind: Kind, id: string) => (rule.verdict(`${who}`, kind, id).seen ? 'seen' : 'unseen')
    for (const { id, doublons_detectes: evidence } of records.reservation) {
      if (evidence === null || see('reservation', id) === 'unseen') continue
      for (const { client_id } of evidence.correspondances) count(`client ${see('client', client_id)}`)
      for (const rival of evidence.reservations_concurrentes)
        count(`reservation ${see('reservation', rival.reservation_id)}`)
    }
  }
  return [...counts].filter(([, rows]) => rows < 2).map(([what]) => what)
}
