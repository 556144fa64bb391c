import { isUtf8 } from 'node:buffer'
import { execFileSync } from 'node:child_process'
import { appendFile, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ResourceName, resourceNames } from '../src/transfer/resources.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'
import { always } from './setup/fuzz-choices.ts'
import { changedFiles, changedLines, type Folder } from './setup/fuzz-import.ts'
import { digestOf, givenBy, toldBy } from './setup/fuzz-import-oracle.ts'
import { platform, records } from './setup/platform.ts'

let data: Data
beforeAll(async () => {
  data = await openData('vide')
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
})
afterAll(() => data.close())

/** All that is stored, as files to import. */
async function exportedFolder(): Promise<Folder> {
  const exported = await data.exported()
  return new Map(resourceNames.map((name) => [name, Buffer.from(exported[`${name}.ndjson`] ?? '')]))
}

async function importing(folder: Folder) {
  const path = await data.write({})
  for (const [name, content] of folder) await writeFile(join(path, `${name}.ndjson`), content)
  return data.run('importer', path)
}

/**
 * Imports the files: taken, they are stored to the letter; refused, nothing has changed and every fault has its place.
 */
async function takenOrTold(folder: Folder) {
  const before = await digestOf(data)
  const outcome = await importing(folder)
  if (outcome.status !== 0) {
    const told = toldBy(outcome)
    expect(await digestOf(data)).toBe(before)
    return told
  }
  const exported = await data.exported()
  for (const [name, content] of folder) {
    expect(isUtf8(content)).toBe(true)
    const stored = new Map<string, object>(recordsIn(exported, name).map((record) => [record.id, record]))
    for (const [id, record] of givenBy(name, content)) expect(stored.get(id)).toMatchObject(record)
  }
  return []
}

test('changed records are stored to the letter or told, each with its place; without those told, the rest is taken', () =>
  always(8, 2, async (randoms) => {
    const whole = await exportedFolder()
    const lines = new Map(
      randoms.map((random) => {
        const name = random.pick(resourceNames)
        return [name, changedLines(random, whole.get(name) ?? Buffer.alloc(0), 30)]
      }),
    )
    // What refers to a record at fault is told once that record has gone: a few rounds are enough.
    for (let round = 0; ; round += 1) {
      const told = await takenOrTold(new Map([...lines].map(([name, those]) => [name, together(those)])))
      if (told.length === 0) return
      expect(round).toBeLessThan(8)
      for (const [name, those] of lines) {
        const gone = new Set(told.filter(({ file }) => file === name).map(({ line }) => line - 1))
        expect(Math.max(-1, ...gone)).toBeLessThan(those.length)
        lines.set(
          name,
          those.filter((_, n) => !gone.has(n)),
        )
      }
    }
  }))

const together = (lines: readonly Buffer[]): Buffer =>
  Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\n')]))

test('files with changed bytes are stored to the letter or told', () =>
  always(12, 1, async ([random]) => {
    if (random !== undefined) await takenOrTold(changedFiles(random, await exportedFolder()))
  }))

test('what was taken leaves as it may come in again', async () => {
  const whole = await exportedFolder()
  expect(await importing(whole)).toMatchObject({ status: 0 })
  expect(await exportedFolder()).toEqual(whole)
})

