import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { act } from './setup/acting.ts'
import { Copy, differences, readAll } from './setup/copy.ts'
import { partnerOf } from './setup/partner-of.ts'
import { clientUser, competitor, operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const ROUNDS = 6
const WRITERS = 4
const CHANGES = 12

let world: World
let partners: string[]
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_ACTIONS: '1000000', RATE_LIMIT_QUESTIONS: '1000000' } })
  partners = [await partnerOf(world, partner), await partnerOf(world, competitor)]
  // Of the others little is seen, and much is read.
  await world.sql(
    `delete from contact where client_id not in (select id from client where partenaire_actuel_id = any ($1))
      and not exists (select from site where contact_id = contact.id)`,
    [partners],
  )
})
afterAll(() => world.close())

const one = <T>(items: readonly T[]): T => items[Math.floor(Math.random() * items.length)] as T

/** A client that one of the two partners sees, or anybody’s. */
const some = `(select id from client where partenaire_actuel_id = any ($1) or random() < 0.05 order by random() limit 1)`

/** What happens to data, by people, imports and administrators. The client is the writer's own connection. */
const changes: readonly ((client: pg.Client) => Promise<unknown>)[] = [
  (client) => client.query(`update client set ville = md5(random()::text) where id = ${some}`, [partners]),
  (client) =>
    client.query(
      `update client set partenaire_actuel_id = $2 where id = (
        select id from client where partenaire_actuel_id = any ($1) or partenaire_actuel_id is null order by random() limit 1)`,
      [partners, one([...partners, null])],
    ),
  (client) =>
    client.query(
      `insert into contact (id, client_id, prenom, nom, principal, cree_le, modifie_le)
      select gen_random_uuid(), id, 'Aya', 'Brou', false, now(), now() from client where id = ${some}`,
      [partners],
    ),
  (client) =>
    client.query(
      `delete from contact where id = (select id from contact where not exists (select from site where contact_id = contact.id)
        order by random() limit 1)`,
    ),
  (client) =>
    client.query(
      `update contact set client_id = ${some}, principal = false where id = (select id from contact order by random() limit 1)`,
      [partners],
    ),
  (client) =>
    client.query(
      `update site set libelle = md5(random()::text) where id = (select id from site order by random() limit 1)`,
    ),
  (client) =>
    client.query(
      `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
      select gen_random_uuid(), client.id, $2, (select id from utilisateur limit 1), 'demandee', now(), now()
      from client where id = ${some}`,
      [partners, one(partners)],
    ),
  (client) =>
    client.query(
      `update reservation set statut = case when en_attente then 'refusee' else 'demandee' end::statut_reservation
      where id = (select id from reservation where partenaire_id = any ($1) order by random() limit 1)`,
      [partners],
    ),
  (client) =>
    client.query(
      `delete from reservation where id = (select id from reservation where partenaire_id = any ($1) order by random() limit 1)`,
      [partners],
    ),
  (client) =>
    client.query(
      `update utilisateur set organisation_id = (select organisation_id from partenaire where id = $1) where id = (
        select utilisateur.id from utilisateur join partenaire using (organisation_id)
        where partenaire.id = any ($2) and utilisateur.email <> all ($3) order by random() limit 1)`,
      [one(partners), partners, [partner, competitor]],
    ),
  (client) =>
    client.query(
      `update fichier set statut_scan = (enum_range(null::statut_scan))[1 + floor(random() * 3)]
      where id = (select fichier_id from document_kyc order by random() limit 1)`,
    ),
  (client) =>
    client.query(
      'update tarif set prix_ht = floor(random() * 1000) where id = (select id from tarif order by random() limit 1)',
    ),
  (client) =>
    client.query(
      `update document_kyc set motif = md5(random()::text) where id = (select id from document_kyc order by random() limit 1)`,
    ),
]

/** A deadlock or a broken rule undoes a change, as it does in life. */
const undone = (error: { code?: string }) => /^(40|23|55P03)/.test(error.code ?? '')

async function write(): Promise<void> {
  await withWriter(world.connection, async (client) => {
    for (let n = 0; n < CHANGES; n += 1) {
      try {
        await client.query('begin')
        await one(changes)(client)
        // Some take their time, and commit after others who began later.
        if (Math.random() < 0.5) await sleep(Math.random() * 60)
        if (Math.random() < 0.3) await one(changes)(client)
        await client.query(Math.random() < 0.15 ? 'rollback' : 'commit')
      } catch (error) {
        await client.query('rollback')
        if (!undone(error as { code?: string })) throw error
      }
    }
  })
}

async function people(): Promise<void> {
  for (let n = 0; n < CHANGES; n += 1) {
    const body = { raison_sociale: randomUUID(), confirmer_doublon: true }
    expect((await act(world, partner, '/clients', { body })).status).toBe(201)
  }
}

test('copies that are kept while many write equal the reads after every round', async () => {
  const copies = [partner, competitor, clientUser, operator].map(
    (who) => new Copy(world, who, { quiet: false }),
  )
  for (let round = 0; round < ROUNDS; round += 1) {
    let over = false
    const following = Promise.all(
      copies.map(async (copy) => {
        while (!over) await copy.follow(1 + Math.floor(Math.random() * 60))
      }),
    )
    const writing = Promise.all([...Array.from({ length: WRITERS }, write), people()]).finally(() => {
      over = true
    })
    await Promise.all([writing, following])
    for (const copy of round === ROUNDS - 1 ? copies : copies.slice(0, 3)) {
      await copy.follow()
      expect([round, copy.who, differences(copy.items, await readAll(world, copy.who))]).toEqual([
        round,
        copy.who,
        [],
      ])
    }
  }
})

