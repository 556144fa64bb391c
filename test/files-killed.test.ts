import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { addressOf, sqlOn } from '../harness/database/connection.ts'
import { insist } from '../harness/http/insist.ts'
import { type Serving, startServing, stop } from '../harness/service/process.ts'
import { demonstrationOf, tokensOf } from '../harness/service/tokens.ts'
import { unlimitedActions } from '../harness/service/unlimited.ts'
import { pdf } from './setup/files.ts'
import { partner } from './setup/people.ts'
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

test('a service that is killed in the middle of an upload leaves nothing or all of it, and the key tells', async () => {
  const { connection, drop } = await freshDatabase('demonstration')
  const dataDir = await mkdtemp(join(tmpdir(), 'antenne-tue-'))
  const temporary = await mkdtemp(join(tmpdir(), 'antenne-tmp-'))
  const sql = sqlOn(connection)
  const environment = {
    ...{ ...unlimitedActions, DATABASE_URL: addressOf(connection), DATA_DIR: dataDir, TMPDIR: temporary },
  }
  const token = await tokensOf(sql, demonstrationOf(dataDir))(partner)
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
  try {
    for (const [count, after] of kills) {
      const key = randomUUID()
      const killed = await startServing(program.start, environment)
      const sent = begin(killed, key)
      sent.write(bytes.subarray(0, count))
      await sleep(after)
      await stop(killed, 'SIGKILL')
      const files = await sql('select 1 from fichier where depose_le is not null')
      // All or nothing.
      expect(await sql(`select 1 from action_cle`)).toHaveLength(files.length)
      expect(
        await sql(
          `select 1 from contenu where taille_octets <> (select sum(length(octets)) from contenu_morceau where contenu_id = contenu.id)`,
        ),
      ).toEqual([])
      expect(await readdir(temporary)).toEqual([])
      const service = await startServing(program.start, environment)
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
  } finally {
    await drop()
    for (const folder of [dataDir, temporary]) await rm(folder, { recursive: true, force: true })
  }
})
