import { chmod, mkdir, mkdtemp, readdir, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { accountFor, allows, canEnter } from '../src/database/embedded/account.ts'
import { findPackage, openBinaries } from '../src/database/embedded/binaries.ts'
import { fromOutput, fromSpawn, fromSystem } from '../src/database/embedded/faults.ts'
import type { Folders } from '../src/database/embedded/folders.ts'

const ground = await mkdtemp(join(tmpdir(), 'antenne-places-'))
afterAll(() => rm(ground, { recursive: true, force: true }))

/** Somebody who owns nothing here. */
const stranger = { name: 'quidam', uid: 54_321, gid: 54_321 }

const folders = (home: string): Folders => ({
  dataDir: ground,
  home,
  cluster: join(home, 'cluster'),
  log: join(ground, 'journal'),
  account: stranger,
})

describe('what another account may reach', () => {
  test('goes by the mode of every folder on the way', async () => {
    const [open, closed] = [join(ground, 'open'), join(ground, 'open/closed')]
    await mkdir(closed, { recursive: true })
    await writeFile(join(closed, 'file'), '')
    for (const path of [ground, open, closed]) await chmod(path, 0o755)
    await chmod(join(closed, 'file'), 0o644)
    expect(await canEnter(stranger, closed)).toBe(true)
    expect(await allows(stranger, join(closed, 'file'), 4)).toBe(true)
    expect(await allows(stranger, join(closed, 'file'), 1)).toBe(false)
    await chmod(open, 0o700)
    expect(await canEnter(stranger, closed)).toBe(false)
    const { uid, gid } = await stat(open)
    expect(await canEnter({ name: 'me', uid, gid }, closed)).toBe(true)
    await chmod(ground, 0o700)
  })

  test('is a question only where the service is root', async () => {
    const account = await accountFor(join(ground, 'nothing'), ground)
    if (process.getuid?.() === 0) expect(['postgres', '_postgres', 'nobody']).toContain(account?.name)
    else expect(account).toBeUndefined()
  })
})

test('binaries that the account cannot reach are copied, once, to where it can', async () => {
  const hidden = join(ground, 'hidden')
  const home = join(ground, 'home')
  await mkdir(hidden, { recursive: true })
  await mkdir(home)
  await symlink(join(findPackage(), 'native'), join(hidden, 'native'))
  // A version of this run alone: the copy lies where other runs on this machine find it.
  await writeFile(join(hidden, 'package.json'), JSON.stringify({ version: `0.0.0-${basename(ground)}` }))
  const copied = await openBinaries(hidden, folders(home))
  expect(copied.postgres.startsWith(hidden)).toBe(false)
  expect((await stat(copied.postgres)).mode & 0o111).toBe(0o111)
  const libraries = await readdir(join(dirname(dirname(copied.postgres)), 'lib'))
  expect(libraries.some((library) => library.startsWith('libpq.so') || library.startsWith('libpq.'))).toBe(
    true,
  )
  expect(await openBinaries(hidden, folders(home))).toEqual(copied)
  await rm(dirname(dirname(copied.postgres)), { recursive: true })
})

describe('a fault is told in French, with what to do', () => {
  const errno = (code: string, path?: string) =>
    Object.assign(new Error(code), { code, path, syscall: 'mkdir' })

  test.each([
    ['ENOSPC', /plus de place sur le disque.*Libérez/],
    ['EROFS', /en lecture seule.*DATA_DIR/],
    ['EACCES', /L'accès à .*refusé.*DATA_DIR/],
    ['EEXIST', /n'est pas un dossier.*DATA_DIR/],
    ['ENOENT', /ne peut pas être créé.*DATA_DIR/],
  ])('%s of the file system', (code, sentence) => {
    expect((fromSystem(errno(code), '/srv/antenne') as Error).message).toMatch(sentence)
  })

  test('what is no fault of the place stays what it is', () => {
    const error = new Error('autre')
    expect(fromSystem(error, '/srv/antenne')).toBe(error)
  })

  test.each([
    ['initdb: error: No space left on device', /plus de place/],
    ['Read-only file system', /en lecture seule/],
    ['FATAL: Permission denied', /refusé/],
    ['could not look up effective user ID 12: user does not exist', /n'a pas de nom.*\/etc\/passwd/],
    ['FATAL: autre chose', /PostgreSQL n'a pas pu démarrer\. Corrigez.*\n.*autre chose/],
  ])('what a program wrote: %s', async (text, sentence) => {
    const { message } = await fromOutput("PostgreSQL n'a pas pu démarrer", text, folders(ground))
    expect(message).toMatch(sentence)
  })

  test('a program that the system does not run', () => {
    expect(fromSpawn(errno('EPERM'), '/x/postgres', folders(ground)).message).toMatch(
      /CAP_SETUID.*DATABASE_URL/,
    )
    expect(fromSpawn(errno('ENOEXEC'), '/x/postgres', folders(ground)).message).toMatch(
      /ne s'exécute pas.*ENOEXEC/,
    )
  })
})
