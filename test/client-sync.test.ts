import * as fs from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type CopyStore, fileStore, items, memoryStore, type Ressource, sync } from '../client/src/index.ts'
import { failureOf, type ListeningWorld, notedFetch, openListeningWorld } from './setup/client.ts'
import { differences, readAll } from './setup/copy.ts'
import { partnerOf } from './setup/partner-of.ts'
import { competitor, operator, partner } from './setup/people.ts'

let world: ListeningWorld
let folder: string
beforeAll(async () => {
  world = await openListeningWorld()
  folder = await fs.mkdtemp(join(tmpdir(), 'antenne-copie-'))
})
afterAll(async () => {
  await world.close()
  await fs.rm(folder, { recursive: true })
})

/** A client that comes back as often as a busy service asks. */
const patient = (who: string) => world.client(who, { retries: 20 })

const ressources: readonly Ressource[] = [
  ...(['client', 'contact', 'site', 'reservation', 'partenaire', 'document_kyc', 'offre'] as const),
  ...(['zone_geographique', 'secteur_activite', 'type_document'] as const),
]

async function contentsOf(store: CopyStore): Promise<Map<string, object>> {
  const found = new Map<string, object>()
  for (const ressource of ressources)
    for (const item of await store.all(ressource)) found.set(`${ressource} ${item.id}`, item)
  return found
}
const same = async (store: CopyStore, who: string) =>
  expect(differences(await contentsOf(store), await readAll(world, who))).toEqual([])

let files = 0
const path = () => join(folder, `copie-${files++}.ndjson`)

describe.each<[string, () => Promise<CopyStore>]>([
  ['memory', async () => memoryStore()],
  ['a file', () => fileStore(path(), fs)],
])('a copy in %s', (_, open) => {
  test('equals the reads, and follows them', async () => {
    const [store, client] = [await open(), patient(partner)]
    const counts: number[] = []
    const first = await sync(client, store, { taille: 100, onPage: (count) => counts.push(count) })
    expect([first.anew, first.changes, counts.length > 2]).toEqual([false, counts.at(-1), true])
    await same(store, partner)
    expect(await sync(client, store)).toEqual({ changes: 0, anew: false })
    const [{ id } = {}] = await world.sql<{ id: string }>(
      'select id from client where partenaire_actuel_id = $1 limit 1',
      [await partnerOf(world, partner)],
    )
    const give = async (to: string) =>
      world.sql('update client set partenaire_actuel_id = $2 where id = $1', [id, await partnerOf(world, to)])
    await give(competitor)
    await sync(client, store)
    expect(await store.get('client', id ?? '')).toBeUndefined()
    await same(store, partner)
    await give(partner)
    await sync(client, store)
    expect(await store.get('client', id ?? '')).toMatchObject({ id })
    await same(store, partner)
  })

  test('goes on where it was interrupted', async () => {
    const store = await open()
    const { fetch, exchanges } = notedFetch()
    const client = world.client(partner, { fetch })
    const left = new AbortController()
    const interrupted = sync(client, store, { taille: 100, signal: left.signal, onPage: () => left.abort() })
    expect((await failureOf(interrupted)).code).toBe('annulation')
    const [before] = [exchanges.length]
    const { changes } = await sync(client, store, { taille: 100 })
    expect([before, changes + 100]).toEqual([1, (await contentsOf(store)).size])
    await same(store, partner)
  })

  test('is brought up to date by two at once, and is whole', async () => {
    const store = await open()
    const client = patient(partner)
    await sync(patient(competitor), store)
    // Both find a token of somebody else, and begin anew.
    await Promise.all([sync(client, store, { taille: 50 }), sync(client, store, { taille: 70 })])
    await same(store, partner)
    const page = await client.listerChangements({ depuis: await store.token() })
    expect(await store.apply({ ...page, depuis: 'another' })).toBe(false)
    await store.clear('another')
    await same(store, partner)
  })

  test('is emptied and made anew for somebody else', async () => {
    const store = await open()
    await sync(patient(partner), store)
    expect(await sync(patient(competitor), store)).toMatchObject({ anew: true })
    await same(store, competitor)
    await store.clear()
    expect([await store.token(), (await contentsOf(store)).size]).toEqual([undefined, 0])
  })
})

test('a page may take as long as is said', async () => {
  const { signal } = new AbortController()
  const given: unknown[] = []
  const listerChangements = async (_asked: unknown, options: unknown) => {
    given.push(options)
    return { changements: [], jeton: 'jeton', suite: false }
  }
  await sync({ listerChangements }, memoryStore(), { taille: 10, timeout: 500, signal })
  expect(given).toEqual([{ timeout: 500, signal }])
})

