import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { withWriter } from '../src/database/writer.ts'
import { sweepKept } from '../src/extension/sweep.ts'
import { act } from './setup/acting.ts'
import { Copy, differences, readAll } from './setup/copy.ts'
import { deposited } from './setup/files.ts'
import { partnerOf } from './setup/partner-of.ts'
import {
  clientUser,
  competitor,
  operator,
  partner,
  suspendedAccount,
  thirdParty,
  withoutRights,
} from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
const followers = [partner, competitor, clientUser, thirdParty]
const copies = new Map<string, Copy>()
beforeAll(async () => {
  world = await openWorld()
  for (const who of [operator, ...followers]) copies.set(who, new Copy(world, who))
})
afterAll(() => world.close())

const copyOf = (who: string) => copies.get(who) as Copy
const since = (who: string, token: string) => world.get(who, `/extension/v1/changements?depuis=${token}`)
const same = async (who: string) =>
  expect([who, differences(copyOf(who).items, await readAll(world, who))]).toEqual([who, []])

describe('a first pass', () => {
  test.each([
    [operator, 500],
    [partner, 7],
    [competitor, 1000],
    [clientUser, 1],
    [thirdParty, 3],
  ])('gives %s all that the reads show, by pages of %d', async (who, taille) => {
    const came = await copyOf(who).follow(taille)
    expect(new Set(came.map(({ ressource, id }) => `${ressource} ${id}`)).size).toBe(came.length)
    await same(who)
  })

  test('goes on where clients have neither contacts nor sites, and nothing comes after them', async () => {
    const [{ organisation_id } = {}] = await world.sql<{ organisation_id: string }>(
      'select organisation_id from utilisateur where email = $1',
      [clientUser],
    )
    await world.sql(
      `insert into client (id, organisation_id, raison_sociale, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le)
      select gen_random_uuid(), $1, 'Nue ' || n, 'import', 'prospect', 'a_fournir', false, now(), now() from generate_series(1, 9) as n`,
      [organisation_id],
    )
    for (const taille of [1, 2, 3, 5]) {
      const copy = new Copy(world, clientUser)
      await copy.follow(taille)
      expect([taille, differences(copy.items, await readAll(world, clientUser))]).toEqual([taille, []])
    }
  })

  test('gives nothing that a caller may not read', async () => {
    const [none, references] = [new Copy(world, suspendedAccount), new Copy(world, withoutRights)]
    expect(await none.follow()).toEqual([])
    const kinds = new Set((await references.follow()).map(({ ressource }) => ressource))
    expect(kinds).toEqual(new Set(['zone_geographique', 'secteur_activite', 'type_document']))
  })

  test('misses nothing that changes while it goes on', async () => {
    const copy = new Copy(world, partner)
    expect((await copy.page(100)).suite).toBe(true)
    // Both what was given already and what is still to come.
    await world.sql(`update zone_geographique set libelle = libelle || ' !'`)
    await world.sql(`update client set ville = 'Man' where partenaire_actuel_id = $1`, [
      await partnerOf(world, partner),
    ])
    await copy.follow(100)
    await copy.follow(100)
    expect(differences(copy.items, await readAll(world, partner))).toEqual([])
    for (const follower of copies.values()) await follower.follow()
  })
})

/** A client that the partner manages, with contacts and sites. */
const managed = async () => {
  const [row] = await world.sql<{ id: string }>(
    `select id from client where partenaire_actuel_id = $1
      and exists (select from contact where client_id = client.id) and exists (select from site where client_id = client.id)
      and not exists (select from reservation where client_id = client.id and en_attente) order by id limit 1`,
    [await partnerOf(world, partner)],
  )
  return row?.id ?? ''
}

