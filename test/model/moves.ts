import type { Decision } from '../../src/actions/decide.ts'
import type { Reason } from '../../src/actions/rule-broken.ts'
import { find, type Records } from './records.ts'
import { callerOf } from './scope.ts'

type Of<Name extends keyof Records> = Records[Name][number]
type Writable = { -readonly [Name in keyof Records]: Records[Name] }

/** Why a move is not made, or null when it is. */
type Verdict = Reason | null

interface Request {
  readonly client_id: string
  readonly partenaire_id: string
  readonly par: string
}

/** The data as moves change them, stated once more and plainly. */
export class Ledger {
  readonly records: Writable

  constructor(records: Records) {
    this.records = { ...records }
  }

  pending(client_id: string): Of<'reservation'>[] {
    return this.records.reservation.filter(
      (one) => one.client_id === client_id && (one.statut === 'demandee' || one.statut === 'conflit'),
    )
  }

  #partnerOf(user: string): string | null {
    const { organisation_id } = find(this.records.utilisateur, user) ?? { organisation_id: null }
    return this.records.partenaire.find((one) => one.organisation_id === organisation_id)?.id ?? null
  }

  /** A client is given to a partner that is active, in an active organisation. */
  #isActive(partenaire_id: string): boolean {
    const partner = find(this.records.partenaire, partenaire_id)
    const organisation = find(this.records.organisation, partner?.organisation_id ?? '')
    return partner?.statut === 'actif' && organisation?.statut === 'active'
  }

  mayRequest({ client_id, partenaire_id, par }: Request): Verdict {
    const caller = callerOf(this.records, par)
    if (caller === null) return 'utilisateur_introuvable'
    if (!caller.actif) return 'acces_refuse'
    if (find(this.records.partenaire, partenaire_id) === null) return 'partenaire_introuvable'
    const decides =
      caller.organisation.type === 'operateur' && caller.permissions.includes('clients.reservation_valider')
    const asks = this.#partnerOf(par) === partenaire_id && caller.permissions.includes('clients.reserver')
    if (!decides && !asks) return 'acces_refuse'
    if (!this.#isActive(partenaire_id)) return 'partenaire_inactif'
    const client = find(this.records.client, client_id)
    if (client === null) return 'client_introuvable'
    if (client.partenaire_actuel_id === partenaire_id) return 'deja_gere'
    return this.pending(client_id).some((one) => one.partenaire_id === partenaire_id) ? 'deja_demandee' : null
  }

  /** What the check must say of the competition. */
  rivals({ client_id, partenaire_id }: Request) {
    const others = this.pending(client_id).filter((one) => one.partenaire_id !== partenaire_id)
    const managed = find(this.records.client, client_id)?.partenaire_actuel_id ?? null
    return { others, conflict: others.length > 0 || managed !== null }
  }

  request(given: Request, id: string, check: Of<'reservation'>['doublons_detectes'], at: string): void {
    const { others, conflict } = this.rivals(given)
    this.#change('client', given.client_id, (client) =>
      client.statut === 'prospect' ? { statut: 'reservation_demandee', modifie_le: at } : {},
    )
    if (conflict) {
      for (const other of others) {
        this.#change('reservation', other.id, ({ statut }) =>
          statut === 'demandee' ? { statut: 'conflit', modifie_le: at } : {},
        )
      }
    }
    const { client_id, partenaire_id, par } = given
    const row: Of<'reservation'> = {
      id,
      client_id,
      partenaire_id,
      demandee_par: par,
      statut: conflict ? 'conflit' : 'demandee',
      doublons_detectes: check,
      motif_decision: null,
      traitee_par: null,
      traitee_le: null,
      cree_le: at,
      modifie_le: at,
    }
    this.records.reservation = [...this.records.reservation, row]
  }

  mayDecide(id: string, decision: Decision, motif: string | null, par: string): Verdict {
    if (decision !== 'validee' && motif === null) return 'motif_requis'
    const caller = callerOf(this.records, par)
    if (caller === null) return 'utilisateur_introuvable'
    if (!caller.actif) return 'acces_refuse'
    const row = find(this.records.reservation, id)
    if (row === null) return 'reservation_introuvable'
    const decides =
      caller.organisation.type === 'operateur' && caller.permissions.includes('clients.reservation_valider')
    const mine = this.#partnerOf(par) === row.partenaire_id && caller.permissions.includes('clients.reserver')
    if (!decides && !(decision === 'annulee' && mine)) return 'acces_refuse'
    if (row.statut !== 'demandee' && row.statut !== 'conflit') return 'deja_decidee'
    return decision === 'validee' && !this.#isActive(row.partenaire_id) ? 'partenaire_inactif' : null
  }

  decide(id: string, decision: Decision, motif: string | null, par: string, at: string): void {
    const row = find(this.records.reservation, id)
    if (row === null) throw new Error(id)
    const treated = { traitee_par: par, traitee_le: at, modifie_le: at }
    this.#change('reservation', id, () => ({ statut: decision, motif_decision: motif, ...treated }))
    if (decision === 'validee') {
      for (const other of this.pending(row.client_id)) {
        const own = other.partenaire_id === row.partenaire_id
        const motif_decision = own
          ? 'Une autre demande de ce partenaire sur ce client a été validée.'
          : 'Le client a été attribué à un autre partenaire.'
        this.#change('reservation', other.id, () => ({ statut: 'refusee', motif_decision, ...treated }))
      }
      const { partenaire_id } = row
      this.#change('client', row.client_id, () => ({
        partenaire_actuel_id: partenaire_id,
        statut: 'reserve',
        modifie_le: at,
      }))
    } else if (this.pending(row.client_id).length === 0) {
      this.#change('client', row.client_id, ({ statut }) =>
        statut === 'reservation_demandee' ? { statut: 'prospect', modifie_le: at } : {},
      )
    }
  }

  #change<Name extends 'client' | 'reservation'>(
    name: Name,
    id: string,
    change: (row: Of<Name>) => Partial<Of<Name>>,
  ): void {
    const rows = this.records[name] as readonly Of<Name>[]
    this.records[name] = rows.map((row) => (row.id === id ? { ...row, ...change(row) } : row)) as never
  }
}
