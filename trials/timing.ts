import { randomUUID } from 'node:crypto'
import { parseArgs } from 'node:util'
import type pg from 'pg'
import { type Ground, onGround, SERVICE, say } from '../harness/load/ground.ts'
import { quantile } from '../harness/load/statistics.ts'
import { separation } from './load/auc.ts'
import { Line } from './load/line.ts'
import { bytesOf, type Question } from './load/question.ts'

/**
 * Outside the scope and absent are one answer, in time too (D19): a partner asks for what belongs to others and for
 * what does not exist, in random order over one connection, and the two kinds of times should not be told apart.
 */
const { values } = parseArgs({
  options: { samples: { type: 'string', default: '20000' }, clients: { type: 'string', default: '10000' } },
})
const samples = Number(values.samples)

/** Where the area under the ROC curve is to lie. */
const [LEAST, MOST] = [0.48, 0.52]
const IDS = 50
const WARM_UP = 500
const SAID_EVERY = 5000

/** Something that others own, and the same of nobody. */
interface Pair {
  readonly name: string
  readonly outside: readonly Asked[]
  readonly absent: readonly Asked[]
}

type Asked = Pick<Question, 'path' | 'action'>

async function time(ground: Ground): Promise<boolean> {
  // Actions need an account that may write.
  const { origin } = await ground.serve(SERVICE, ground.address)
  const caller = await callerOf(ground.client)
  const token = await ground.tokenOf(caller.user)
  const pairs = await pairsOf(ground.client, caller.partner)
  const line = new Line(Number(new URL(origin).port))
  const ask = async (asked: Asked): Promise<number> => {
    const bytes = bytesOf({ ...asked, token })
    const began = process.hrtime.bigint()
    const outcome = await new Promise((resolve) => line.ask(bytes, resolve))
    const microseconds = Number(process.hrtime.bigint() - began) / 1000
    if (outcome !== 404) throw new Error(`${asked.path}: ${outcome}`)
    return microseconds
  }
  const taken = pairs.map(() => ({ outside: [] as number[], absent: [] as number[] }))
  for (let turn = -WARM_UP; turn < samples; turn += 1) {
    for (const [index, kind] of shuffled(pairs)) {
      const { [kind]: all = [] } = pairs[index] ?? {}
      const took = await ask(all[Math.floor(Math.random() * all.length)] ?? { path: '' })
      if (turn >= 0) taken[index]?.[kind].push(took)
    }
    if (turn > 0 && turn % SAID_EVERY === 0) say(`${turn} of ${samples}`)
  }
  line.leave()
  const areas = pairs.map(({ name }, index) => {
    const { outside = [], absent = [] } = taken[index] ?? {}
    const { auc, low, high } = separation(outside, absent)
    const [p50, other] = [quantile(outside, 0.5), quantile(absent, 0.5)]
    process.stdout.write(
      `${name.padEnd(34)} AUC ${auc.toFixed(4)} [${low.toFixed(4)}, ${high.toFixed(4)}]  median outside ${p50.toFixed(0)} µs, absent ${other.toFixed(0)} µs  (${outside.length} of each)\n`,
    )
    return auc
  })
  return areas.every((auc) => auc >= LEAST && auc <= MOST)
}

/** Every kind of every pair once, in random order. */
function shuffled(pairs: readonly Pair[]): [number, 'outside' | 'absent'][] {
  return pairs
    .flatMap((_, index) =>
      (['outside', 'absent'] as const).map((kind) => ({ index, kind, key: Math.random() })),
    )
    .sort((a, b) => a.key - b.key)
    .map(({ index, kind }) => [index, kind])
}

/** A user of a partner who may read clients and partners, and act. */
async function callerOf(client: pg.Client): Promise<{ user: string; partner: string }> {
  const { rows } = await client.query<{ user: string; partner: string }>(
    `select u.id as user, p.id as partner from partenaire p
    join organisation o on o.id = p.organisation_id and o.statut = 'active'
    join utilisateur u on u.organisation_id = o.id and u.actif
    where p.statut = 'actif' and (select count(*) from reservation where partenaire_id = p.id and en_attente) < 100 and 5 = (select count(distinct permission) from utilisateur_role join role_permission using (role_id)
      where utilisateur_id = u.id and permission in ('clients.consulter', 'partenaires.consulter', 'clients.modifier', 'clients.reserver', 'journal.consulter'))
    order by (select count(*) from client where partenaire_actuel_id = p.id) desc, u.id limit 1`,
  )
  const [caller] = rows
  if (caller === undefined) throw new Error('nobody of this world may ask')
  return caller
}

