import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addressOf } from '../harness/database/connection.ts'
import { run } from './setup/command-line.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let environment: Record<string, string>

beforeAll(async () => {
  world = await openWorld()
  environment = { DATABASE_URL: addressOf(world.connection), DATA_DIR: world.dataDir }
})

afterAll(() => world.close())

const awa = 'awa.kone@antenne.example'

describe('comptes', () => {
  test('--json lists every account with what /moi gives it', async () => {
    const { status, out, err } = await run(['comptes', '--json'], environment)
    expect([status, err]).toEqual([0, ''])
    const accounts = JSON.parse(out)
    const [{ count } = { count: 0 }] = await world.sql<{ count: number }>(
      'select count(*)::int from utilisateur',
    )
    expect(accounts).toHaveLength(count)
    for (const account of accounts.filter((one: { email: string }) =>
      one.email?.includes('antenne.example'),
    )) {
      const { body } = await world.get(account.id, '/api/v1/moi')
      expect(account).toEqual({
        id: body.utilisateur.id,
        email: body.utilisateur.email,
        organisation: body.organisation.nom,
        type: body.organisation.type,
        permissions: body.permissions,
      })
    }
  })

  test('without --json it is a table of the same accounts', async () => {
    const accounts = JSON.parse((await run(['comptes', '--json'], environment)).out)
    const { status, out } = await run(['comptes'], environment)
    const [header, rule, ...rows] = out.trimEnd().split('\n')
    expect(status).toBe(0)
    expect(header).toMatch(/^id +e-mail +organisation +type +permissions$/)
    expect(rule).toMatch(/^[─ ]+$/)
    expect(rows).toHaveLength(accounts.length)
    rows.forEach((row, index) => {
      const { id, email, organisation, type, permissions } = accounts[index]
      const cells = [id, email ?? '—', organisation, type, permissions.join(' ') || '(aucun droit)']
      expect(row.split(/ {2,}/)).toEqual(cells)
    })
  })

  test('an account or organisation that is not active has no rights', async () => {
    const accounts = JSON.parse((await run(['comptes', '--json'], environment)).out)
    for (const email of ['drissa.soro@antenne.example', 'arsene.oulai@cavally-internet.example']) {
      expect(accounts.find((account: { email: string }) => account.email === email)).toMatchObject({
        permissions: [],
      })
    }
  })
})

describe('jeton', () => {
  const tokenOf = async (...words: string[]) => {
    const { status, out, err } = await run(['jeton', ...words], environment)
    expect([status, err]).toEqual([0, ''])
    expect(out).toMatch(/^[\w-]+\.[\w-]+\.[\w-]+\n$/)
    return out.trim()
  }
  const moi = async (token: string) => {
    const { status, body } = await world.request('GET', '/api/v1/moi', { authorization: `Bearer ${token}` })
    return [status, body.utilisateur?.email]
  }

  test('by e-mail, in whatever case, the service on the same data accepts it', async () => {
    world.now = new Date()
    expect(await moi(await tokenOf(awa))).toEqual([200, awa])
    expect(await moi(await tokenOf('AWA.Kone@Antenne.Example'))).toEqual([200, awa])
  })

  test('by id, in whatever case', async () => {
    const [{ id } = { id: '' }] = await world.sql<{ id: string }>(
      'select id from utilisateur where email = $1',
      [awa],
    )
    expect(await moi(await tokenOf(id))).toEqual([200, awa])
    expect(await moi(await tokenOf(id.toUpperCase()))).toEqual([200, awa])
  })

  test('lasts a working day, or as long as --duree says', async () => {
    const lifetime = ({ iat = 0, exp = 0 }) => exp - iat
    expect(lifetime(decodeJwt(await tokenOf(awa)))).toBe(8 * 3600)
    expect(lifetime(decodeJwt(await tokenOf(awa, '--duree', '90')))).toBe(90)
    expect(lifetime(decodeJwt(await tokenOf('--duree=31536000', awa)))).toBe(31_536_000)
  })

  test.each(['personne@antenne.example', '00000000-0000-4000-8000-000000000000', '%'])(
    'there is none for « %s », which is no account',
    async (key) => {
      expect(await run(['jeton', key], environment)).toEqual({
        status: 1,
        out: '',
        err: `Aucun compte « ${key} ». Voyez la liste avec : npx antenne comptes\n`,
      })
    },
  )

  test('there is none for an e-mail that several accounts have: the id decides', async () => {
    const [first, second] = await world.sql<{ id: string }>(
      `update utilisateur set email = 'Partage@exemple.ci' where id in (select id from utilisateur where email is not null and email <> $1 limit 2) returning id`,
      [awa],
    )
    const { status, err } = await run(['jeton', 'partage@exemple.ci'], environment)
    expect([status, err]).toEqual([1, expect.stringContaining("Donnez l'id plutôt que l'e-mail")])
    for (const account of [first, second]) {
      expect(decodeJwt(await tokenOf(account?.id ?? '')).sub).toBe(account?.id)
    }
  })

  test('there is none where an identity provider is configured', async () => {
    const outcome = await run(['jeton', awa], { ...environment, OIDC_ISSUER: 'https://identite.exemple.ci' })
    expect(outcome).toMatchObject({
      status: 1,
      out: '',
      err: expect.stringContaining('https://identite.exemple.ci'),
    })
  })
})
