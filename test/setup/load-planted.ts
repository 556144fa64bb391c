import { setTimeout as sleep } from 'node:timers/promises'
import { expect, inject } from 'vitest'
import { insist } from '../../harness/http/insist.ts'
import { withWriter } from '../../src/database/writer.ts'
import type { LoadedService } from './load-service.ts'
import { rough } from './load-socket.ts'
import { competitor, nothing, operator, partner, withoutRights } from './people.ts'
import type { Provider } from './provider.ts'

/** What must be in no line of a log. */
export const secrets = {
  databasePassword: 'motdepassedelabase',
  storePassword: 'motdepassedescompteurs',
  word: 'motcherche',
  mail: 'quelquun@exemple.ci',
  phone: '+2250707070707',
  name: 'Ouattara Établissements',
  parameter: 'valeurdefiltre',
  path: 'cheminprive',
  agent: 'agentprive',
  cookie: 'biscuitprive',
  header: 'entetepriveX',
  requestId: 'identifiant prive',
  badToken: 'jetonmauvais.deux.trois',
  opaqueToken: 'jetonopaque',
  body: 'corpsprive',
}

const headers = {
  'user-agent': secrets.agent,
  cookie: `session=${secrets.cookie}`,
  'x-prive': secrets.header,
  'x-request-id': secrets.requestId,
  referer: `https://exemple.ci/${secrets.path}`,
}

/** What was asked in a run, and what it brought to light. */
export interface PlantedRun {
  /** The statuses that came, by the id that the service gave the request. */
  readonly asked: ReadonlyMap<string, number>
  /** Names, addresses and numbers of people in the answers. */
  readonly personal: readonly string[]
  /** How many left before their answer. */
  readonly left: number
  /** Those for which the machine was too busy, by id: each was asked again. */
  readonly late: ReadonlySet<string>
}

/** Asks all sorts of things, rightly and wrongly, with all that could betray somebody. */
export async function plantedRun(
  service: LoadedService,
  issuer: Provider,
  first: readonly string[],
): Promise<PlantedRun> {
  const asked = new Map<string, number>()
  const personal: string[] = []
  const late = new Set<string>()
  const insistent = async (who: string | null, path: string, more: Record<string, string>) => {
    return insist(async () => {
      const answer = await service.get(who, path, more)
      if (answer.status === 503) late.add(answer.headers['x-request-id'] ?? '')
      return answer
    })
  }
  const asking =
    (get: typeof insistent): Ask =>
    async (who, path, more = {}) => {
      const { status, text, headers: told } = await get(who, path, { ...headers, ...more })
      asked.set(told['x-request-id'] ?? '', status)
      for (const [, , value = ''] of text.matchAll(/"(raison_sociale|email|telephone|prenom)":"([^"]+)"/g))
        personal.push(value)
      return status
    }
  const ask = asking(insistent)
  for (const path of first) await insistent(operator, path, {})
  await ordinary(ask)
  await refused(ask, service, issuer)
  await broken(ask, service)
  const left = await hangUps(service, late)
  await rubbish(service)
  await withoutDatabase(asking(service.get), service)
  return { asked, personal, left, late }
}

type Ask = (who: string | null, path: string, more?: Record<string, string>) => Promise<number>

async function ordinary(ask: Ask): Promise<void> {
  const search = (text: string) => `/api/v1/clients?recherche=${encodeURIComponent(text)}`
  const { word, mail, phone, name } = secrets
  for (const text of [word, mail, phone, name, `${word} ${name}`])
    expect(await ask(operator, search(text))).toBe(200)
  for (const path of ['moi', 'clients', 'partenaires', 'reservations', 'offres', 'sante'])
    for (const who of [operator, partner]) expect(await ask(who, `/api/v1/${path}?autre=${word}`)).toBe(200)
}

