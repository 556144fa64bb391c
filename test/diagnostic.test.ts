import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, symlink } from 'node:fs/promises'
import { createServer as createHttp } from 'node:http'
import { createServer as createHttps } from 'node:https'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, inject, onTestFinished, test, vi } from 'vitest'
import { openStandIn } from '../harness/antivirus/stand-in.ts'
import { actingOf, addressOf, asRole, databaseOf, readingOf } from '../harness/database/connection.ts'
import { caughtUp, ofPrimary, replicaOf } from '../harness/database/replica.ts'
import { guarded } from '../harness/http/socket.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { withWriter } from '../src/database/writer.ts'
import { version } from '../src/package.ts'
import { run } from './setup/command-line.ts'
import { selfSigned } from './setup/forged-tokens/certificate.ts'
import { preparedPostgres } from './setup/prepared.ts'
import { Provider } from './setup/provider.ts'
import { openWorld, type World } from './setup/world.ts'

let world: World
let issuer: Provider
let environment: Record<string, string>
beforeAll(async () => {
  await trust('on')
  world = await openWorld()
  issuer = await Provider.open()
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  environment = {
    DATABASE_URL: addressOf(readingOf(world.connection)),
    DATABASE_ACTIONS_URLS: addressOf(actingOf(world.connection)),
    OIDC_ISSUER: issuer.issuer,
    OIDC_JWKS_URL: `${issuer.issuer}/keys`,
    PORT: String((world.server.server.address() as AddressInfo).port),
  }
})
afterAll(async () => {
  await world.close()
  issuer.stop()
  await trust('off')
})

/** Has the server of the run write to the disk as one should, or not. */
const trust = (setting: 'on' | 'off') =>
  withWriter(inject('server'), async (client) => {
    for (const name of ['fsync', 'full_page_writes'])
      await client.query(`alter system set ${name} = ${setting}`)
    await client.query('select pg_reload_conf()')
    const shown = async () => (await client.query('show full_page_writes')).rows[0].full_page_writes
    while ((await shown()) !== setting) await sleep(10)
  })

interface Finding {
  readonly sujet: string
  readonly etat: string
  readonly constat: string
  readonly remede: string | null
  readonly faits: Record<string, unknown>
}

/** What a diagnostic finds, its exit status first. */
async function diagnose(changed: Record<string, string> = {}): Promise<[number, Finding[], string]> {
  const { status, out, err } = await run(['diagnostic', '--json'], { ...environment, ...changed })
  const { constats, problemes } = JSON.parse(out)
  expect(status).toBe(problemes === 0 ? 0 : 1)
  return [status, constats, out + err]
}

const problems = (findings: readonly Finding[]) => findings.filter(({ etat }) => etat === 'probleme')
/** Without what the service says of itself. */
const others = (findings: readonly Finding[]) =>
  problems(findings).filter(({ sujet }) => !sujet.startsWith('Service '))

