import { isDeepStrictEqual } from 'node:util'
import type { Documents } from './documents.ts'
import type { Intention, Person } from './intention.ts'
import type { Row } from './reading.ts'

export const isPending = ({ statut }: Row): boolean => statut === 'demandee' || statut === 'conflit'

/** What is embedded in a client, and follows from elsewhere. */
export function plain(row: object): Row {
  const {
    contacts: _,
    secteur: __,
    zone: ___,
    partenaire_actuel: ____,
    ...rest
  } = row as Record<string, unknown>
  return rest as Row
}

/** The data as actions change them, stated once more and plainly: of each answer it takes the ids and the instant. */
export class Model {
  readonly clients = new Map<string, Row>()
  readonly contacts = new Map<string, Row>()
  readonly sites = new Map<string, Row>()
  /** With the name under which the client was asked for. */
  readonly reservations = new Map<string, Row>()
  readonly documents: Documents
  readonly #people: readonly Person[]

  constructor(people: readonly Person[], documents: Documents) {
    this.#people = people
    this.documents = documents
  }

  of(rows: ReadonlyMap<string, Row>, client_id: string): Row[] {
    return [...rows.values()].filter((row) => row.client_id === client_id)
  }

  pendingOn(client_id: string): Row[] {
    return this.of(this.reservations, client_id).filter(isPending)
  }

  /** D17. */
  sees({ partenaire_id, organisation_id }: Person, client: Row): boolean {
    if (partenaire_id === null || client.partenaire_actuel_id === partenaire_id) return true
    if (this.pendingOn(client.id).some((one) => one.partenaire_id === partenaire_id)) return true
    const creator = this.#people.find(({ utilisateur_id }) => utilisateur_id === client.cree_par)
    return client.partenaire_actuel_id === null && creator?.organisation_id === organisation_id
  }