async function refused(ask: Ask, service: LoadedService, issuer: Provider): Promise<void> {
  const { parameter, path, badToken, opaqueToken } = secrets
  expect(await ask(operator, `/api/v1/clients?statut=${parameter}&page=${parameter}`)).toBe(422)
  expect(await ask(operator, `/api/v1/clients/${nothing}`)).toBe(404)
  expect(await ask(operator, `/api/v1/clients/${path}`)).toBe(404)
  expect(await ask(operator, `/${path}?x=${parameter}`)).toBe(404)
  expect(await ask(operator, `/api/v1/clients/%zz${path}`)).toBe(400)
  expect(await ask(withoutRights, '/api/v1/offres')).toBe(403)
  const wrong = `${await service.token(operator)}x`
  for (const token of [badToken, opaqueToken, wrong, issuer.sign('a', { sub: nothing })])
    expect(await ask(null, '/api/v1/moi', { authorization: `Bearer ${token}` })).toBe(401)
  const statuses = new Set<number>()
  for (let time = 0; time < 45; time += 1) statuses.add(await ask(competitor, '/api/v1/moi'))
  expect([...statuses]).toEqual([200, 429])
}

async function broken(ask: Ask, { sql }: LoadedService): Promise<void> {
  await sql('alter table offre rename column libelle to autre')
  expect(await ask(operator, '/api/v1/offres')).toBe(500)
  await sql('alter table offre rename column autre to libelle')
}

/** Three ask and leave before the answer: the table is locked meanwhile. */
async function hangUps(service: LoadedService, late: Set<string>): Promise<number> {
  const token = await service.token(partner)
  const bytes = `GET /api/v1/clients?recherche=${secrets.word} HTTP/1.1\r\nHost: x\r\nX-Prive: ${secrets.header}\r\nAuthorization: Bearer ${token}\r\n\r\n`
  const held = `select from pg_locks where not granted and relation = 'client'::regclass`
  await withWriter(service.connection, async (client) => {
    await client.query('begin')
    await client.query('lock table client in access exclusive mode')
    const isHeld = async () => (await client.query(held)).rowCount !== 0
    for (let left = 0; left < 3; ) {
      const { socket, received } = await rough(service.port)
      socket.write(bytes)
      while (received() === '' && !(await isHeld())) await sleep(5)
      // Whoever has been told 503 meanwhile does not leave before the answer.
      if (received() === '') left += 1
      else late.add(/^x-request-id: (\S+)/m.exec(received())?.[1] ?? '')
      socket.destroy()
      while (await isHeld()) await sleep(5)
    }
    await client.query('rollback')
  })
  return 3
}

/** What never becomes a request. */
async function rubbish({ port }: LoadedService): Promise<void> {
  const { path, header, parameter, body } = secrets
  for (const bytes of [
    `GET /${path} HTTP/1.1\r\nHost: x\r\nmauvais ${header}\r\n\r\n`,
    `${parameter} /${path}\r\n\r\n`,
    `GET /${path}?x=${parameter.repeat(1500)} HTTP/1.1\r\nHost: x\r\n\r\n`,
    `GET / HTTP/1.1\r\nHost: x\r\nX-Prive: ${header.repeat(3000)}\r\n\r\n`,
    `POST /${path} HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nExpect: ${parameter}\r\n\r\n`,
    `CONNECT ${path}:443 HTTP/1.1\r\nHost: x\r\n\r\n`,
  ]) {
    const { socket, received } = await rough(port)
    socket.write(bytes)
    while (!/^HTTP\/1\.1 4/.test(received())) await sleep(5)
    socket.destroy()
  }
}

async function withoutDatabase(ask: Ask, { sql }: LoadedService): Promise<void> {
  const [row] = await sql<{ name: string }>('select current_database() as name')
  await withWriter(inject('server'), async (client) => {
    await client.query(`alter database ${row?.name} with allow_connections false`)
    await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      row?.name,
    ])
    for (const path of [`clients?recherche=${secrets.word}`, 'moi', 'sante'])
      expect(await ask(partner, `/api/v1/${path}`)).toBe(503)
    await client.query(`alter database ${row?.name} with allow_connections true`)
  })
}
