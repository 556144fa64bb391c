import { find, type Records } from './records.ts'

type Of<Name extends keyof Records> = Records[Name][number]

/** Who asks. */
interface Caller {
  readonly utilisateur: Of<'utilisateur'>
  readonly organisation: Of<'organisation'>
  /** Account and organisation both in use (D20). */
  readonly actif: boolean
  readonly roles: readonly Of<'role'>[]
  readonly permissions: readonly string[]
}

/** What an answer is made from: the data, who asks, and the day (UTC) on which (D12). */
export interface View {
  readonly records: Records
  readonly caller: Caller
  readonly today: string
}

/** The caller of a user id, with the union of the rights of all its roles; none when it is not active (D20). */
export function callerOf(records: Records, id: string | null): Caller | null {
  const utilisateur = find(records.utilisateur, id)
  const organisation = find(records.organisation, utilisateur?.organisation_id ?? null)
  if (utilisateur === null || organisation === null) return null
  const actif = utilisateur.actif && organisation.statut === 'active'
  const roles = records.role.filter((role) => utilisateur.role_ids.includes(role.id))
  const permissions = actif ? [...new Set(roles.flatMap((role) => role.permissions))] : []
  return { utilisateur, organisation, actif, roles, permissions }
}

/** Partners: all for an operator, a partner its own, nobody else any (D17). */
export function visiblePartners({ records, caller: { organisation } }: View): Of<'partenaire'>[] {
  return records.partenaire.filter((partenaire) => {
    if (organisation.type === 'operateur') return true
    return organisation.type === 'partenaire' && partenaire.organisation_id === organisation.id
  })
}

/** Reservations: all for an operator, a partner its own in any state, nobody else any (D17). */
export function visibleReservations({ records, caller: { organisation } }: View): Of<'reservation'>[] {
  return records.reservation.filter((reservation) => {
    if (organisation.type === 'operateur') return true
    const partenaire = find(records.partenaire, reservation.partenaire_id)
    return organisation.type === 'partenaire' && partenaire?.organisation_id === organisation.id
  })
}

/** Clients: all for an operator, a client organisation its own, a partner for one of three reasons (D17). */
export function visibleClients(view: View): Of<'client'>[] {
  const { records, caller } = view
  const { organisation } = caller
  switch (organisation.type) {
    case 'operateur':
      return [...records.client]
    case 'client':
      return records.client.filter((client) => client.organisation_id === organisation.id)
    case 'partenaire': {
      const itself = new Set<string | null>(visiblePartners(view).map(({ id }) => id))
      const colleagues = records.utilisateur.filter((user) => user.organisation_id === organisation.id)
      const creators = new Set<string | null>(colleagues.map(({ id }) => id))
      const pending = visibleReservations(view).filter(({ statut }) => isPending(statut))
      const reserved = new Set(pending.map(({ client_id }) => client_id))
      return records.client.filter((client) => {
        const managed = itself.has(client.partenaire_actuel_id)
        const created = client.partenaire_actuel_id === null && creators.has(client.cree_par)
        return managed || reserved.has(client.id) || created
      })
    }
    case 'tiers':
      return []
  }
}

export const isPending = (statut: string): boolean => statut === 'demandee' || statut === 'conflit'
