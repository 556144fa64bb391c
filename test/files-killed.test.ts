import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { addressOf, sqlOn } from '../harness/database/connection.ts'
import { insist } from '../harness/http/insist.ts'
import { type Serving, startServing, stop } from '../harness/service/process.ts'
import { demonstrationOf, tokensOf } from '../harness/service/tokens.ts'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { pdf } from './setup/files.ts'
import { operator, partner } from './setup/people.ts'
import { program } from './setup/program.ts'
import { freshDatabase } from './setup/world.ts'

const bytes = Buffer.concat([pdf(), Buffer.alloc(3_000_000, 'x')])

/** How much of the body was sent when the service is killed, and how long after, in milliseconds. */
const kills = [
  [1000, 20],
  [1_500_000, 20],
  [bytes.length, 0],
  [bytes.length, 15],
  [bytes.length, 40],
] as const

/** A database whose services end with the test, and a folder for what they leave on disk. */
async function openGround() {
  const { connection, drop } = await freshDatabase('demonstration')
  const [dataDir, temporary] = await Promise.all(
    ['donnees', 'tmp'].map((name) => mkdtemp(join(tmpdir(), `antenne-tue-${name}-`))),
  )
  const sql = sqlOn(connection)
  const environment = { DATABASE_URL: addressOf(connection), DATA_DIR: `${dataDir}`, TMPDIR: `${temporary}` }
  const services: Serving[] = []
  onTestFinished(async () => {
    await Promise.all(services.map((service) => stop(service, 'SIGKILL')))
    await drop()
    for (const folder of [`${dataDir}`, `${temporary}`]) await rm(folder, { recursive: true, force: true })
  })
  return {
    sql,
    temporary: `${temporary}`,
    token: tokensOf(sql, demonstrationOf(`${dataDir}`)),
    start: async () => {
      const service = await startServing(program.start, { ...unlimitedActions, ...environment })
      services.push(service)
      return service
    },
  }
}

test('a service that is killed in the middle of an upload stores nothing or all of it, and the key tells', async () => {
  const { sql, temporary, start, token: tokenOf } = await openGround()
  const token = await tokenOf(partner)
  const begin = (service: Serving, key: string): ClientRequest => {
    const sent = request(`${service.address}/extension/v1/fichiers`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${token}`,
        'content-type': 'application/pdf',
        'content-length': bytes.length,
        'content-disposition': 'attachment; filename="scan.pdf"',
        'idempotency-key': key,
      },
    })
    sent.on('error', () => {})
    return sent
  }
  for (const [count, after] of kills) {
    const key = randomUUID()
    const killed = await start()
    const sent = begin(killed, key)
    sent.write(bytes.subarray(0, count))
    await sleep(after)
    await stop(killed, 'SIGKILL')
    // All or nothing, at one moment: the database may still be at work for a service that is gone.
    const [stored] = await sql<{ files: number; keys: number }>(
      `select (select count(*)::int from fichier where depose_le is not null) as files,
        (select count(*)::int from action_cle) as keys`,
    )
    expect(stored?.keys).toBe(stored?.files)
    expect(
      await sql(
        `select 1 from contenu where taille_octets <> (select sum(length(octets)) from contenu_morceau where contenu_id = contenu.id)`,
      ),
    ).toEqual([])
    for (const name of await readdir(temporary)) {
      expect([name, (await stat(join(temporary, name))).size]).toEqual([name, 0])
    }
    const service = await start()
    const again = await insist(async () => {
      const whole = begin(service, key)
      const answered = once(whole, 'response') as Promise<[IncomingMessage]>
      whole.end(bytes)
      const [response] = await answered
      response.resume()
      return { status: response.statusCode ?? 0, headers: response.headers }
    })
    expect([count, after, again.status]).toEqual([count, after, 200])
    await stop(service)
    expect(await sql('select 1 from fichier where depose_le is not null')).toHaveLength(1)
    expect(await sql(`select 1 from journal where ressource = 'fichier'`)).toHaveLength(1)
    await sql(`alter table journal disable trigger refuser_de_reecrire`)
    for (const table of ['journal', 'action_cle']) await sql(`delete from ${table}`)
    await sql('delete from fichier where depose_le is not null')
    await sql('delete from contenu where organisation_id is not null')
    await sql(`alter table journal enable trigger refuser_de_reecrire`)
  }
})

test('a service that is killed in the middle of a verification has done it or not, and the key tells', async () => {
  const { sql, start, token: tokenOf } = await openGround()
  const authorization = `Bearer ${await tokenOf(operator)}`
  const documents = await sql<{ id: string; version: Date }>(
    `select document_kyc.id, document_kyc.modifie_le as version
    from document_kyc join partenaire using (organisation_id) where document_kyc.statut = 'depose' order by 1 limit $1`,
    [moments.length],
  )
  expect(documents).toHaveLength(moments.length)
  const other = await start()
  for (const [n, after] of moments.entries()) {
    const { id = '', version = new Date() } = documents[n] ?? {}
    const headers = {
      ...{ authorization, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
      'if-match': `"${version.toISOString()}"`,
    }
    const body = JSON.stringify({ statut: 'rejete', motif: 'Illisible.' })
    const verify = ({ address }: Serving) =>
      fetch(`${address}/extension/v1/documents-kyc/${id}/verification`, { method: 'POST', headers, body })
    const killed = await start()
    const first = verify(killed).catch(() => null)
    await sleep(after)
    await stop(killed, 'SIGKILL')
    await first
    const outcome = async () => {
      const [row] = await sql<{ statut: string; noted: number }>(
        `select statut, (select count(distinct mouvement)::int from journal where document_id = $1) as noted
        from document_kyc where id = $1`,
        [id],
      )
      return row
    }
    const seen = await outcome()
    expect(seen).toEqual({ statut: seen?.statut, noted: seen?.statut === 'rejete' ? 1 : 0 })
    await expect.poll(async () => (await verify(other)).status).toBe(200)
    expect(await outcome()).toEqual({ statut: 'rejete', noted: 1 })
  }
})

/** How long after the request the service is killed, in milliseconds. */
const moments = [0, 4, 8, 14, 25, 60]