describe('a change', () => {
  /** What each follower is told: nothing to most of them, and afterwards every copy equals the reads. */
  async function told(): Promise<Record<string, string[]>> {
    const kinds: Record<string, string[]> = {}
    for (const [who, copy] of copies) {
      const came = await copy.follow(10)
      if (came.length > 0)
        kinds[who] = [
          ...new Set(came.map((one) => `${one.donnees === null ? '-' : '+'}${one.ressource}`)),
        ].sort()
    }
    for (const who of followers) await same(who)
    return kinds
  }

  test('of nothing is told to nobody, in under 400 bytes', async () => {
    await world.sql('update client set modifie_le = modifie_le')
    await world.sql('update contact set nom = nom where false')
    expect(await told()).toEqual({})
    expect((await since(partner, copyOf(partner).token)).text.length).toBeLessThan(400)
  })

  test('of a client is told to those who see it', async () => {
    await world.sql(`update client set ville = 'Bouaké' where id = $1`, [await managed()])
    expect(await told()).toEqual({ [operator]: ['+client'], [partner]: ['+client'] })
  })

  test('of hands takes a client with contacts and sites from one scope to another', async () => {
    const id = await managed()
    const give = (to: string) =>
      world.sql('update client set partenaire_actuel_id = $2 where id = $1', [id, to])
    await give(await partnerOf(world, competitor))
    expect(await told()).toEqual({
      [operator]: ['+client'],
      [partner]: ['-client', '-contact', '-site'],
      [competitor]: ['+client', '+contact', '+site'],
    })
    await give(await partnerOf(world, partner))
    expect(await told()).toEqual({
      [operator]: ['+client'],
      [partner]: ['+client', '+contact', '+site'],
      [competitor]: ['-client', '-contact', '-site'],
    })
  })

  test('of hands and back between two passes leaves a copy as it is', async () => {
    const id = await managed()
    for (const who of [competitor, partner])
      await world.sql('update client set partenaire_actuel_id = $2 where id = $1', [
        id,
        await partnerOf(world, who),
      ])
    const kinds = await told()
    expect(kinds[partner]).toEqual(['+client', '+contact', '+site'])
  })

  test('of a contact or a site is told with its end', async () => {
    const id = await managed()
    const [contact] = await world.sql<{ id: string }>(
      `insert into contact (id, client_id, prenom, nom, principal, cree_le, modifie_le)
      values (gen_random_uuid(), $1, 'Aya', 'Brou', false, now(), now()) returning id`,
      [id],
    )
    await world.sql(`update site set libelle = 'Dépôt' where client_id = $1`, [id])
    expect(await told()).toEqual({ [operator]: ['+contact', '+site'], [partner]: ['+contact', '+site'] })
    await world.sql('delete from contact where id = $1', [contact?.id])
    expect(await told()).toEqual({ [operator]: ['-contact'], [partner]: ['-contact'] })
  })

  test('by people: created, asked for, decided', async () => {
    const created = await act(world, partner, '/clients', {
      body: {
        raison_sociale: 'Quolbex Tyrvan Zamdu',
        contacts: [{ prenom: 'Aya', nom: 'Brou', principal: true }],
        sites: [{ libelle: 'Siège' }],
      },
    })
    expect(created.status).toBe(201)
    const kinds = ['+client', '+contact', '+site']
    expect(await told()).toEqual({ [operator]: kinds, [partner]: kinds })
    const asked = await act(world, partner, '/reservations', { body: { client_id: created.body.id } })
    expect(asked.status).toBe(201)
    expect(await told()).toEqual({
      [operator]: ['+client', '+reservation'],
      [partner]: ['+client', '+reservation'],
    })
    const decided = await act(world, operator, `/reservations/${asked.body.id}/decision`, {
      body: { decision: 'refusee', motif: 'Client déjà suivi.' },
      version: asked.body.modifie_le,
    })
    expect(decided.status).toBe(200)
    await told()
  })

  test('of a document, of its file and of its type is told to its partner', async () => {
    const document = await deposited(world, partner)
    expect(await told()).toEqual({ [operator]: ['+document_kyc'], [partner]: ['+document_kyc'] })
    await world.sql(`update fichier set statut_scan = 'infecte' where id = $1`, [document.fichier_id])
    expect(await told()).toEqual({ [operator]: ['+document_kyc'], [partner]: ['+document_kyc'] })
    await world.sql(`update type_document set libelle = libelle || '.' where id = (
      select type_document_id from document_kyc where id = '${document.id}')`)
    const kinds = await told()
    expect(kinds[partner]).toEqual(['+document_kyc', '+type_document'])
    expect(kinds[thirdParty]).toEqual(['+type_document'])
  })

  test('of a price is told with its plan', async () => {
    await world.sql('update tarif set prix_ht = prix_ht + 1000 where offre_id is not null')
    expect((await told())[partner]).toEqual(['+offre'])
    await world.sql('update tarif set prix_ht = prix_ht + 1000 where offre_id is null')
    await told()
  })

  test('of the calendar is told on the day', async () => {
    const id = await partnerOf(world, partner)
    const [document] = await world.sql<{ id: string }>(
      `update document_kyc set statut = 'valide', date_emission = null, date_expiration = $2::date
      where id = (select document_kyc.id from document_kyc join partenaire using (organisation_id) where partenaire.id = $1 limit 1)
      returning id`,
      [id, world.now.toISOString().slice(0, 10)],
    )
    await world.sql(`insert into tarif (id, produit_id, offre_id, prix_ht, valide_du, cree_par, cree_le)
      select gen_random_uuid(), produit_id, offre.id, 777000, '${world.now.toISOString().slice(0, 10)}'::date + 1,
        (select id from utilisateur limit 1), now() from offre order by offre.id limit 1`)
    await told()
    expect(await told()).toEqual({})
    world.now = new Date(world.now.getTime() + 24 * 3600 * 1000)
    const came = await copyOf(partner).follow()
    expect(came).toContainEqual(
      expect.objectContaining({ id: document?.id, donnees: expect.objectContaining({ statut: 'expire' }) }),
    )
    expect(came.map(({ donnees }) => donnees)).toContainEqual(
      expect.objectContaining({ tarif_en_vigueur: expect.objectContaining({ prix_ht: 777000 }) }),
    )
    for (const copy of copies.values()) await copy.follow()
    for (const who of followers) await same(who)
    expect(await told()).toEqual({})
  })

  test('of a person’s organisation takes the clients that they created with them', async () => {
    const [author] = await world.sql<{ id: string; organisation_id: string }>(
      `select utilisateur.id, utilisateur.organisation_id from utilisateur join client on client.cree_par = utilisateur.id
      join partenaire on partenaire.organisation_id = utilisateur.organisation_id
      where partenaire.id = $1 and partenaire_actuel_id is null and utilisateur.email is distinct from $2 limit 1`,
      [await partnerOf(world, partner), partner],
    )
    const [other] = await world.sql<{ organisation_id: string }>(
      'select organisation_id from partenaire where id = $1',
      [await partnerOf(world, competitor)],
    )
    const move = (to: string | undefined) =>
      world.sql('update utilisateur set organisation_id = $2 where id = $1', [author?.id, to])
    await move(other?.organisation_id)
    const kinds = await told()
    expect([kinds[partner], kinds[competitor]]).toEqual([
      expect.arrayContaining(['-client']),
      expect.arrayContaining(['+client']),
    ])
    await move(author?.organisation_id)
    await told()
  })

  test('of who is a partner is told with its documents', async () => {
    const [row] = await world.sql<{ id: string; organisation_id: string }>(
      `select partenaire.id, organisation_id from partenaire where exists (
        select from document_kyc where document_kyc.organisation_id = partenaire.organisation_id)
        and id <> all ($1) limit 1`,
      [[await partnerOf(world, partner), await partnerOf(world, competitor)]],
    )
    const [fresh] = await world.sql<{ id: string }>(
      `insert into organisation select gen_random_uuid(), type, 'Nouvelle', statut, cree_le, modifie_le
      from organisation where id = $1 returning id`,
      [row?.organisation_id],
    )
    await world.sql('update partenaire set organisation_id = $2 where id = $1', [row?.id, fresh?.id])
    expect((await told())[operator]).toEqual(['+partenaire', '-document_kyc'])
    await world.sql('update partenaire set organisation_id = $2 where id = $1', [
      row?.id,
      row?.organisation_id,
    ])
    expect((await told())[operator]).toEqual(['+document_kyc', '+partenaire'])
    expect(differences(copyOf(operator).items, await readAll(world, operator))).toEqual([])
  })

  test('that commits late is not missed', async () => {
    const id = await managed()
    await withWriter(world.connection, async (late) => {
      await late.query('begin')
      await late.query(`update client set ville = 'Odienné' where id = $1`, [id])
      // Others come later, and are seen before.
      await world.sql(`update secteur_activite set libelle = libelle || '.'`)
      expect((await told())[partner]).toEqual(['+secteur_activite'])
      await late.query('commit')
    })
    expect(await told()).toEqual({ [operator]: ['+client'], [partner]: ['+client'] })
  })

  test('of an item that changed often is told once it is gathered, and the log stays short', async () => {
    const id = await managed()
    for (let n = 0; n < 12; n += 1)
      await world.sql('update client set ville = $2 where id = $1', [id, `V${n}`])
    await withWriter(world.connection, (client) => sweepKept(client, new Date()))
    const noted = await world.sql(`select from changement where id = $1 and lecteur = antenne.tout()`, [id])
    expect(noted).toHaveLength(1)
    expect(await told()).toEqual({ [operator]: ['+client'], [partner]: ['+client'] })
    await world.sql(`update client set partenaire_actuel_id = null where id = $1`, [id])
    for (let n = 0; n < 12; n += 1)
      await world.sql(
        'update client set partenaire_actuel_id = case when partenaire_actuel_id is null then $2::uuid end where id = $1',
        [id, await partnerOf(world, partner)],
      )
    // Who comes now has never seen it, and is told nothing of it.
    const late = new Copy(world, partner)
    await late.follow()
    await withWriter(world.connection, (client) => sweepKept(client, new Date()))
    expect(await late.follow()).toEqual([])
    expect((await told())[partner]).toContain('-client')
    await world.sql(`update changement set le = now() - interval '32 days'`)
    await withWriter(world.connection, (client) => sweepKept(client, new Date()))
    expect(await world.sql('select from changement')).toEqual([])
  })
})