describe('a file', () => {
  test('is what it was when it is opened again, whatever of its last line was written', async () => {
    const file = path()
    await sync(patient(partner), await fileStore(file, fs), { taille: 100 })
    const again = await fileStore(file, fs)
    await same(again, partner)
    const text = await fs.readFile(file, 'utf8')
    for (const cut of [1, 100, 20_000]) {
      await fs.writeFile(file, text.slice(0, -cut))
      const store = await fileStore(file, fs)
      const { anew, changes } = await sync(patient(partner), store)
      expect([anew, changes > 0]).toEqual([false, true])
      await same(store, partner)
    }
  })

  test('that cannot be written is mended by the next page, and one that is not ours is made anew', async () => {
    const file = path()
    let full = false
    const failing = {
      ...fs,
      async appendFile(to: string, text: string) {
        await fs.appendFile(to, full ? text.slice(0, 50) : text)
        if (full) throw new Error('no space left')
      },
    }
    const store = await fileStore(file, failing)
    const client = patient(partner)
    full = true
    await expect(sync(client, store, { taille: 100 })).rejects.toThrow('no space left')
    full = false
    await sync(client, store, { taille: 100 })
    await same(await fileStore(file, fs), partner)
    for (const text of [
      'something else',
      '{"else":1}',
      'null',
      '{"changements":[]}',
      '{"changements":[null],"jeton":"x"}',
    ]) {
      await fs.writeFile(file, `${text}\n`)
      expect(await (await fileStore(file, fs)).token()).toBeUndefined()
    }
    await sync(client, await fileStore(file, fs))
    await same(await fileStore(file, fs), partner)
    await expect(fileStore(folder, fs)).rejects.toThrow('EISDIR')
  })

  test('that is emptied while a page comes in is empty', async () => {
    const file = path()
    let append: (() => void) | undefined
    const slow = {
      ...fs,
      appendFile: (to: string, text: string) =>
        new Promise<void>((resolve) => {
          append = () => resolve(fs.appendFile(to, text))
        }),
    }
    const store = await fileStore(file, slow)
    const page = await patient(partner).listerChangements({ taille: 10 })
    const taken = store.apply({ ...page, depuis: undefined })
    await expect.poll(() => append).toBeDefined()
    const emptied = store.clear()
    append?.()
    await Promise.all([taken, emptied])
    for (const one of [store, await fileStore(file, fs)])
      expect([await one.token(), (await contentsOf(one)).size]).toEqual([undefined, 0])
  })

  test('does not grow with what changed again and again', async () => {
    const file = path()
    const store = await fileStore(file, fs)
    const [changement] = (await patient(partner).listerChangements({ taille: 1 })).changements
    if (changement === undefined) throw new Error('nothing to copy')
    const changements = Array.from({ length: 1000 }, () => changement)
    for (let n = 0; n < 25; n += 1)
      expect(await store.apply({ changements, jeton: 'x', depuis: await store.token() })).toBe(true)
    expect((await fs.stat(file)).size).toBeLessThan(15_000 * JSON.stringify(changement).length)
    expect((await contentsOf(await fileStore(file, fs))).size).toBe(1)
  })
})

test('items come by pages of 100, and a second walk finds nothing new', async () => {
  const { fetch, exchanges } = notedFetch()
  const client = world.client(operator, { fetch })
  const walk = async () => {
    let count = 0
    for await (const _ of items(client.listerClients)) count += 1
    return count
  }
  const [first, second] = [await walk(), await walk()]
  const pages = Math.ceil(first / 100)
  expect([first === second, exchanges.map(({ status }) => status)]).toEqual([
    true,
    [...Array.from({ length: pages }, () => 200), ...Array.from({ length: pages }, () => 304)],
  ])
})

describe('a session', () => {
  test('that never answers can be given up', async () => {
    const left = new AbortController()
    onTestFinished(() => left.abort())
    const asked = new Promise<void>((resolve) => {
      const client = world.client(operator, {
        token: () => {
          resolve()
          return new Promise<string>(() => {})
        },
      })
      void failureOf(client.lireMoi({ signal: left.signal })).then(({ code }) => codes.push(code))
    })
    const codes: string[] = []
    await asked
    left.abort()
    await expect.poll(() => codes).toEqual(['annulation'])
  })

  test('that fails is an AntenneError with its cause', async () => {
    const cause = new Error('no session')
    const failing = () => Promise.reject(cause)
    const first = await failureOf(world.client(operator, { token: failing }).lireMoi())
    expect([first.code, first.cause, first.status]).toEqual(['session', cause, null])
    const expired = { token: () => 'eyJhbGciOiJFUzI1NiJ9.e30.AA' }
    const throwing = () => {
      throw cause
    }
    for (const onUnauthorized of [failing, throwing]) {
      const second = await failureOf(world.client(operator, { ...expired, onUnauthorized }).lireMoi())
      expect([second.code, second.cause]).toEqual(['session', cause])
    }
  })
})