/** The address of a server of the test's own. */
async function at(server: Server): Promise<string> {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  return `127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('when all is well it says so, with version, role, account, keys and state, and ends with 0', async () => {
  // A service on a machine that is busy says so.
  const [, findings] = await vi.waitFor(
    async () => {
      const found = await diagnose()
      expect([found[0], problems(found[1])]).toEqual([0, []])
      return found
    },
    { timeout: 300_000 },
  )
  const said = findings.map(({ constat }) => constat)
  expect(said).toContainEqual(
    expect.stringMatching(
      /^PostgreSQL \d+.*, serveur principal, ligne de temps \d+, compte antenne_lecture, écart/,
    ),
  )
  expect(said).toContainEqual('1 clé de signature : a (ES256).')
  expect(said).toContainEqual(`En service, version ${version}.`)
  const { out, err } = await run(['diagnostic'], environment)
  expect(err).toContain('Réponses attendues : Base de données ')
  expect(out).toMatch(/^Antenne \d+\.\d+\.\d+, Node v.*\n\nBase de données .*\n {2}✓ PostgreSQL/)
})

test('what hangs or is gone does not keep it from the rest, and no password is shown', async () => {
  const silent = await at(createServer())
  const [status, findings, written] = await diagnose({
    DATABASE_URL: `postgres://qui:motdepasse@${silent}/antenne`,
    DATABASE_REPLICA_URLS: `postgres://qui:motdepasse@127.0.0.1:1/antenne,${environment.DATABASE_URL}`,
    OIDC_ISSUER: `http://${silent}`,
    OIDC_JWKS_URL: '',
    REDIS_URL: `redis://:motdepasse@${silent}`,
  })
  expect(status).toBe(1)
  const told = others(findings).map(({ sujet, constat }) => `${sujet} ${constat}`)
  expect(told).toEqual([
    expect.stringMatching(/^Base de données 127.*\(DATABASE_URL\) Ne répond pas : aucune réponse à temps\.$/),
    expect.stringMatching(/^Base de données 127\.0\.0\.1:1 .* aucun serveur n'écoute à cette adresse\.$/),
    expect.stringMatching(/^Fournisseur d'identité .*(aucune réponse|Aucune réponse en 6 secondes)/),
    expect.stringMatching(/^Compteurs partagés 127.* (Ne répond pas|Aucune réponse)/),
  ])
  for (const { remede } of others(findings)) expect(remede).toMatch(/^[A-ZÉ].*\.$/)
  expect(findings.map(({ constat }) => constat)).toContainEqual(expect.stringMatching(/^En service|^Démarré/))
  expect(written).not.toContain('motdepasse')
})

test('a scanner that is configured is asked: whether it is there, and whether it is one', async () => {
  const told = async (ANTIVIRUS_URL: string) => {
    const [, findings] = await diagnose({ ANTIVIRUS_URL })
    return findings
      .filter(({ sujet }) => sujet.startsWith('Antivirus '))
      .map(({ etat, constat }) => `${etat} ${constat}`)
  }
  const standIn = await openStandIn(await freePort())
  expect(await told(standIn.url)).toEqual(['bien Répond.'])
  await standIn.stop()
  const waits = 'Les fichiers attendent leur analyse.'
  expect(await told(standIn.url)).toEqual([
    `probleme Ne répond pas : aucun serveur n'écoute à cette adresse. ${waits}`,
  ])
  const other = await at(
    createServer((socket) => {
      void guarded(socket)
      socket.end('non\0')
    }),
  )
  expect(await told(`tcp://${other}`)).toEqual([`probleme Ce qui répond n’est pas clamd. ${waits}`])
  expect(await told('')).toEqual([])
})

test('an account of actions that is configured is asked: whether it is let in, and whether it may act', async () => {
  const sujet = 'Compte des actions (DATABASE_ACTIONS_URLS)'
  const asked = async (url: string) =>
    (await diagnose({ DATABASE_ACTIONS_URLS: url }))[1].filter((one) => one.sujet === sujet)
  // Without one, that of reads: it may not act, or it owns all.
  expect(await asked('')).toMatchObject([{ etat: 'a_savoir', constat: expect.stringContaining('503') }])
  const owner = await diagnose({ DATABASE_URL: addressOf(world.connection), DATABASE_ACTIONS_URLS: '' })
  expect(owner[1].filter((one) => one.sujet === sujet)).toEqual([])
  expect(await asked(addressOf(actingOf(world.connection)))).toMatchObject([{ etat: 'bien' }])
  expect(await asked(addressOf(readingOf(world.connection)))).toMatchObject([
    { etat: 'probleme', remede: expect.stringContaining('--ecriture ROLE') },
  ])
  const bare = `sans_droit_${randomBytes(4).toString('hex')}`
  await world.sql(`create role ${bare} login`)
  expect(await asked(addressOf(asRole(bare, world.connection)))).toMatchObject([
    { constat: expect.stringContaining('manque'), remede: expect.stringContaining('--ecriture ROLE') },
  ])
  await world.sql(`drop role ${bare}`)
  const port = await freePort()
  expect(await asked(`postgres://x@127.0.0.1:${port}/x`)).toMatchObject([
    { etat: 'probleme', constat: expect.stringMatching(/^Aucun serveur n’accepte les actions : /) },
  ])
})

