import { uuidOf } from '../../demo/identifiers.ts'
import type { Act } from '../setup/acting.ts'
import { type Item, LAX, partnerId, records, SEEN } from './acting-world.ts'
import { Rule } from './rule.ts'

/** Who acts. */
export interface Caller {
  readonly name: string
  readonly who: string | null
}

/** What is answered: the status, and the code of a refusal. */
type Verdict = `${number}` | `${number} ${string}`

/** How an action is tried on an item, and what extension.md says of it. */
export interface Cells {
  readonly action: string
  readonly what: string
  /** One of these permissions, by the type of organisation. */
  readonly needs: Readonly<Record<string, readonly string[]>>
  /** What is needed beside it: `clients.consulter`, unless it is nothing. */
  readonly consulting?: string | null
  /** What it is tried on beside what is not there: clients, unless said otherwise. */
  readonly on?: 'client' | 'document' | 'nothing'
  readonly ask: (item: Item, caller: Caller) => { readonly path: string; readonly given: Act }
  readonly verdict: (caller: Caller, item: Item) => Verdict
  /** What an item outside the scope is answered as: one that is absent, or any other outside. */
  readonly outside: 'absent' | 'alike'
}

const nothing = (what: string) => uuidOf(`acting: no ${what}`)

/** An item that there is not. */
export const ABSENT: Item = {
  ...{ what: 'absent', id: nothing('client'), contact: nothing('contact'), site: nothing('site') },
  ...{ reservation: nothing('reservation'), rccm: 'CI-ABJ-03-1999-B12-99999' },
  ...{ file: nothing('file'), free: nothing('free file') },
}

export const rule = new Rule(records)
export const organisationOf = ({ who }: Caller) => rule.organisationOf(`${who}`)
const isOperator = (caller: Caller) => organisationOf(caller).type === 'operateur'

export const seesClient = (caller: Caller, { id }: Item): boolean =>
  rule.verdict(`${caller.who}`, 'client', id).seen
const seesClaim = (caller: Caller, { reservation }: Item): boolean =>
  rule.verdict(`${caller.who}`, 'reservation', reservation).seen

/**
 * Whether the caller sees what the action is tried on: a document or file, if it is answered another way than nothing.
 */
export const sees = (caller: Caller, { what, on, verdict }: Cells, item: Item): boolean => {
  if (on !== undefined) return verdict(caller, item) !== verdict(caller, ABSENT)
  return what === 'reservation' ? seesClaim(caller, item) : seesClient(caller, item)
}

/** Whether the rights of the caller refuse the action, whatever it is tried on (A1, A5). */
export function refusalTo(
  caller: Caller,
  { needs, consulting = 'clients.consulter' }: Cells,
): Verdict | null {
  if (rule.access(caller.who, null) !== 'granted') return '401 authentification_requise'
  if (caller.name === LAX) return '403 double_authentification_requise'
  const own = needs[organisationOf(caller).type] ?? []
  const may = own.some((one) => rule.access(caller.who, one) === 'granted')
  return may && rule.access(caller.who, consulting) === 'granted' ? null : '403 acces_refuse'
}

export const GONE = '404 ressource_introuvable'
const STATE = '409 etat_incompatible'
const REFUSED = '403 acces_refuse'

/** A partner changes what it manages, or what its people created and nobody manages. */
const isIts = (caller: Caller, { manager, creator }: Item): boolean =>
  isOperator(caller) || (manager ?? creator) === organisationOf(caller).nom

const changing =
  (done: Verdict): Cells['verdict'] =>
  (caller, item) =>
    seesClient(caller, item) ? (isIts(caller, item) ? done : REFUSED) : GONE

export const both = (...permissions: string[]) => ({ operateur: permissions, partenaire: permissions })
const version = SEEN

const ofClient = (
  action: string,
  given: Act,
  path: (item: Item) => string,
  done: Verdict = '200',
): Cells => ({
  ...{ action, what: 'client', needs: both('clients.modifier'), outside: 'absent' },
  ask: (item) => ({ path: `/clients/${path(item)}`, given }),
  verdict: changing(done),
})

const isPending = ({ claim }: Item) => claim?.[1] === 'demandee' || claim?.[1] === 'conflit'

/** Whether its partner may be given a client at all, and has not got it or asked for it already. */
function requested(caller: Caller, { manager, claim }: Item): Verdict {
  const { nom } = organisationOf(caller)
  const has = manager === nom || (claim?.[0] === nom && isPending({ claim } as Item))
  return has ? STATE : '201'
}

const isFree = (item: Item): boolean =>
  item.manager === undefined && !isPending(item) && (item.creator ?? 'operator') === 'operator'

const requesting = { operateur: ['clients.reservation_valider'], partenaire: ['clients.reserver'] }

