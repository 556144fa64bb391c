import type { Of } from '../../harness/records/record.ts'
import { ACTIVE } from '../../src/contract/permissions.ts'
import type { Records } from '../model/records.ts'

/**
 * Who sees what, as a predicate over plain records (D17, D18, D20): for one caller and one thing, on what grounds it is
 * seen, or what comes near to a ground and is none. It is written without a look at the service.
 */
export interface Verdict {
  readonly seen: boolean
  /** Why, or why not. */
  readonly reasons: readonly string[]
}

export type Access =
  | 'granted'
  | 'no token'
  | 'unknown user'
  | 'account inactive'
  | 'organisation inactive'
  | 'no right'

export const statusOf: Record<Access, number> = {
  granted: 200,
  'no token': 401,
  'unknown user': 401,
  'account inactive': 403,
  'organisation inactive': 403,
  'no right': 403,
}

/** What has rows of its own that some see and others do not. */
export type Kind = 'client' | 'partenaire' | 'reservation'

const seen = (...reasons: string[]): Verdict => ({ seen: true, reasons })
const unseen = (...reasons: string[]): Verdict => ({ seen: false, reasons })

const nothing = unseen('there is no such thing')

export class Rule {
  readonly records: Records
  readonly #users: ReadonlyMap<string, Of<'utilisateur'>>
  readonly #organisations: ReadonlyMap<string, Of<'organisation'>>
  readonly #claims: ReadonlyMap<string, readonly Of<'reservation'>[]>
  readonly #records: ReadonlyMap<string, string>
  readonly #access = new Map<string, Access>()
  readonly #verdicts = new Map<string, ReadonlyMap<string, Verdict>>()

  constructor(records: Records) {
    this.records = records
    this.#users = new Map(records.utilisateur.map((user) => [user.id, user]))
    this.#organisations = new Map(records.organisation.map((organisation) => [organisation.id, organisation]))
    this.#records = new Map(records.partenaire.map(({ id, organisation_id }) => [organisation_id, id]))
    const claims = new Map<string, Of<'reservation'>[]>()
    for (const claim of records.reservation)
      claims.set(claim.client_id, [...(claims.get(claim.client_id) ?? []), claim])
    this.#claims = claims
  }

  /** Whether the caller may use an operation at all; null is the permission of those that ask for a token alone. */
  access(who: string | null, permission: string | null): Access {
    const key = `${who} ${permission}`
    const access = this.#access.get(key) ?? this.#accessOf(who, permission)
    this.#access.set(key, access)
    return access
  }

  #accessOf(who: string | null, permission: string | null): Access {
    if (who === null) return 'no token'
    const user = this.#users.get(who)
    if (user === undefined) return 'unknown user'
    if (permission === null) return 'granted'
    if (!user.actif) return 'account inactive'
    if (this.#organisations.get(user.organisation_id)?.statut !== 'active') return 'organisation inactive'
    if (permission === ACTIVE) return 'granted'
    const roles = this.records.role.filter(({ id }) => user.role_ids.includes(id))
    const rights: string[] = roles.flatMap(({ permissions }) => permissions)
    return rights.includes(permission) ? 'granted' : 'no right'
  }

  /** The organisation that a user works for. */
  organisationOf(who: string): Of<'organisation'> {
    const organisation = this.#organisations.get(this.#users.get(who)?.organisation_id ?? '')
    if (organisation === undefined) throw new Error(`nobody: ${who}`)
    return organisation
  }

  /** The id of the partner's record that names the organisation. */
  recordOf(organisation: string): string | null {
    return this.#records.get(organisation) ?? null
  }

  /** What is said of the thing of that id to a user that there is. */
  verdict(who: string, kind: Kind, id: string): Verdict {
    const key = `${kind} ${who}`
    const verdicts = this.#verdicts.get(key) ?? this.#verdictsOf(who, kind)
    this.#verdicts.set(key, verdicts)
    return verdicts.get(id) ?? nothing
  }

  #verdictsOf(who: string, kind: Kind): ReadonlyMap<string, Verdict> {
    const { client, partenaire, reservation } = this.records
    if (kind === 'client') return new Map(client.map((item) => [item.id, this.#client(who, item)]))
    if (kind === 'partenaire') return new Map(partenaire.map((item) => [item.id, this.#partner(who, item)]))
    return new Map(reservation.map((item) => [item.id, this.#reservation(who, item)]))
  }

  #partner(who: string, { organisation_id }: Of<'partenaire'>): Verdict {
    const { id, type } = this.organisationOf(who)
    if (type === 'operateur') return seen('the operator sees all partners')
    if (organisation_id !== id) return unseen(`another’s partner, to a ${type}`)
    return type === 'partenaire' ? seen('its own partner') : unseen(`its own partner’s record, to a ${type}`)
  }

  #reservation(who: string, { partenaire_id }: Of<'reservation'>): Verdict {
    const { id, type } = this.organisationOf(who)
    if (type === 'operateur') return seen('the operator sees all reservations')
    if (partenaire_id !== this.recordOf(id)) return unseen(`another’s reservation, to a ${type}`)
    return type === 'partenaire'
      ? seen('its own reservation')
      : unseen(`its record’s reservation, to a ${type}`)
  }

  #client(who: string, client: Of<'client'>): Verdict {
    const { id, type } = this.organisationOf(who)
    if (type === 'operateur') return seen('the operator sees all clients')
    const ties = this.#ties(id, client)
    const grounds = ties.filter((tie) => groundsOf[type].includes(tie))
    if (grounds.length > 0) return seen(...grounds.map((ground) => `${type}: ${ground}`))
    return unseen(...(ties.length > 0 ? ties : ['nothing to do with it']).map((tie) => `${type}: ${tie}`))
  }

  /** All that ties a client to an organisation, whatever that is worth. */
  #ties(organisation: string, client: Of<'client'>): string[] {
    const record = this.recordOf(organisation)
    const creator = this.#users.get(client.cree_par ?? '')
    const claims = (this.#claims.get(client.id) ?? []).filter(({ partenaire_id }) => partenaire_id === record)
    return [
      ...(record !== null && client.partenaire_actuel_id === record ? ['managed'] : []),
      ...claims.map(({ statut }) => `reservation ${statut}`),
      ...(creator?.organisation_id === organisation
        ? [
            client.partenaire_actuel_id === null
              ? 'created, without a partner'
              : 'created, managed by a partner',
          ]
        : []),
      ...(client.organisation_id === organisation ? ['of the organisation'] : []),
    ]
  }
}

/** D17: which ties let an organisation of that type see a client. */
const groundsOf: Record<Exclude<Of<'organisation'>['type'], 'operateur'>, readonly string[]> = {
  partenaire: ['managed', 'reservation demandee', 'reservation conflit', 'created, without a partner'],
  client: ['of the organisation'],
  tiers: [],
}