test('it starts nothing, makes nothing and migrates nothing', async () => {
  const DATA_DIR = join(world.dataDir, 'nulle-part')
  const [, embedded] = await diagnose({ DATABASE_URL: '', DATA_DIR })
  expect(others(embedded)).toMatchObject([{ constat: expect.stringContaining("n'existe pas encore") }])
  expect(existsSync(DATA_DIR)).toBe(false)
  const [, stopped] = await diagnose({ DATABASE_URL: '', DATA_DIR: world.dataDir })
  expect(others(stopped)).toMatchObject([{ constat: 'Elle ne tourne pas.' }])
  // Stands for files of another account: root may read those.
  const other = join(world.dataDir, 'autre')
  const closed = join(other, 'postgres', 'cluster')
  await mkdir(join(other, 'postgres'), { recursive: true })
  await symlink(closed, closed)
  const [, unread] = await diagnose({ DATABASE_URL: '', DATA_DIR: other })
  expect(others(unread)).toMatchObject([
    {
      constat: `Ses fichiers ne peuvent pas être lus (ELOOP) : ${closed}.`,
      remede: expect.stringContaining('compte du service'),
    },
  ])

  const name = 'antenne_test_diagnostic'
  await withWriter(inject('server'), (client) => client.query(`drop database if exists ${name}`))
  await withWriter(inject('server'), (client) => client.query(`create database ${name}`))
  onTestFinished(() =>
    withWriter(inject('server'), (client) => client.query(`drop database ${name}`)).then(() => {}),
  )
  const empty = databaseOf(inject('server'), name)
  const [, findings] = await diagnose({ DATABASE_URL: addressOf(empty) })
  expect(others(findings)).toMatchObject([{ remede: expect.stringContaining('npx antenne migrer') }])
  const { rowCount } = await withWriter(empty, (client) =>
    client.query(`select from pg_namespace where nspname like 'antenne%'`),
  )
  expect(rowCount).toBe(0)
})

test('it finds a forgotten grant, and a schema that is older or newer than the program', async () => {
  const found = async (break_: string, mend: string) => {
    await world.sql(break_)
    const [, findings] = await diagnose()
    await world.sql(mend)
    return others(findings).map(({ constat }) => constat)
  }
  const role = 'antenne_lecture'
  expect(await found(`revoke select on client from ${role}`, `grant select on client to ${role}`)).toEqual([
    'Ce compte ne peut pas lire antenne_prive.client.',
  ])
  const words = 'execute on function antenne.mots(text[])'
  expect(await found(`revoke ${words} from public, ${role}`, `grant ${words} to ${role}`)).toEqual([
    'Ce compte ne peut pas appeler antenne.mots().',
  ])
  const rename = (from: string, to: string) => `update migration set nom = '${to}' where nom = '${from}'`
  expect(await found(rename('0010_journal.sql', 'x'), rename('x', '0010_journal.sql'))).toEqual([
    'Il manque au schéma 0010_journal.sql.',
  ])
  const newer = `insert into migration (nom, empreinte) values ('9999_plus_tard.sql', 'x')`
  expect(await found(newer, `delete from migration where nom = '9999_plus_tard.sql'`)).toEqual([
    'Le schéma est plus récent que ce programme : 9999_plus_tard.sql.',
  ])
})

