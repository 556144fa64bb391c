import type { Records } from '../model/records.ts'
import { clientId, partnerId } from './companies.ts'
import { organisationId, roleId, userId } from './people.ts'
import { records } from './test-bed.ts'

/** A record that becomes another. */
export interface Edit {
  readonly table: 'utilisateur' | 'organisation' | 'partenaire' | 'client' | 'reservation' | 'role'
  readonly id: string
  readonly set: Readonly<Record<string, string | boolean | null | readonly string[]>>
}

interface Change extends Edit {
  readonly what: string
  /** Who is concerned beside those that are always watched. */
  readonly also?: string
}

const user = (name: string, set: Edit['set']): Edit => ({ table: 'utilisateur', id: userId(name), set })
const moved = (name: string, to: string): Change => ({
  ...user(name, { organisation_id: organisationId(to) }),
  what: `the user «${name}» moves to «${to}»`,
})
const organisation = (name: string, set: Record<string, string>): Change => ({
  ...{ table: 'organisation', id: organisationId(name), set },
  what: `the organisation «${name}» becomes ${Object.values(set)}`,
})
const client = (what: string, set: Edit['set']): Change => ({
  ...{ table: 'client', id: clientId(what), set },
  what: `the client «${what}» changes its ${Object.keys(set)}`,
})
const claim = (what: string, set: Edit['set']): Change => ({
  table: 'reservation',
  id: records.reservation.find(({ client_id }) => client_id === clientId(what))?.id ?? '',
  set,
  what: `the claim on «${what}» changes its ${Object.keys(set)} to ${Object.values(set)}`,
})

/** Whatever decides what somebody sees, changed while that somebody is being served. */
export const changes: readonly Change[] = [
  { table: 'role', id: roleId('clients'), set: { permissions: [] }, what: 'a role loses its right' },
  { ...user('medium', { actif: false }), what: 'an account is closed, its colleagues’ are not' },
  { ...user('medium, inactive', { actif: true }), what: 'a closed account is opened again' },
  {
    ...user('operator by second role', { role_ids: [roleId('none')] }),
    what: 'a second role is taken away',
    also: 'operator by second role',
  },
  {
    ...user('client one, without rights', { role_ids: [roleId('other'), roleId('clients')] }),
    what: 'a second role is given',
  },
  organisation('client one', { statut: 'suspendue' }),
  organisation('record suspended', { statut: 'fermee' }),
  organisation('client suspended', { statut: 'active' }),
  organisation('third party', { type: 'client' }),
  organisation('client one', { type: 'tiers' }),
  organisation('medium', { type: 'client' }),
  organisation('medium', { type: 'tiers' }),
  organisation('client two', { type: 'operateur' }),
  organisation('no record', { type: 'operateur' }),
  organisation('client with record', { type: 'partenaire' }),
  organisation('third party with record', { type: 'partenaire' }),
  moved('client one', 'client two'),
  moved('client two', 'operator'),
  moved('no record', 'no record either'),
  moved('medium', 'record suspended'),
  moved('medium', 'no record'),
  moved('no record', 'medium'),
  { ...moved('operator by second role', 'client one'), also: 'operator by second role' },
  moved('third party', 'medium'),
  {
    ...{
      table: 'partenaire',
      id: partnerId('medium'),
      set: { organisation_id: organisationId('no record') },
    },
    what: 'the record of a partner passes to another organisation',
  },
  client('medium: managed (1)', { partenaire_actuel_id: null }),
  client('medium: managed (2)', { partenaire_actuel_id: partnerId('record suspended') }),
  client('nobody’s (1)', { partenaire_actuel_id: partnerId('medium') }),
  client('nobody’s (2)', { cree_par: userId('record suspended, inactive') }),
  client('medium: created (1)', { cree_par: null }),
  client('medium: created (2)', { partenaire_actuel_id: partnerId('record suspended') }),
  client('of client one (1)', { organisation_id: organisationId('client two') }),
  ...(['conflit', 'validee', 'refusee', 'annulee'] as const).map((statut) =>
    claim('medium: claimed (1)', { statut }),
  ),
  claim('medium: refused (1)', { statut: 'demandee' }),
  claim('medium: withdrawn (1)', { statut: 'conflit' }),
  claim('medium: claimed in conflict (2)', { partenaire_id: partnerId('record suspended') }),
  claim('medium: claimed (2)', { client_id: clientId('nobody’s (1)') }),
]

/** The records after the edit. */
export const edited = ({ table, id, set }: Edit): Records => ({
  ...records,
  [table]: records[table].map((row) => (row.id === id ? { ...row, ...set } : row)),
})

/** The edit that takes this one back. */
export function undone(edit: Edit): Edit {
  const before = records[edit.table].find(({ id }) => id === edit.id) as unknown as Edit['set']
  const set = Object.keys(edit.set).map((field) => [field, before[field] ?? null] as const)
  return { ...edit, set: Object.fromEntries(set) }
}