const pidOf = (client: pg.Client): number => (client as pg.Client & { processID: number }).processID

/** Two transactions at once: the second one goes on when the first has committed, or does not wait for it. */
async function together(
  copies: readonly Copy[],
  first: string,
  second: string,
  { between = false } = {},
): Promise<void> {
  const follow = async () => {
    for (const copy of copies) await copy.follow()
  }
  await withWriter(world.connection, (one) =>
    withWriter(world.connection, async (other) => {
      await one.query('begin')
      await one.query(first)
      // To be followed between both, the second one commits by itself.
      if (between) await other.query('begin')
      let over = false
      const asked = other.query(second).finally(() => {
        over = true
      })
      const waiting = `select from pg_stat_activity where pid = ${pidOf(other)} and wait_event_type = 'Lock'`
      await expect
        .poll(async () => over || (await world.sql(waiting)).length > 0, { interval: 10 })
        .toBe(true)
      // Whoever has committed is seen by those who follow.
      await follow()
      await one.query('commit')
      await asked
      if (!between) return
      await follow()
      await other.query('commit')
    }),
  )
}

test('is told to who becomes a reader at the same moment', async () => {
  const copies = [partner, competitor, operator].map((who) => new Copy(world, who, { quiet: false }))
  const same = async () => {
    for (const copy of copies.slice(0, 2)) {
      await copy.follow()
      expect(differences(copy.items, await readAll(world, copy.who))).toEqual([])
    }
  }
  await same()
  const [mine = '', theirs = ''] = partners
  const [{ id } = {}] = await world.sql<{ id: string }>(
    'select id from client where partenaire_actuel_id = $1 order by id limit 1',
    [mine],
  )
  const contact = `insert into contact (id, client_id, prenom, nom, principal, cree_le, modifie_le)
    values (gen_random_uuid(), '${id}', 'Aya', 'Brou', false, now(), now())`
  const give = (to: string) => `update client set partenaire_actuel_id = '${to}' where id = '${id}'`
  await together(copies, contact, give(theirs))
  await same()
  await together(copies, give(mine), contact)
  await same()
  // Others may have moved since they created it: somebody is put back.
  const [author] = await world.sql<{ id: string; cree_par: string }>(
    `with person as (
      update utilisateur set organisation_id = (select organisation_id from partenaire where id = $1) where id = (
        select utilisateur.id from utilisateur join partenaire using (organisation_id)
        where partenaire.id = any ($2) and utilisateur.email <> all ($3) order by utilisateur.id limit 1)
      returning id)
    update client set partenaire_actuel_id = null, cree_par = (select id from person)
    where id = (select id from client where partenaire_actuel_id = $1 order by id desc limit 1) returning id, cree_par`,
    [mine, partners, [partner, competitor, operator]],
  )
  await same()
  const rename = (ville: string) => `update client set ville = '${ville}' where id = '${author?.id}'`
  const move = (to: string) =>
    `update utilisateur set organisation_id = (select organisation_id from partenaire where id = '${to}')
    where id = '${author?.cree_par}'`
  await together(copies, move(theirs), rename('Daloa'))
  await same()
  await together(copies, rename('Séguéla'), move(mine))
  await same()
  const [file] = await world.sql<{ fichier_id: string; id: string }>(
    `select document_kyc.id, fichier_id from document_kyc join partenaire using (organisation_id) where partenaire.id = $1 limit 1`,
    [mine],
  )
  const scan = (statut: string) =>
    `update fichier set statut_scan = '${statut}' where id = '${file?.fichier_id}'`
  const document = `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, type_document_id, fichier_id, 'depose', now(), now()
    from document_kyc where id = '${file?.id}'`
  await together(copies, scan('infecte'), document)
  await same()
  await together(copies, document, scan('sain'))
  await same()
  // A document that is deposited while its organisation ceases to be a partner's.
  const [other] = await world.sql<{ id: string; organisation_id: string; vide: string }>(
    `select partenaire.id, organisation_id, (select id from organisation where type = 'client' and not exists (
        select from partenaire as p where p.organisation_id = organisation.id) limit 1) as vide
    from partenaire where id <> all ($1) and exists (
      select from document_kyc where document_kyc.organisation_id = partenaire.organisation_id) limit 1`,
    [partners],
  )
  const deposit = `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
    select gen_random_uuid(), organisation_id, type_document_id, fichier_id, 'depose', now(), now()
    from document_kyc where organisation_id = '${other?.organisation_id}' limit 1`
  const settle = (to = '') => `update partenaire set organisation_id = '${to}' where id = '${other?.id}'`
  const [, , all] = copies
  const documents = async () => {
    await all?.follow()
    const kept = [...(all?.items.keys() ?? [])].filter((key) => key.startsWith('document_kyc'))
    const seen = await world.sql<{ id: string }>(
      'select document_kyc.id from document_kyc join partenaire using (organisation_id)',
    )
    expect(kept.sort()).toEqual(seen.map(({ id }) => `document_kyc ${id}`).sort())
  }
  await together(copies, deposit, settle(other?.vide), { between: true })
  await documents()
  await together(copies, settle(other?.organisation_id), deposit, { between: true })
  await documents()
})
