import type { Random } from '../fuzz/random.ts'
import type { Draft, Intention, People, Person } from './intention.ts'
import { isPending, type Model } from './model.ts'
import type { Row } from './reading.ts'

const syllables = ['zor', 'vix', 'quon', 'bry', 'dax', 'fel', 'gup', 'hyl', 'jom', 'kev']
/** A name of its own, which resembles few others. */
export const nameOf = (n: number): string =>
  [...String(1_000_003 * (n + 1))].map((digit) => syllables[Number(digit)]).join('')

/** What all clients of a run are found by. */
export const MARKER = 'qzm'
const STALE = '2020-01-01T00:00:00.000Z'
const FEWEST = 8

/** Some intention of somebody, on what there was when the round began. */
export function intentionOf(random: Random, model: Model, people: People, n: number, run: string): Intention {
  const { operator, partners, looker } = people
  const who = random.chance(0.04) ? looker : random.pick([operator, operator, ...partners])
  const cle = `${run}.${n}`
  const clients = [...model.clients.values()]
  const recent = clients.slice(-40)
  const seen = recent.filter((one) => model.sees(who, one))
  const client = random.pick(random.chance(0.75) && seen.length > 0 ? seen : recent)
  const waiting = [...model.reservations.values()].filter(isPending)
  const draft = random.chance(0.25)
    ? model.documents.draft(random, people, who, n)
    : clients.length < FEWEST || random.chance(0.1)
      ? creation(random, n)
      : waiting.length > 0 && random.chance(0.25)
        ? decision(random, random.pick(waiting))
        : draftOn(random, model, people, who, client as Row, n)
  const stale = draft.version !== undefined && random.chance(0.1)
  return {
    ...draft,
    ...(stale ? { version: STALE } : {}),
    who,
    cle,
    foul: stale || who === looker || draft.foul === true,
  }
}

const creation = (random: Random, n: number): Draft => ({
  ...{ action: 'creerClient', method: 'POST', path: '/clients' },
  body: {
    ...{
      raison_sociale: nameOf(n),
      rccm: `${MARKER} ${nameOf(n)}`,
      ville: `Ville ${n}`,
      confirmer_doublon: true,
    },
    ...(random.chance(0.5) ? { ncc: `${1_000_000 + n} Q` } : {}),
    ...(random.chance(0.6) ? { contacts: [{ prenom: 'A', nom: `n${n}`, principal: true }] } : {}),
  },
})

function draftOn(random: Random, model: Model, people: People, who: Person, client: Row, n: number): Draft {
  const on = { client_id: client.id, path: `/clients/${client.id}` }
  const contact = pickOf(random, model.of(model.contacts, client.id))
  const site = pickOf(random, model.of(model.sites, client.id))
  const claim = pickOf(random, model.of(model.reservations, client.id).slice(-3))
  const all: readonly (Draft | null)[] = [
    ...[1, 2].map(
      (): Draft => ({
        ...{ ...on, action: 'modifierClient', method: 'PATCH', version: client.modifie_le },
        body: {
          ville: `Ville ${n}`,
          ...(random.chance(0.2) ? { raison_sociale: nameOf(n), confirmer_doublon: true } : {}),
        },
      }),
    ),
    {
      ...{ ...on, action: 'ajouterContact', method: 'POST', path: `${on.path}/contacts` },
      body: { prenom: 'B', nom: `n${n}`, principal: random.chance(0.4) },
    },
    contact && {
      ...{ ...on, action: 'modifierContact', method: 'PATCH', path: `${on.path}/contacts/${contact.id}` },
      ...{ part: contact.id, version: contact.modifie_le },
      body: { nom: `n${n}`, ...(random.chance(0.4) ? { principal: random.chance(0.7) } : {}) },
    },
    contact && {
      ...{ ...on, action: 'retirerContact', method: 'DELETE', path: `${on.path}/contacts/${contact.id}` },
      ...{ part: contact.id, version: contact.modifie_le, body: {} },
    },
    {
      ...{ ...on, action: 'ajouterSite', method: 'POST', path: `${on.path}/sites` },
      body: { libelle: `s${n}`, contact_id: contact !== null && random.chance(0.3) ? contact.id : null },
    },
    site && {
      ...{ ...on, action: 'modifierSite', method: 'PATCH', path: `${on.path}/sites/${site.id}` },
      ...{ part: site.id, version: site.modifie_le },
      body: {
        libelle: `s${n}`,
        ...(random.chance(0.3) ? { statut: random.pick(['a_installer', 'resilie']) } : {}),
      },
    },
    ...[1, 2].map(() => request(random, people, who, client)),
    ...[1, 2].map(() => claim && decision(random, claim)),
  ]
  return random.pick(all) ?? (all[0] as Draft)
}

const pickOf = (random: Random, rows: readonly Row[]): Row | null =>
  rows.length === 0 ? null : random.pick(rows)

function request(random: Random, { partners }: People, who: Person, client: Row): Draft {
  const by = client.ncc !== null && random.chance(0.3) ? { ncc: client.ncc } : { client_id: client.id }
  const body =
    who.partenaire_id === null
      ? { client_id: client.id, partenaire_id: random.pick(partners).partenaire_id }
      : by
  return { action: 'demanderReservation', method: 'POST', path: '/reservations', client_id: client.id, body }
}

function decision(random: Random, { id, modifie_le, client_id }: Row): Draft {
  const shared = { method: 'POST', part: id, version: modifie_le, client_id: `${client_id}` } as const
  const kind = random.below(4)
  if (kind === 0)
    return {
      ...shared,
      action: 'deciderReservation',
      path: `/reservations/${id}/decision`,
      body: { decision: 'validee' },
    }
  if (kind === 1)
    return {
      ...{ ...shared, action: 'deciderReservation', path: `/reservations/${id}/decision` },
      body: { decision: 'refusee', motif: 'Dossier incomplet.' },
    }
  return {
    ...shared,
    action: 'annulerReservation',
    path: `/reservations/${id}/annulation`,
    body: { motif: 'Erreur.' },
  }
}
