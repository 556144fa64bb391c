import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readingOf } from '../harness/database/connection.ts'
import { Cancellation } from '../src/database/cancellation.ts'
import { openDatabase } from '../src/database/database.ts'
import { type LinkedFile, linkedFile, pieceOf } from '../src/extension/linked-file.ts'
import { addressOf, type Link } from '../src/extension/links.ts'
import type { Caller } from '../src/identity/caller.ts'
import { identify } from '../src/identity/identify.ts'
import { act } from './setup/acting.ts'
import { deposited, opened, upload } from './setup/files.ts'
import { competitor, operator, partner, withoutRights } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let good: Link
let url: string
let cle: number
let secret: Buffer
beforeAll(async () => {
  world = await openWorld({ environment: { RATE_LIMIT_DEPOTS: '1000' } })
  world.now = new Date()
  const { fichier_id } = await deposited(world, partner)
  const given = await act(world, partner, `/fichiers/${fichier_id}/lien`, { key: null })
  url = given.body.url
  const [key] = await world.sql<{ id: number; secret: Buffer }>('select id, secret from cle_lien_secret')
  cle = key?.id ?? 0
  secret = key?.secret ?? Buffer.alloc(0)
  const expire = Date.parse(given.body.expire_le) / 1000
  good = { fichier_id, utilisateur_id: await idOf(partner), expire, cle }
})
afterAll(() => world.close())

const idOf = async (email: string) =>
  (await world.sql<{ id: string }>('select id from utilisateur where email = $1', [email]))[0]?.id ?? ''

const VARIANTS = 1000

test('a thousand links that are forged, changed, expired or another’s are refused alike', async () => {
  expect(addressOf(good, secret)).toBe(url)
  const loose = (await upload(world, partner)).body.id as string
  const signed = [
    // Signed as they should be, but expired, foreign, or for a file that no document takes.
    ...Array.from({ length: 50 }, (_, n) => ({ ...good, expire: Math.floor(Date.now() / 1000) - n })),
    { ...good, utilisateur_id: await idOf(competitor) },
    { ...good, utilisateur_id: await idOf(withoutRights) },
    { ...good, utilisateur_id: randomUUID() },
    { ...good, fichier_id: loose },
    { ...good, fichier_id: randomUUID() },
  ].map((link) => addressOf(link, secret))
  const forged = Array.from({ length: 100 }, () => addressOf(good, randomBytes(32)))
  const changed = [...url].flatMap((letter, at) =>
    at < '/extension/v1/fichiers/'.length
      ? []
      : ['0', 'a', 'Z', '-', '&', '%41']
          .filter((other) => other !== letter)
          .map((other) => url.slice(0, at) + other + url.slice(at + 1)),
  )
  const longer = ['&', '&x=1', '&signature=x', '%20', '=', '+'].map((more) => url + more)
  const wrong = [...signed, ...forged, ...longer, ...changed].filter(
    (address) => !/fichiers\/[^?]*[&%]/.test(address),
  )
  expect(wrong.length).toBeGreaterThan(VARIANTS)
  const refusals = new Set<string>()
  for (const address of wrong) {
    const { status, headers, bytes } = await opened(world, address)
    const { date: _date, 'x-request-id': _id, ...said } = headers
    refusals.add(`${status} ${JSON.stringify(said)} ${bytes}`)
  }
  expect([...refusals]).toHaveLength(1)
  expect([...refusals][0]).toMatch(/^403 .*"lien_invalide"/)
  expect((await opened(world, url)).status).toBe(200)
})

test('a download that has begun ends when the right to it is withdrawn', async () => {
  const database = openDatabase(readingOf(world.connection))
  const wait = { until: performance.now() + 60_000, cancellation: new Cancellation() }
  const caller = (await identify(database.current, good.utilisateur_id, wait)) as Caller
  const now = world.now
  const file = (await linkedFile(database, good, caller, { scanned: false, now, wait })) as LinkedFile
  const piece = () => pieceOf(database, file, 0, { caller, now, wait })
  expect((await piece())?.length).toBeGreaterThan(0)
  await world.sql(`update utilisateur set actif = false where id = $1`, [good.utilisateur_id])
  expect(await piece()).toBeUndefined()
  await world.sql(`update utilisateur set actif = true where id = $1`, [good.utilisateur_id])
  await database.close()
})

test('a file whose contents are elsewhere has no link, and says so', async () => {
  const { fichier_id } = await deposited(world, partner)
  await world.sql('update fichier set contenu_id = null where id = $1', [fichier_id])
  const { status, body } = await act(world, operator, `/fichiers/${fichier_id}/lien`, { key: null })
  expect([status, body.code]).toEqual([409, 'contenu_absent'])
})

test('where files are scanned, one that waits for its verdict is neither given nor validated', async () => {
  // Nobody listens there: no verdict comes.
  const own = await openWorld({ environment: { ANTIVIRUS_URL: 'unix:///nulle/part/clamd.sock' } })
  own.now = new Date()
  const { id, fichier_id, modifie_le } = await deposited(own, partner)
  const link = () => act(own, operator, `/fichiers/${fichier_id}/lien`, { key: null })
  const verify = () =>
    act(own, operator, `/documents-kyc/${id}/verification`, {
      body: { statut: 'valide' },
      version: modifie_le,
    })
  for (const answer of [await link(), await verify()])
    expect([answer.status, answer.body.details]).toEqual([409, { statut: 'en_attente' }])
  await own.sql(`update fichier set statut_scan = 'sain' where id = $1`, [fichier_id])
  expect([(await link()).status, (await verify()).status]).toEqual([200, 200])
  await own.close()
})

test('a user deposits so many files in a window', async () => {
  const own = await openWorld({ environment: { RATE_LIMIT_DEPOTS: '2' } })
  own.now = new Date()
  const statuses = [await upload(own, partner), await upload(own, partner), await upload(own, partner)]
  expect(statuses.map(({ status }) => status)).toEqual([200, 200, 429])
  expect((await upload(own, competitor)).status).toBe(200)
  await own.close()
})
