import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { storeFile } from '../harness/records/contents.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { ping } from '../src/antivirus/clamd.ts'
import { act } from './setup/acting.ts'
import { deposited, opened, pdf, upload } from './setup/files.ts'
import { operator, partner } from './setup/people.ts'
import { openWorld, type World } from './setup/world.ts'

const program = ['clamd', '/usr/sbin/clamd'].find((name) => spawnSync(name, ['--version']).status === 0)

/** What this clamd takes for a virus, and nobody else does. */
const ILL = Buffer.from('%PDF-1.4 ceci est malade\n')
const STREAM_MAX = 1_000_000

describe.skipIf(program === undefined)('with clamd (Debian: clamav-daemon)', () => {
  let folder: string
  let clamd: ChildProcess
  let port: number
  let socket: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antenne-clamd-'))
    await chmod(folder, 0o755)
    await mkdir(join(folder, 'signatures'))
    const hash = createHash('md5').update(ILL).digest('hex')
    await writeFile(join(folder, 'signatures/essai.hdb'), `${hash}:${ILL.length}:Essai.Malade\n`)
    socket = join(folder, 'clamd.ctl')
    port = await freePort()
    const settings = [
      ...['Foreground yes', `LocalSocket ${socket}`, `DatabaseDirectory ${join(folder, 'signatures')}`],
      ...[`TCPSocket ${port}`, 'TCPAddr 127.0.0.1'],
      ...[`TemporaryDirectory ${folder}`, `StreamMaxLength ${STREAM_MAX}`],
    ]
    await writeFile(join(folder, 'clamd.conf'), `${settings.join('\n')}\n`)
    clamd = spawn(program ?? '', [`--config-file=${join(folder, 'clamd.conf')}`], { stdio: 'ignore' })
    const signal = new AbortController().signal
    const answers = () =>
      Promise.all([ping({ path: socket }, { signal }), ping({ host: '127.0.0.1', port }, { signal })]).then(
        () => true,
        () => false,
      )
    while (!(await answers())) {
      if (clamd.exitCode !== null) throw new Error(`clamd ended with ${clamd.exitCode}`)
      await sleep(50)
    }
  })
  afterAll(async () => {
    if (clamd?.exitCode === null) {
      clamd.kill('SIGKILL')
      await once(clamd, 'exit')
    }
    await rm(folder, { recursive: true, force: true })
  })

  const serve = async (ANTIVIRUS_URL: string): Promise<World> => {
    const world = await openWorld({ environment: { ANTIVIRUS_URL } })
    onTestFinished(() => world.close())
    return world
  }

  test('what is ill is infected, what is not is clean, and what is too long gets no verdict', async () => {
    const world = await serve(`unix://${socket}`)
    const long = await storeFile(world.sql, { bytes: Buffer.alloc(2 * STREAM_MAX, 'x') })
    const ill = await storeFile(world.sql, { bytes: ILL, piece: 7 })
    const well = await storeFile(world.sql, { bytes: '%PDF-1.4 ceci est sain\n' })
    const largest = await storeFile(world.sql, { bytes: Buffer.alloc(STREAM_MAX, 'y') })
    const states = async () =>
      Object.fromEntries(
        (
          await world.sql<{ id: string; statut_scan: string }>(
            'select id, statut_scan from fichier where id = any ($1)',
            [[long, ill, well, largest].map(({ fichier }) => fichier)],
          )
        ).map(({ id, statut_scan }) => [id, statut_scan]),
      )
    await expect.poll(states).toEqual({
      [long.fichier]: 'en_attente',
      [ill.fichier]: 'infecte',
      [well.fichier]: 'sain',
      [largest.fichier]: 'sain',
    })
    await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('degrade')
    await world.sql('delete from fichier where id = $1', [long.fichier])
    await expect.poll(async () => (await world.get(null, '/api/v1/sante')).body.statut).toBe('ok')
  })
  test('what people deposit is given once it is found clean, and never when it is infected', async () => {
    const world = await serve(`tcp://127.0.0.1:${port}`)
    const bytes = pdf()
    const clean = await deposited(world, partner, { bytes })
    // Its verdict may be there before a document takes it.
    const { body: ill } = await upload(world, partner, { bytes: ILL })
    const [infected = { id: '', fichier_id: '', version: new Date() }] = await world.sql<{
      id: string
      fichier_id: string
      version: Date
    }>(
      `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, statut, cree_le, modifie_le)
      select gen_random_uuid(), organisation_id, (select type_document_id from document_kyc where id = $2), id, 'depose',
        depose_le, depose_le from fichier where id = $1 returning id, fichier_id, modifie_le as version`,
      [ill.id, clean.id],
    )
    const link = ({ fichier_id }: { fichier_id: string }) =>
      act(world, operator, `/fichiers/${fichier_id}/lien`)
    await expect.poll(async () => (await link(clean)).status).toBe(200)
    expect((await opened(world, (await link(clean)).body.url)).bytes.equals(bytes)).toBe(true)
    await expect.poll(async () => (await link(infected)).body.details).toEqual({ statut: 'infecte' })
    const verdict = await act(world, operator, `/documents-kyc/${infected.id}/verification`, {
      body: { statut: 'valide' },
      version: infected.version.toISOString(),
    })
    expect(verdict).toMatchObject({ status: 409, body: { code: 'etat_incompatible' } })
  })
})