test('of an identity provider it finds a foreign name, missing keys, a wrong clock and a private authority', async () => {
  const provider = { content: {} as object, date: new Date() }
  const plain = await at(
    createHttp((_request, response) => {
      response.setHeader('date', provider.date.toUTCString()).end(JSON.stringify(provider.content))
    }),
  )
  const found = async (changed: Record<string, string>) => {
    const [, findings] = await diagnose(changed)
    return others(findings).map(({ constat, remede }) => `${constat} ${remede}`)
  }
  const keys = { OIDC_JWKS_URL: `http://${plain}/cles` }
  provider.content = { issuer: `http://${plain}/`, jwks_uri: keys.OIDC_JWKS_URL }
  expect(await found({ OIDC_ISSUER: `http://${plain}`, OIDC_JWKS_URL: '' })).toEqual([
    expect.stringContaining(`nomme l'émetteur « http://${plain}/ ». Donnez à OIDC_ISSUER exactement`),
  ])
  provider.content = { issuer: `http://${plain}`, jwks_uri: 'http://keys.example/cles' }
  expect(await found({ OIDC_ISSUER: `http://${plain}`, OIDC_JWKS_URL: '' })).toEqual([
    expect.stringMatching(/place les clés à http:\/\/keys\.example\/cles, une adresse moins sûre/),
  ])
  provider.content = { keys: [] }
  expect(await found(keys)).toEqual([expect.stringContaining('Aucune clé de signature publiée')])
  provider.content = { keys: [{ kty: 'EC', kid: 'b', alg: 'ES384' }] }
  provider.date = new Date(Date.now() - 3_600_000)
  expect(await found(keys)).toEqual([
    expect.stringMatching(/^Son horloge retarde de 3\s(599|600).* Réglez les deux horloges/),
  ])

  const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const pem = `-----BEGIN CERTIFICATE-----\n${selfSigned(pair).toString('base64')}\n-----END CERTIFICATE-----`
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' })
  const safe = await at(createHttps({ key, cert: pem }))
  expect(await found({ OIDC_JWKS_URL: `https://${safe}/cles` })).toEqual([
    expect.stringMatching(/autorité que Node ne connaît pas\. .*NODE_EXTRA_CA_CERTS/),
  ])
})

test('of several servers it says who leads, who follows, and which is kept back', async () => {
  const primary = await preparedPostgres(ofPrimary)
  const standby = await replicaOf(primary)
  onTestFinished(async () => {
    for (const server of [standby, primary]) await server.remove()
  })
  await Promise.all([primary, standby].map((server) => server.start()))
  await caughtUp(primary, standby)
  // Listed the other way round: roles are what servers say.
  const servers = {
    DATABASE_URL: addressOf(standby.connection),
    DATABASE_REPLICA_URLS: addressOf(primary.connection),
  }
  const facts = async () => {
    const [, findings] = await diagnose(servers)
    return findings.filter(({ sujet }) => sujet.startsWith('Base de données')).map(({ constat }) => constat)
  }
  expect(await facts()).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^PostgreSQL .*, réplique, ligne de temps 1/),
      'Suit le serveur principal.',
      expect.stringMatching(/^PostgreSQL .*, serveur principal, ligne de temps 1/),
    ]),
  )
  await standby.sql('select pg_wal_replay_pause()')
  await primary.sql('create table neuve ()')
  expect(await facts()).toContainEqual('Le rejeu y est suspendu : ses données vieillissent.')
  await primary.stop('SIGINT')
  const [, alone] = await diagnose(servers)
  expect(others(alone).map(({ constat }) => constat)).toContainEqual(
    'Aucun n’est le serveur principal : les droits ne peuvent pas être confirmés.',
  )
  await standby.sql('select pg_wal_replay_resume()')
  await standby.sql('select pg_promote()')
  while ((await standby.sql<{ r: boolean }>('select pg_is_in_recovery() as r'))[0]?.r) await sleep(20)
  await primary.start()
  const [, torn] = await diagnose(servers)
  expect(others(torn).map(({ constat }) => constat)).toContainEqual(
    'Plusieurs se disent serveur principal, sur des lignes de temps différentes.',
  )
})

test('two servers that both say they are the primary on one timeline are found; one at two addresses is one', async () => {
  const servers = [await preparedPostgres(), await preparedPostgres()]
  onTestFinished(async () => {
    for (const server of servers) await server.remove()
  })
  await Promise.all(servers.map((server) => server.start()))
  const [one = '', other = ''] = servers.map(({ connection }) => addressOf(databaseOf(connection, 'antenne')))
  const told = async (DATABASE_URL: string, DATABASE_REPLICA_URLS: string) => {
    const [, findings] = await diagnose({ DATABASE_URL, DATABASE_REPLICA_URLS })
    return findings.filter(({ sujet }) => sujet === 'Serveurs de la base').map(({ constat }) => constat)
  }
  expect(await told(one, other)).toEqual([
    'Plusieurs se disent serveur principal, sur la même ligne de temps.',
  ])
  expect(await told(one, `${one}&application_name=autre`)).toEqual([])
})
