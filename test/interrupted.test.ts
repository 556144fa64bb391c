import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { dial, guarded } from '../harness/http/socket.ts'
import { explain } from '../src/commands/explain.ts'
import { withWriter } from '../src/database/writer.ts'
import { importRecords, type Sources } from '../src/transfer/import.ts'
import { type Data, type Outcome, openData, recordsIn, run } from './setup/command-line.ts'
import { operator, partner } from './setup/people.ts'
import { program } from './setup/program.ts'
import { openWorld } from './setup/world.ts'

let data: Data
let client: { id: string; ville: string }
let reservation: string[]
let reserve: string[]

beforeAll(async () => {
  data = await openData('demonstration')
  client = recordsIn(await data.exported(), 'client')[0]
  const [row] = await data.sql<{ client: string; partenaire: string; reservation: string }>(
    `select (select id from client where partenaire_actuel_id is null and statut = 'prospect' order by id limit 1) as client,
      (select partenaire.id from partenaire join utilisateur using (organisation_id) where utilisateur.email = $1) as partenaire,
      (select id from reservation where statut = 'demandee' order by id limit 1) as reservation`,
    [partner],
  )
  reserve = [
    'reserver',
    '--client',
    row?.client ?? '',
    '--partenaire',
    row?.partenaire ?? '',
    '--par',
    partner,
  ]
  reservation = ['decider', row?.reservation ?? '', '--valider', '--par', operator]
  await data.sql(`update document_kyc set date_emission = null, date_expiration = '2020-02-29', statut = 'valide'
    where id in (select id from document_kyc order by id limit 1)`)
})
afterAll(() => data.close())

/** The command ends with one sentence, and that is all it says beside the steps of its work. */
function expectSentence({ status, out, err }: Outcome, sentence: RegExp): void {
  const said = err.split('\n').filter((line) => line !== '' && !line.endsWith('…'))
  expect([status, out, said]).toEqual([1, '', [expect.stringMatching(sentence)]])
  expect(said[0]).toMatch(/\.$/)
}

/** What changes data, each with its words. */
const changing = async (): Promise<Record<string, string[]>> => ({
  importer: ['importer', await data.write({ client: [{ ...client, ville: 'Changée' }] })],
  reserver: reserve,
  decider: reservation,
  expirer: ['expirer'],
  generer: ['generer', '--clients', '1'],
})

const digest = async () => {
  const { 'journal.ndjson': _, ...rest } = await data.exported()
  return rest
}

describe('a connection that is lost', () => {
  const unchanged = /^La connexion .* coupée : l'opération en cours n'a rien changé\. Relancez /

  test.each(['importer', 'reserver', 'decider', 'expirer'])(
    'in the middle of %s is told in one sentence, and nothing has changed',
    async (verb) => {
      const before = await digest()
      const words = (await changing())[verb] ?? []
      const outcome = await withWriter(data.connection, async (blocker) => {
        await blocker.query('begin')
        await blocker.query('lock table client, document_kyc in row exclusive mode')
        await blocker.query('select from client for update')
        await blocker.query('lock table journal in access exclusive mode')
        const running = run(words, data.environment)
        await endBlocked()
        const ended = await running
        await blocker.query('rollback')
        return ended
      })
      expectSentence(outcome, unchanged)
      expect(await digest()).toEqual(before)
    },
  )

  test('while an export reads leaves no trace', async () => {
    const place = await data.write({})
    const outcome = await withWriter(data.connection, async (blocker) => {
      await blocker.query('begin')
      await blocker.query('lock table client in access exclusive mode')
      const running = run(['exporter', `${place}/sortie`], data.environment)
      await endBlocked()
      const ended = await running
      await blocker.query('rollback')
      return ended
    })
    expectSentence(outcome, /^La connexion .* coupée/)
    expect(await readdir(place)).toEqual([])
  })

  test.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('and an export that gets %s leave no trace', async (signal, status) => {
    const place = await data.write({})
    await withWriter(data.connection, async (blocker) => {
      await blocker.query('begin')
      await blocker.query('lock table client in access exclusive mode')
      const child = program.start(['exporter', `${place}/sortie`], data.environment)
      const ended = once(child, 'close')
      const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
      while ((await data.sql(waiting)).length === 0) await sleep(10)
      child.kill(signal)
      expect(await ended).toEqual([status, null])
      await blocker.query('rollback')
    })
    expect(await readdir(place)).toEqual([])
  })

  test('between two statements is told too', async () => {
    async function* slow() {
      yield { line: 1, value: client }
      await endOf(`application_name = 'antenne (writer)' and state <> 'idle'`)
      yield { line: 2, value: client }
    }
    const sources: Sources = new Map([['client', slow()]])
    const work = (writer: pg.Client) =>
      importRecords(writer, sources, { now: new Date(), progress: () => {} })
    const failure = await withWriter(data.connection, work).catch(explain)
    expect(failure).toMatchObject({ exitCode: 1, message: expect.stringMatching(unchanged) })
  })

  test('by the network, before anything is recorded', async () => {
    const network = await cutting(data, /insert into reservation /, 'before')
    expectSentence(await run(reserve, network.environment), unchanged)
    await network.close()
  })

  test('while the commit is under way is told as what it is: nobody knows', async () => {
    const count = async () => (await data.sql('select from journal')).length
    const before = await count()
    const [other] = await data.sql<{ id: string }>(
      `select id from client where partenaire_actuel_id is null and statut = 'prospect' order by id offset 1 limit 1`,
    )
    const network = await cutting(data, /commit/, 'after')
    expectSentence(
      await run(reserve.with(2, other?.id ?? ''), network.environment),
      /^La connexion .* au moment d'enregistrer : on ne sait pas si .* antenne journal .*/,
    )
    await network.close()
    await expect.poll(count).toBeGreaterThan(before)
  })

  /** Ends the connection that waits for a lock. */
  const endBlocked = () => endOf(`wait_event_type = 'Lock'`)
  const endOf = async (which: string) => {
    const end = `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and ${which}`
    while ((await data.sql(end)).length === 0) await sleep(10)
  }
})