describe('files that are no such files', () => {
  const good = JSON.stringify(records.secteur_activite('neuf'))
  const twice = `${good}\n${good.replace('neuf', 'deux')}\n`
  const within = (text: string, depth: number) => text.repeat(depth)

  test.each<[string, Buffer, readonly number[]]>([
    ['UTF-16, with a byte order mark', Buffer.from(`\ufeff${twice}`, 'utf16le'), [1, 2, 3]],
    ['UTF-16 without one', Buffer.from(twice, 'utf16le'), [1, 2, 3]],
    ['UTF-16, the other way round', Buffer.from(twice, 'utf16le').swap16(), [1, 2]],
    ['UTF-32', Buffer.from([...twice].flatMap((letter) => [letter.charCodeAt(0), 0, 0, 0])), [1, 2, 3]],
    ['nothing but zeros', Buffer.alloc(5000), [1]],
    ['brackets without an end', Buffer.from(within('[', 100_000)), [1]],
    ['brackets in brackets', Buffer.from(within('[', 100_000) + within(']', 100_000)), [1]],
    ['objects in objects', Buffer.from(`${within('{"a":', 100_000)}1${within('}', 100_000)}`), [1]],
    [
      'objects in objects in a field',
      Buffer.from(good.replace('{', `{"x":${within('{"a":', 100_000)}1${within('}', 100_000)},`)),
      [1],
    ],
    ['a prototype', Buffer.from(good.replace('{', '{"__proto__":{"code":1},')), [1]],
    ['nothing but a prototype', Buffer.from(`{"__proto__":${good}}`), [1]],
    ['a constructor', Buffer.from(good.replace('{', '{"constructor":{"prototype":{}},')), [1]],
    ['NaN', Buffer.from(good.replace(/"code":"[^"]*"/, '"code":NaN')), [1]],
  ])('%s: told line by line', async (_what, content, lines) => {
    const told = await takenOrTold(new Map([['secteur_activite', content]]))
    expect([...new Set(told.map(({ line }) => line))]).toEqual(lines)
  })

  test('a line of 256 MiB is told with its number, and memory does not hold it', async () => {
    const folder = await data.write({ secteur_activite: `${good}\n` })
    const path = join(folder, 'secteur_activite.ndjson')
    await truncate(path, 256 << 20)
    await appendFile(path, '\n{"id":\n')
    const memory = watchMemory()
    const told = toldBy(await data.run('importer', folder))
    expect(memory.rise()).toBeLessThan(128 << 20)
    expect(told.map(({ line }) => line)).toEqual([2, 3])
  })
})

/** How far the memory of this process rises, seen often. */
function watchMemory() {
  const used = () => process.memoryUsage().arrayBuffers + process.memoryUsage().heapUsed
  const before = used()
  let most = before
  const looking = setInterval(() => {
    most = Math.max(most, used())
  }, 5)
  return {
    rise() {
      clearInterval(looking)
      return most - before
    },
  }
}

describe('a key given twice, references in a circle', () => {
  const { a, b } = { a: records.zone_geographique('a'), b: records.zone_geographique('b') }

  test.each<[string, ResourceName, string]>([
    [
      'a key',
      'secteur_activite',
      JSON.stringify(records.secteur_activite('a')).replace('{', '{"code":"avant",'),
    ],
    ['a zone inside itself', 'zone_geographique', JSON.stringify({ ...a, parent_id: a.id })],
    [
      'zones inside one another',
      'zone_geographique',
      [
        { ...a, parent_id: b.id },
        { ...b, parent_id: a.id },
      ]
        .map((zone) => JSON.stringify(zone))
        .join('\n'),
    ],
  ])('%s: taken to the letter, the last of two, or told', async (_what, name, text) => {
    await takenOrTold(new Map([[name, Buffer.from(text)]]))
  })
})

describe('in the place of a file', () => {
  type Make = (path: string) => unknown
  /** Imports a folder in which this stands where the clients are expected. */
  const outcomeWith = async (make: Make) => {
    const folder = await data.write({})
    await make(join(folder, 'client.ndjson'))
    return data.run('importer', folder)
  }

  test.each<[string, Make]>([
    ['a link to nothing', (path) => symlink('rien', path)],
    ['a pipe that nobody writes to', (path) => execFileSync('mkfifo', [path])],
    ['a link to a device', (path) => symlink('/dev/zero', path)],
    ['a link to a folder', (path) => symlink('/', path)],
  ])('%s is told in one French sentence, at once', async (_what, make) => {
    const { status, out, err } = await outcomeWith(make)
    expect([status, out]).toEqual([1, ''])
    expect(err).toMatch(/^[^\n]*client\.ndjson[^\n]*\.\n$/)
    expect(err).not.toMatch(/inattendue|node:| at /)
  })

  test('a link to a file is that file', async () => {
    const elsewhere = await data.write({ client: [records.client('a')] })
    const outcome = await outcomeWith((path) => symlink(join(elsewhere, 'client.ndjson'), path))
    expect(outcome).toMatchObject({ status: 0 })
  })

  test.skipIf(process.getuid?.() === 0)('a file that may not be read is told', async () => {
    const { status, err } = await outcomeWith((path) => writeFile(path, '{}', { mode: 0 }))
    expect([status, err]).toEqual([1, expect.stringMatching(/accès est refusé[^\n]*client\.ndjson\.\n$/)])
  })

  test('a link to itself is told in one French sentence', async () => {
    const { err } = await outcomeWith((path) => symlink('client.ndjson', path))
    expect(err).not.toMatch(/inattendue|node:| at /)
  })

  test('a name with control characters sends none to the terminal', async () => {
    const folder = await data.write({ client: [] })
    await writeFile(join(folder, 'a\u001b[2J\nb'), '')
    const { status, err } = await data.run('importer', folder)
    expect([status, err.trimEnd().replace(/\P{Cc}/gu, '')]).toEqual([1, ''])
  })
})
