import { randomBytes, randomUUID } from 'node:crypto'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { revokeLinkKeys, turnLinkKey } from '../src/actions/link-keys.ts'
import { withWriter } from '../src/database/writer.ts'
import { sealToken } from '../src/extension/change-token.ts'
import { importRecords, numbered } from '../src/transfer/import.ts'
import { Copy, differences, readAll } from './setup/copy.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const DAY = 24 * 3600 * 1000
const URL = '/extension/v1/changements'
const since = (who: string, token: string, of = world) => of.get(who, `${URL}?depuis=${token}`)
const told = async (answer: ReturnType<typeof since>) => {
  const { status, body } = await answer
  return status === 200 ? 200 : [status, body.code]
}
const GONE = [410, 'jeton_perime']

async function tokenOf(who: string, of = world): Promise<string> {
  const copy = new Copy(of, who)
  await copy.follow(1000)
  return copy.token
}

describe('a token is', () => {
  test('good as often as needed, for its user', async () => {
    const token = await tokenOf(partner)
    expect([await told(since(partner, token)), await told(since(partner, token))]).toEqual([200, 200])
    expect(await told(since(competitor, token))).toEqual(GONE)
    expect(await told(since(operator, token))).toEqual(GONE)
  })

  test('good in the middle of a pass as well, as often as needed', async () => {
    const first = (await world.get(partner, `${URL}?taille=50`)).body
    const [one, other] = [await since(partner, first.jeton), await since(partner, first.jeton)]
    expect(one.body.changements).toEqual(other.body.changements)
    expect(await told(since(competitor, first.jeton))).toEqual(GONE)
  })

  test('good for 30 days', async () => {
    const token = await tokenOf(partner)
    const now = world.now
    onTestFinished(() => {
      world.now = now
    })
    world.now = new Date(now.getTime() + 30 * DAY - 1000)
    expect(await told(since(partner, token))).toBe(200)
    world.now = new Date(now.getTime() + 30 * DAY + 1000)
    expect(await told(since(partner, token))).toEqual(GONE)
  })

  test('good for the rights and the organisation that it was made with', async () => {
    const token = await tokenOf(competitor)
    const roles = `(select utilisateur_role.role_id from utilisateur_role join utilisateur on utilisateur.id = utilisateur_id where email = '${competitor}')`
    const [taken] = await world.sql(
      `with retires as (delete from role_permission where permission = 'catalogue.consulter' and role_id in ${roles} returning *)
      select json_agg(retires) as lignes from retires`,
    )
    expect(await told(since(competitor, token))).toEqual(GONE)
    await world.sql(
      'insert into role_permission select * from json_populate_recordset(null::role_permission, $1)',
      [JSON.stringify(taken?.lignes)],
    )
    expect(await told(since(competitor, token))).toBe(200)
    const [home] = await world.sql<{ organisation_id: string }>(
      `update utilisateur set organisation_id = (select organisation_id from partenaire where id = $2)
      where email = $1 returning (select organisation_id from partenaire where id = $3) as organisation_id`,
      [competitor, await partnerOf(world, partner), await partnerOf(world, competitor)],
    )
    expect(await told(since(competitor, token))).toEqual(GONE)
    await world.sql('update utilisateur set organisation_id = $2 where email = $1', [
      competitor,
      home?.organisation_id,
    ])
    // A right to act changes nothing of what is read.
    const [role] = await world.sql<{ role_id: string }>(
      `insert into role_permission select role_id, 'clients.essai' from ${roles} as siens returning role_id`,
    )
    expect(await told(since(competitor, token))).toBe(200)
    await world.sql(`delete from role_permission where permission = 'clients.essai' and role_id = $1`, [
      role?.role_id,
    ])
  })

  test('opaque, and another one each time', async () => {
    const tokens = new Set<string>()
    for (let n = 0; n < 5; n += 1) tokens.add(await tokenOf(partner))
    expect(tokens.size).toBe(5)
    for (const token of tokens)
      expect(Buffer.from(token, 'base64url').toString('latin1')).not.toMatch(/\d{3,}:/)
  })

  test('as long whatever happens meanwhile: its length tells nothing', () => {
    const seal = (instantane: string) => {
      const vu = { instantane, le: 1_794_700_000, jour: '2026-11-18' }
      return sealToken({ empreinte: 'e', epoque: 'p', vu, passe: null }, 1, randomBytes(32)).length
    }
    // Transactions under way are listed in a snapshot.
    expect(seal('710:710:')).toBe(seal('710:733:710,714,720'))
  })

  test('none of ours: 422, whatever it is; changed on the way: one starts again', async () => {
    const token = await tokenOf(partner)
    const bytes = Buffer.from(token, 'base64url')
    const changed = (at: number) => {
      const other = Buffer.from(bytes)
      other[at] = (other[at] ?? 0) ^ 1
      return other.toString('base64url')
    }
    const random = randomBytes(150).toString('base64url')
    const others = [
      '',
      'x',
      'jeton',
      '../..',
      random,
      token.slice(0, 20),
      token.slice(1),
      ...[0, 3].map(changed),
    ]
    for (const text of others) {
      const { status, body } = await since(partner, encodeURIComponent(text))
      const fields = Object.keys(body.details ?? {})
      expect([text, status, body.code, fields]).toEqual([text, 422, 'parametres_invalides', ['depuis']])
      expect(body.details.depuis).toBe('Donnez un jeton reçu de ce service, tel quel.')
    }
    for (const more of ['A', 'AA', 'AAA', '_'])
      expect([410, 422]).toContain((await since(partner, token + more)).status)
    const marked = `${token.slice(0, 12)}${random}`
    for (const text of [marked, ...[4, 7, 8, 19, 20, 40, bytes.length - 1].map(changed)])
      expect([text, await told(since(partner, text))]).toEqual([text, GONE])
    for (const taille of ['0', '1001', 'x'])
      expect((await world.get(partner, `${URL}?taille=${taille}`)).status).toBe(422)
  })

  test('good after the keys are turned, and no longer when they are withdrawn', async () => {
    const token = await tokenOf(partner)
    await withWriter(world.connection, turnLinkKey)
    expect(await told(since(partner, token))).toBe(200)
    const newer = await tokenOf(partner)
    await withWriter(world.connection, revokeLinkKeys)
    expect([await told(since(partner, token)), await told(since(partner, newer))]).toEqual([GONE, GONE])
    // And for another instance, which has not read the keys before.
    const other = await openWorld({
      database: { connection: world.connection, drop: async () => undefined as never },
    })
    onTestFinished(other.close)
    expect([await told(since(partner, token, other)), await told(since(partner, newer, other))]).toEqual([
      GONE,
      GONE,
    ])
  })
})

