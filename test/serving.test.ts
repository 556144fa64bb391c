import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { addressOf, databaseOf } from '../harness/database/connection.ts'
import { insist } from '../harness/http/insist.ts'
import type { DatabaseAddress } from '../src/database/database.ts'
import { withWriter } from '../src/database/writer.ts'
import { run } from './setup/command-line.ts'
import { freshDatabase } from './setup/world.ts'

const folder = await mkdtemp(join(tmpdir(), 'antenne-serving-'))
afterAll(() => rm(folder, { recursive: true }))

/** Starts the service in this process, on a database of its own, and ends it as Ctrl-C does. */
async function serve(
  words: string[],
  environment: Record<string, string>,
  during: (output: string, connection: DatabaseAddress) => Promise<void>,
  template: 'vide' | 'demonstration' = 'vide',
) {
  const { connection, drop } = await freshDatabase(template)
  onTestFinished(async () => {
    await drop()
  })
  const outcome = run(words, {
    DATABASE_URL: addressOf(connection),
    DATA_DIR: folder,
    PORT: '0',
    ...environment,
  })
  const written = () => vi.mocked(process.stdout.write).mock?.calls.flat().join('') ?? ''
  const ready = words.includes('--demo') ? /Ctrl-C/ : /à l'écoute/
  while (!ready.test(written())) await sleep(20)
  try {
    await during(written(), connection)
  } finally {
    process.emit('SIGTERM')
  }
  return outcome
}

test('with --demo, another server is filled and presented as the embedded one is', async () => {
  const outcome = await serve(['demarrer', '--demo'], {}, async (output) => {
    const [, token, url] = /curl -H 'Authorization: (Bearer [^']+)' '([^']+)'/.exec(output) ?? []
    const { status, body } = await insist(async () => {
      const response = await fetch(url ?? '', { headers: { authorization: token ?? '' } })
      const headers = Object.fromEntries(response.headers)
      return { status: response.status, headers, body: (await response.json()) as { pagination?: object } }
    })
    expect(status).toBe(200)
    expect(body.pagination).toMatchObject({ total: 400 })
  })
  expect(outcome.status).toBe(0)
  // A busy machine may have its health told in between.
  const told = outcome.out.replace(/^\{.*\}\n/gm, '')
  expect(told).toMatch(
    /^Antenne est à l'écoute : http:\/\/127\.0\.0\.1:\d+\n\nOuvrez cette adresse dans un navigateur et choisissez un compte de démonstration :/,
  )
  expect(outcome.err).toMatch(/Création des données de démonstration…\n\nArrêt en cours…\nArrêté\.\n$/)
})

test('with an identity provider nothing of the demonstration is shown; without it the service starts, and is not ready', async () => {
  const outcome = await serve(
    ['demarrer'],
    { OIDC_ISSUER: 'http://127.0.0.1:1', LOG_LEVEL: 'silent' },
    async (output) => {
      const [url] = /http:\S+/.exec(output) ?? []
      expect((await fetch(`${url}/api/v1/sante`)).status).toBe(503)
    },
  )
  expect([outcome.status, outcome.out]).toEqual([
    0,
    expect.stringMatching(/^Antenne est à l'écoute : http:\S+\n$/),
  ])
})

test('a running request is finished and idle connections are closed when the service stops', async () => {
  let status: Promise<number | 'cut'> | undefined
  let wasHeld = false
  const during = async (output: string, connection: DatabaseAddress) => {
    const [, token = '', url = ''] = /curl -H 'Authorization: (Bearer [^']+)' '([^']+)'/.exec(output) ?? []
    const ask = () => fetch(url, { headers: { authorization: token } })
    await (await ask()).text()
    await withWriter(connection, async (client) => {
      await client.query('begin')
      await client.query('lock table client in access exclusive mode')
      status = ask().then(
        (answer) => answer.status,
        () => 'cut',
      )
      const waiting = `select from pg_locks where not granted and relation = 'client'::regclass`
      while ((await client.query(waiting)).rowCount === 0) await sleep(10)
      process.emit('SIGTERM')
      await sleep(100)
      wasHeld = (await client.query(waiting)).rowCount !== 0
      await client.query('rollback')
    })
  }
  const scene = () => serve(['demarrer', '--demo'], {}, during, 'demonstration')
  let outcome = await scene()
  // A statement waits for a lock for a second at most, and the one that waits may be the service's own check of health
  // while the request is still on its way: a machine that has much else to do may need another try.
  while (!wasHeld || (await status) === 'cut') outcome = await scene()
  expect([await status, outcome.status]).toEqual([200, 0])
})

test.each([
  [
    'an account without rights',
    `create role antenne_sans_droit login`,
    'antenne_sans_droit',
    /compte propriétaire de la base/,
  ],
  [
    'a server that only reads',
    `create role antenne_lit login superuser; alter role antenne_lit set default_transaction_read_only = on`,
    'antenne_lit',
    /ce compte ne fait que lire.+avec le compte propriétaire/,
  ],
])('%s is told in one French sentence', async (_what, statement, role, sentence) => {
  await withWriter(inject('server'), (client) => client.query(`drop role if exists ${role}`))
  await withWriter(inject('server'), (client) => client.query(statement))
  const name = `antenne_test_${role}`
  await withWriter(inject('server'), (client) =>
    client.query(`create database ${name} template template0 encoding 'UTF8'`),
  )
  onTestFinished(async () => {
    await withWriter(inject('server'), (client) => client.query(`drop database ${name} with (force)`))
    await withWriter(inject('server'), (client) => client.query(`drop role ${role}`))
  })
  const url = new URL(addressOf(databaseOf(inject('server'), name)))
  url.username = role
  const { status, err } = await run(['migrer'], { DATABASE_URL: url.href, DATA_DIR: folder })
  expect([status, err]).toEqual([1, expect.stringMatching(sentence)])
  expect(err.trim().split('\n')).toHaveLength(1)
})

test('a port that is taken, or an address that is not ours, stops the start and what it had opened', async () => {
  const { connection, drop } = await freshDatabase('demonstration')
  onTestFinished(async () => {
    await drop()
  })
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const { port } = taken.address() as AddressInfo
  const environment = { DATABASE_URL: addressOf(connection), DATA_DIR: folder, PORT: String(port) }
  expect(await run(['demarrer', '--demo'], environment)).toMatchObject({
    status: 1,
    err: expect.stringMatching(
      new RegExp(`Le port ${port} est déjà pris\\. .*PORT=${port + 1} npm start\\n$`),
    ),
  })
  taken.close()
  const foreign = await run(['demarrer', '--demo'], { ...environment, HOST: '192.0.2.1' })
  expect([foreign.status, foreign.err]).toEqual([
    1,
    expect.stringMatching(/Impossible d'écouter sur 192\.0\.2\.1/),
  ])
})