describe('a database that', () => {
  test('is a standby, or reads only, is told in one sentence by what changes data; the rest works', async () => {
    const [{ current_database: name } = {}] = await data.sql('select current_database()')
    await data.sql(`alter database ${name} set default_transaction_read_only = on`)
    for (const words of Object.values(await changing()))
      expectSentence(
        await run(words, data.environment),
        /^La base de données est en lecture seule .* serveur principal /,
      )
    for (const words of [
      ['journal'],
      ['comptes'],
      ['expirer', '--simuler'],
      ['exporter', `${data.ground}/lu`],
    ])
      expect([words, await run(words, data.environment)]).toEqual([
        words,
        expect.objectContaining({ status: 0 }),
      ])
    await withWriter(data.connection, async (writer) => {
      await writer.query('set default_transaction_read_only = off')
      await writer.query(`alter database ${name} reset default_transaction_read_only`)
    })
  })

  test('is full, or in somebody else’s hands, is told in one sentence', async () => {
    for (const [code, sentence] of [
      [
        '53100',
        /^Il n'y a plus de place sur le disque de la base de données\. Libérez de l'espace, puis relancez/,
      ],
      ['40P01', /^Une autre opération verrouille les mêmes données : rien n’a été changé\. Relancez/],
      ['57014', /^La base de données a interrompu cette opération : rien n’a été changé\. Relancez/],
      ['58030', /^Le serveur de la base de données signale une panne\./],
    ] as const) {
      await data.sql(`create function public.echouer() returns trigger language plpgsql as
        $$ begin raise exception 'in vain' using errcode = '${code}'; end $$;
        create trigger echouer before insert or update on client execute function public.echouer();
        create trigger echouer before update on document_kyc execute function public.echouer()`)
      for (const words of Object.values(await changing()))
        expectSentence(await run(words, data.environment), sentence)
      await data.sql('drop function public.echouer cascade')
    }
  })
})

describe('a database with migrations that this program does not know', () => {
  test.each([
    [
      '9999_avenir.sql',
      /plus récente que cette version d'Antenne : elle en est à 9999_avenir\.sql, .* jusqu'à \d{4}_\w+\.sql\. /,
    ],
    [
      '0003_autre.sql',
      /une migration que ce programme ne connaît pas \(0003_autre\.sql ; .* \d{4}_\w+\.sql\)\. /,
    ],
  ])('%s: no command works on it, and a service that runs goes on', async (nom, sentence) => {
    const world = await openWorld()
    const before = await world.get(operator, '/api/v1/clients')
    await world.sql(`insert into antenne.migration (nom, empreinte) values ($1, 'x')`, [nom])
    await data.sql(`insert into antenne.migration (nom, empreinte) values ($1, 'x')`, [nom])
    const others = [
      ['migrer'],
      ['comptes'],
      ['journal'],
      ['jeton', operator],
      ['exporter', `${data.ground}/neuf`],
    ]
    for (const words of [...others, ['demarrer', '--demo'], ...Object.values(await changing())])
      expectSentence(await run(words, { ...data.environment, PORT: '0' }), sentence)
    expect(await world.get(operator, '/api/v1/clients')).toMatchObject({ status: 200, text: before.text })
    await data.sql('delete from antenne.migration where nom = $1', [nom])
    await world.close()
  })
})

/**
 * A way to the database that is cut at a message: before it arrives, or when it has been answered and nobody was told.
 */
async function cutting(
  { connection, environment }: Data,
  message: RegExp,
  when: 'before' | 'after',
): Promise<{ environment: Record<string, string>; close(): Promise<void> }> {
  const url = new URL(environment.DATABASE_URL ?? '')
  const host = url.searchParams.get('host')
  const port = Number(url.port || 5432)
  const far = () =>
    dial(
      host === null ? { port, host: url.hostname } : { path: `${host}/.s.PGSQL.${connection.port ?? port}` },
    ).socket
  const sockets = new Set<Socket>()
  const listener = createServer((near) => {
    const server = far()
    void guarded(near)
    for (const socket of [near, server]) sockets.add(socket)
    let met = false
    near.on('data', (bytes) => {
      met ||= message.test(bytes.toString('latin1'))
      if (met && when === 'before') near.resetAndDestroy()
      else server.write(bytes)
    })
    server.on('data', (bytes) => void (met ? near.resetAndDestroy() : near.write(bytes)))
    near.on('close', () => server.destroy())
  }).listen(0, '127.0.0.1')
  await once(listener, 'listening')
  const address = `127.0.0.1:${(listener.address() as AddressInfo).port}`
  return {
    environment: {
      ...environment,
      DATABASE_URL: `postgresql://${url.username}@${address}${url.pathname}?sslmode=disable`,
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      listener.close()
      await once(listener, 'close')
    },
  }
}
