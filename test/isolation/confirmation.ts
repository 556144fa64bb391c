import { ACTIVE } from '../../src/contract/permissions.ts'
import { Cancellation } from '../../src/database/cancellation.ts'
import { join, sql } from '../../src/database/sql.ts'
import { withWriter } from '../../src/database/writer.ts'
import { confirm, confirmation } from '../../src/identity/scope.ts'
import { callers } from './people.ts'
import type { TestBed } from './test-bed.ts'

const permissions = ['clients.consulter', 'partenaires.consulter', 'catalogue.consulter', ACTIVE, null]

/** What may be remembered of an organisation: what is so, another type, another partner's record. */
const memories = ({ rule }: TestBed) =>
  rule.records.organisation.flatMap(({ id, type }) => {
    const whole = { organisation_id: id, type, partenaire_id: rule.recordOf(id) }
    const record = whole.partenaire_id === null ? (rule.records.partenaire[0]?.id ?? null) : null
    return [
      whole,
      { ...whole, type: type === 'tiers' ? ('client' as const) : ('tiers' as const) },
      { ...whole, partenaire_id: record },
    ]
  })

/**
 * What is remembered of a caller is confirmed when it is so, and only then: every user is taken for one of every
 * organisation, with every right.
 */
export async function checkConfirmation(testBed: TestBed): Promise<void> {
  const { rule, matrix, visitors } = testBed
  const remembered = memories(testBed).flatMap((memory) =>
    permissions.map((permission) => ({ ...memory, permission })),
  )
  await withWriter(visitors.world.connection, async (client) => {
    for (const caller of callers.filter(({ who }) => rule.access(who, null) === 'granted')) {
      const ones = remembered.map(({ permission, ...memory }) =>
        confirmation({ ...memory, utilisateur_id: `${caller.who}` }, permission),
      )
      const { rows } = await client.query<{ confirmed: boolean[] }>(
        sql`select array[${join(ones, ', ')}] as confirmed`,
      )
      const mark = matrix.row({ operation: 'confirmation', dimension: 'memory', caller, granted: true })
      for (const [index, { organisation_id, type, partenaire_id, permission }] of remembered.entries()) {
        const own = rule.organisationOf(`${caller.who}`)
        // Which partner it is matters to those who see as partners.
        const partner = type !== 'partenaire' || partenaire_id === rule.recordOf(own.id)
        const isSo = organisation_id === own.id && type === own.type && partner
        const expected = isSo && rule.access(caller.who, permission) === 'granted'
        const item = `${organisation_id} ${type} ${partenaire_id} ${permission}`
        mark(item, expected, rows[0]?.confirmed[index] === true)
      }
    }
  })
}

/** The same, asked by itself, as it is where answers come from a copy: by everybody of what everybody is. */
export async function checkConfirming({ rule, matrix, visitors }: TestBed): Promise<void> {
  const wait = { until: Number.POSITIVE_INFINITY, cancellation: new Cancellation() }
  await withWriter(visitors.world.connection, async (client) => {
    const source = {
      read: async <Row extends object>({ text, values }: { text: string; values: unknown[] }) =>
        (await client.query(text, values)).rows as Row[],
    }
    for (const caller of callers.filter(({ who }) => rule.access(who, null) === 'granted')) {
      const { id, type } = rule.organisationOf(`${caller.who}`)
      const memory = {
        organisation_id: id,
        type,
        partenaire_id: rule.recordOf(id),
        permissions: [],
        actif: true,
        double_authentification: true,
      }
      const mark = matrix.row({ operation: 'confirm', dimension: 'memory', caller, granted: true })
      for (const permission of permissions) {
        const confirmed = await confirm(
          source,
          { ...memory, utilisateur_id: `${caller.who}` },
          permission,
          wait,
        )
        mark(`${permission}`, rule.access(caller.who, permission) === 'granted', confirmed)
      }
    }
  })
}