async function pairsOf(client: pg.Client, partner: string): Promise<Pair[]> {
  // Each with an id of nobody: both are asked for equally often, so that neither is better known to any cache.
  const idsOf = async (text: string) =>
    (await client.query<{ id: string }>(text, [partner, IDS])).rows.map(({ id }) => ({
      id,
      nobody: randomUUID(),
    }))
  // Any of them, not the first: ids that stand side by side are found a little faster than those of nobody.
  const clients = await idsOf(
    `select id from client where id not in (select id from client_liste where portee = $1)
      and exists (select from site where client_id = client.id) order by md5(id::text) limit $2`,
  )
  const partners = await idsOf(
    `select id from partenaire where id <> $1
      and exists (select from document_kyc where organisation_id = partenaire.organisation_id) order by md5(id::text) limit $2`,
  )
  const reservations = await idsOf(
    'select id from reservation where partenaire_id <> $1 and en_attente order by md5(id::text) limit $2',
  )
  // Asked for as parts of a client of the caller's own.
  const [own] = await idsOf('select id from client_liste where portee = $1 order by md5(id::text) limit $2')
  const partsOf = (table: 'contact' | 'site') =>
    idsOf(
      `select id from ${table} where client_id not in (select id from client_liste where portee = $1)
      order by md5(id::text) limit $2`,
    )
  const [contacts, sites] = [await partsOf('contact'), await partsOf('site')]
  if (own === undefined || contacts.length === 0 || sites.length === 0)
    throw new Error('this world has nothing to ask for')
  const pair = (
    name: string,
    ids: readonly { readonly id: string; readonly nobody: string }[],
    path: (id: string) => string,
    action?: (id: string) => NonNullable<Question['action']>,
  ): Pair => {
    const of = (id: string) => ({ path: path(id), ...(action === undefined ? {} : { action: action(id) }) })
    return { name, outside: ids.map(({ id }) => of(id)), absent: ids.map(({ nobody }) => of(nobody)) }
  }
  const headers = { 'Idempotency-Key': 'mesure', 'If-Match': '"2026-01-01T00:00:00.000Z"' }
  const asking = (method: string, body: object) => ({ method, headers, body: JSON.stringify(body) })
  const act = (method: string, body: object) => () => asking(method, body)
  return [
    pair('client', clients, (id) => `/api/v1/clients/${id}`),
    pair('sites of a client', clients, (id) => `/api/v1/clients/${id}/sites`),
    pair('partner', partners, (id) => `/api/v1/partenaires/${id}`),
    pair('KYC documents of a partner', partners, (id) => `/api/v1/partenaires/${id}/documents-kyc`),
    pair('history of a client', clients, (id) => `/extension/v1/clients/${id}/historique`),
    pair('reservation', reservations, (id) => `/extension/v1/reservations/${id}`),
    pair(
      'change of a client',
      clients,
      (id) => `/extension/v1/clients/${id}`,
      act('PATCH', { ville: 'Man' }),
    ),
    pair(
      'contact of a client',
      clients,
      (id) => `/extension/v1/clients/${id}/contacts`,
      act('POST', { prenom: 'A', nom: 'B' }),
    ),
    pair(
      'change of a contact',
      contacts,
      (id) => `/extension/v1/clients/${own.id}/contacts/${id}`,
      act('PATCH', { prenom: 'A' }),
    ),
    pair(
      'change of a site',
      sites,
      (id) => `/extension/v1/clients/${own.id}/sites/${id}`,
      act('PATCH', { libelle: 'A' }),
    ),
    pair(
      'cancellation of a request',
      reservations,
      (id) => `/extension/v1/reservations/${id}/annulation`,
      act('POST', { motif: 'x' }),
    ),
    // By a number the answer itself tells whether it exists (A8); by an id it does not.
    pair(
      'request for a client',
      clients,
      () => '/extension/v1/reservations',
      (client_id) => asking('POST', { client_id }),
    ),
  ]
}

if (!(await onGround(Number(values.clients), time))) process.exitCode = 1