  /** What an intention changed, as its answer must show it; throws when the answer says something else. */
  apply(intention: Intention, answer: Row): void {
    const { action, client_id = '', part = '', body, who } = intention
    const at = answer?.modifie_le
    switch (action) {
      case 'creerClient': {
        const {
          contacts = [],
          confirmer_doublon: _,
          ...fields
        } = body as { contacts?: object[] } & Record<string, unknown>
        const origine = who.partenaire_id === null ? 'direct' : 'partenaire'
        const known = { statut: 'prospect', statut_kyc: 'a_fournir', origine, cree_par: who.utilisateur_id }
        this.#agrees(intention, plain(answer), {
          ...plain(answer),
          ...fields,
          ...known,
          partenaire_actuel_id: null,
        })
        this.clients.set(answer.id, plain(answer))
        const stored = answer.contacts as Row[]
        this.#agrees(intention, stored.length, contacts.length)
        for (const contact of stored) this.contacts.set(contact.id, contact)
        break
      }
      case 'modifierClient':
        this.#change(intention, this.clients, client_id, { ...body, modifie_le: at }, plain(answer))
        break
      case 'ajouterContact':
        if (body.principal === true) this.#demote(client_id, at)
        this.#agrees(intention, answer, { ...answer, ...body, client_id })
        this.contacts.set(answer.id, answer)
        break
      case 'modifierContact':
        if (body.principal === true && this.contacts.get(part)?.principal !== true)
          this.#demote(client_id, at)
        this.#change(intention, this.contacts, part, { ...body, modifie_le: at }, answer)
        break
      case 'retirerContact':
        this.contacts.delete(part)
        break
      case 'ajouterSite':
        this.#agrees(intention, answer, { ...answer, ...body, client_id, statut: 'a_qualifier' })
        this.sites.set(answer.id, answer)
        break
      case 'modifierSite':
        this.#change(intention, this.sites, part, { ...body, modifie_le: at }, answer)
        break
      case 'deposerFichier':
      case 'deposerDocumentKyc':
      case 'verifierDocumentKyc':
        this.documents.apply(intention, answer)
        break
      case 'demanderReservation':
        this.#request(intention, answer)
        break
      default:
        this.#decide(intention, answer)
    }
  }

  #request(intention: Intention, answer: Row): void {
    const { client_id, modifie_le } = answer as Row & { client_id: string }
    const client = this.clients.get(client_id)
    if (client === undefined) throw new Error(`${intention.cle}: an unknown client`)
    const others = this.pendingOn(client_id)
    const conflict = others.length > 0 || client.partenaire_actuel_id !== null
    const { partenaire_id, utilisateur_id: demandee_par } = intention.who
    const given = { partenaire_id: partenaire_id ?? intention.body.partenaire_id, demandee_par }
    const expected = { ...answer, ...given, client_id, statut: conflict ? 'conflit' : 'demandee' }
    this.#agrees(intention, answer, {
      ...expected,
      motif_decision: null,
      traitee_par: null,
      traitee_le: null,
    })
    for (const one of others)
      if (one.statut === 'demandee') this.reservations.set(one.id, { ...one, statut: 'conflit', modifie_le })
    const { doublons_detectes: _, ...row } = answer as Row & { doublons_detectes: unknown }
    this.reservations.set(answer.id, { ...row, client_nom: client.raison_sociale } as Row)
    if (client.statut === 'prospect')
      this.clients.set(client_id, { ...client, statut: 'reservation_demandee', modifie_le })
  }

  #decide(intention: Intention, answer: Row): void {
    const { part = '', body, who, action } = intention
    const { modifie_le } = answer
    const row = this.reservations.get(part) as Row & { client_id: string; partenaire_id: string }
    const statut = action === 'annulerReservation' ? 'annulee' : (body.decision as string)
    if (!isPending(row)) throw new Error(`${intention.cle}: decided twice`)
    const treated = { traitee_par: who.utilisateur_id, traitee_le: modifie_le, modifie_le }
    const { doublons_detectes: _, ...shown } = answer as Row & { doublons_detectes: unknown }
    const change = { statut, motif_decision: body.motif ?? null, ...treated }
    this.#change(intention, this.reservations, part, change, { ...shown, client_nom: row.client_nom } as Row)
    const client = this.clients.get(row.client_id) as Row
    const waiting = this.pendingOn(row.client_id)
    if (statut === 'validee') {
      const motif_decision = 'Le client a été attribué à un autre partenaire.'
      for (const one of waiting)
        this.reservations.set(one.id, { ...one, statut: 'refusee', motif_decision, ...treated })
      const given = { partenaire_actuel_id: row.partenaire_id, statut: 'reserve', modifie_le }
      this.clients.set(client.id, { ...client, ...given })
    } else if (waiting.length === 0 && client.statut === 'reservation_demandee')
      this.clients.set(client.id, { ...client, statut: 'prospect', modifie_le })
  }

  #demote(client_id: string, modifie_le: string): void {
    for (const one of this.of(this.contacts, client_id))
      if (one.principal === true) this.contacts.set(one.id, { ...one, principal: false, modifie_le })
  }

  #change(intention: Intention, rows: Map<string, Row>, id: string, change: object, answer: Row): void {
    const before = rows.get(id)
    if (before === undefined) throw new Error(`${intention.cle}: changed what is not there`)
    if (before.modifie_le !== intention.version)
      throw new Error(`${intention.cle}: a stale version was taken`)
    const { confirmer_doublon: _, ...sets } = change as Record<string, unknown>
    const after = { ...before, ...sets } as Row
    if (after.modifie_le <= before.modifie_le) throw new Error(`${intention.cle}: its instant is not later`)
    this.#agrees(intention, answer, after)
    rows.set(id, after)
  }

  #agrees({ cle, action }: Intention, answer: unknown, expected: unknown): void {
    if (!isDeepStrictEqual(answer, expected))
      throw new Error(
        `${cle}, ${action}: answered ${JSON.stringify(answer)}, and not ${JSON.stringify(expected)}`,
      )
  }
}