describe('another history', () => {
  test('of a copy of the database has no token in common with it', async () => {
    // Both were copied from one template, keys and epochs included.
    const other = await openWorld()
    onTestFinished(other.close)
    const token = await tokenOf(partner, other)
    expect([await told(since(partner, token, other)), await told(since(partner, token))]).toEqual([200, GONE])
  })

  test('begins where a server that lost the end of it goes on; what it still has stays known', async () => {
    const other = await openWorld()
    onTestFinished(other.close)
    const early = await tokenOf(partner, other)
    await other.sql(`update zone_geographique set libelle = libelle || ' !'`)
    const late = await tokenOf(partner, other)
    const noted = (debut: string) =>
      other.sql(
        `insert into epoque (demarrage, ligne_de_temps, debut) select now() - interval '1 hour', 1, ${debut} from (
          select max(position) as position from changement) as derniere`,
      )
    await noted(`pg_snapshot_xmax(pg_current_snapshot())`)
    expect([await told(since(partner, early, other)), await told(since(partner, late, other))]).toEqual([
      200, 200,
    ])
    // What came with the last change was lost.
    await noted('position')
    expect([await told(since(partner, early, other)), await told(since(partner, late, other))]).toEqual([
      200,
      GONE,
    ])
    expect(await told(since(partner, await tokenOf(partner, other), other))).toBe(200)
  })

  test('begins with an import into an empty database, which is noted nowhere', async () => {
    const other = await openWorld({ template: 'vide' })
    onTestFinished(other.close)
    const zone = { id: randomUUID(), code: 'CI-X', libelle: 'Xyz', type: 'region', parent_id: null }
    const importZone = (values: object[]) =>
      withWriter(other.connection, (client) =>
        importRecords(client, new Map([['zone_geographique', numbered(values)]]), {
          now: other.now,
          progress: () => {},
        }),
      )
    await importZone([zone])
    expect(await other.sql('select from changement')).toEqual([])
    expect(await other.sql(`select from epoque where debut = '0'`)).toHaveLength(1)
    await importZone([{ ...zone, libelle: 'Abc' }])
    expect(await other.sql('select ressource, id from changement')).toEqual([
      { ressource: 'zone_geographique', id: zone.id },
    ])
  })
})

test('an organisation without a partner record is given all anew', async () => {
  const other = await openWorld()
  onTestFinished(other.close)
  const [fresh] = await other.sql<{ id: string }>(
    `insert into organisation select gen_random_uuid(), 'partenaire', 'Sans fiche', 'active', now(), now() returning id`,
  )
  await other.sql('update utilisateur set organisation_id = $2 where email = $1', [partner, fresh?.id])
  const copy = new Copy(other, partner)
  await copy.follow(100)
  expect(differences(copy.items, await readAll(other, partner))).toEqual([])
  expect(await told(since(partner, copy.token, other))).toEqual(GONE)
})

test('a day with 20 changes costs who follows 500 clients less than 30 kB', async () => {
  const authorization = `Bearer ${await world.token(operator)}`
  const headers = { authorization, 'accept-encoding': 'br' }
  let token = await tokenOf(operator)
  const clients = await world.sql<{ id: string }>('select id from client order by id limit 20')
  let bytes = 0
  const follow = async () => {
    const { headers: told, rawPayload } = await world.server.inject({
      url: `${URL}?depuis=${token}`,
      headers,
    })
    expect([told['cache-control'], told.etag]).toEqual(['no-store', undefined])
    const plain = told['content-encoding'] === 'br' ? brotliDecompressSync(rawPayload) : rawPayload
    bytes += rawPayload.length
    const { jeton, changements } = JSON.parse(plain.toString())
    token = jeton
    return changements.length
  }
  let came = 0
  for (const { id } of clients) {
    await world.sql(`update client set ville = 'Divo' where id = $1`, [id])
    await world.sql(`update contact set fonction = 'Gérante' where client_id = $1`, [id])
    came += await follow()
  }
  // And every half hour there is nothing new.
  for (let n = 0; n < 48; n += 1) expect(await follow()).toBe(0)
  expect(came).toBeGreaterThan(20)
  expect(bytes).toBeLessThan(30_000)
})