const request = (what: string, by: (item: Item) => object, partners: Cells['verdict']): Cells => ({
  ...{ action: 'demanderReservation', what, needs: requesting },
  outside: what === 'client' ? 'absent' : 'alike',
  ask: (item, caller) => ({
    path: '/reservations',
    given: {
      body: {
        ...by(item),
        ...(caller.name.startsWith('operator') ? { partenaire_id: partnerId('other') } : {}),
      },
    },
  }),
  verdict: (caller, item) => {
    if (isOperator(caller)) return item === ABSENT ? GONE : '201'
    // Judged before the client is looked up.
    const inactive = ['no record', 'record suspended'].includes(organisationOf(caller).nom)
    return inactive ? STATE : partners(caller, item)
  },
})

const decision = (action: string, path: string, body: object, verdict: Cells['verdict']): Cells => ({
  ...{ action, what: 'reservation', outside: 'absent' },
  needs: action === 'deciderReservation' ? { operateur: ['clients.reservation_valider'] } : requesting,
  ask: ({ reservation }) => ({ path: `/reservations/${reservation}/${path}`, given: { body, version } }),
  verdict: (caller, item) =>
    item.claim !== undefined && seesClaim(caller, item)
      ? isPending(item)
        ? verdict(caller, item)
        : STATE
      : GONE,
})

let drafts = 0
const syllables = ['zor', 'vix', 'quon', 'bry', 'dax', 'fel', 'gup', 'hyl', 'jom', 'kev']
/** A name that resembles no other. */
const unheard = (): string =>
  [...uuidOf(`acting draft ${drafts++}`).replace(/\D/g, '')].map((digit) => syllables[Number(digit)]).join('')

const PATCH = { method: 'PATCH', version } as const

/** The actions on clients and reservations, tried on every item by everybody. */
export const clientCells: readonly Cells[] = [
  {
    ...{ action: 'controlerDoublon', what: 'number', needs: both('clients.creer'), outside: 'alike' },
    ask: ({ rccm }) => ({ path: '/clients/controle-doublon', given: { body: { rccm }, key: null } }),
    verdict: () => '200',
  },
  {
    ...{ action: 'creerClient', what: 'number', needs: both('clients.creer'), outside: 'alike' },
    ask: ({ rccm }) => ({
      path: '/clients',
      given: { body: { raison_sociale: unheard(), ...(rccm === ABSENT.rccm ? {} : { rccm }) } },
    }),
    verdict: (_, item) => (item === ABSENT ? '201' : '409 client_existant'),
  },
  {
    ...ofClient('modifierClient', { ...PATCH, body: { ville: 'Man' } }, ({ id }) => id),
    // Who approves credit may begin, and nothing else.
    needs: { operateur: ['clients.modifier', 'clients.credit_approuver'], partenaire: ['clients.modifier'] },
    verdict: (caller, item) =>
      caller.name === 'operator of credit' ? REFUSED : changing('200')(caller, item),
  },
  {
    ...ofClient('modifierClient', { ...PATCH, body: {} }, ({ id }) => id),
    ...{ what: 'nothing' },
    needs: { operateur: ['clients.modifier', 'clients.credit_approuver'], partenaire: ['clients.modifier'] },
  },
  {
    ...ofClient('modifierClient', { ...PATCH, body: { credit_approuve: true } }, ({ id }) => id),
    ...{ what: 'credit' },
    needs: { operateur: ['clients.modifier', 'clients.credit_approuver'], partenaire: ['clients.modifier'] },
    verdict: (caller, item) => (isOperator(caller) ? changing('200')(caller, item) : REFUSED),
  },
  ofClient('ajouterContact', { body: { prenom: 'A', nom: 'B' } }, ({ id }) => `${id}/contacts`),
  ofClient(
    'modifierContact',
    { ...PATCH, body: { nom: 'C' } },
    ({ id, contact }) => `${id}/contacts/${contact}`,
  ),
  ofClient(
    'retirerContact',
    { method: 'DELETE', version },
    ({ id, contact }) => `${id}/contacts/${contact}`,
    '204',
  ),
  ofClient('ajouterSite', { body: { libelle: 'Dépôt' } }, ({ id }) => `${id}/sites`),
  ofClient('modifierSite', { ...PATCH, body: { ville: 'Man' } }, ({ id, site }) => `${id}/sites/${site}`),
  {
    ...ofClient(
      'modifierSite',
      { ...PATCH, body: { statut: 'suspendu' } },
      ({ id, site }) => `${id}/sites/${site}`,
    ),
    ...{ what: 'state' },
    verdict: (caller, item) => (isOperator(caller) ? changing('200')(caller, item) : REFUSED),
  },
  request(
    'client',
    ({ id }) => ({ client_id: id }),
    (caller, item) => (seesClient(caller, item) ? requested(caller, item) : GONE),
  ),
  request(
    'number',
    ({ rccm }) => ({ rccm }),
    (caller, item) => {
      if (item === ABSENT) return GONE
      return seesClient(caller, item) || isFree(item) ? requested(caller, item) : '409 client_reserve'
    },
  ),
  decision('deciderReservation', 'decision', { decision: 'validee' }, (_, { claim }) =>
    claim?.[0] === 'record suspended' ? STATE : '200',
  ),
  decision('annulerReservation', 'annulation', { motif: 'Erreur.' }, () => '200'),
]
