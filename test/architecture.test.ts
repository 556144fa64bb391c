import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, inject, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** The rooms, from the inside out: a room may import itself and those before it. */
const rooms = [
  ['src/addresses.ts', 'src/day.ts', 'src/failure.ts', 'src/lru.ts', 'src/package.ts'],
  ['src/contract'],
  ['src/config.ts', 'src/variable.ts', 'src/variables.ts', 'src/refusal.ts'],
  ['src/database'],
  ['src/identity'],
  ['src/operations', 'src/actions'],
  ['src/extension', 'src/antivirus'],
  ['src/transfer'],
  ['src/http/errors.ts'],
  ['src/http/admission'],
  ['src/http/observation', 'src/http/description'],
  ['src/http/serving'],
  ['demo', 'generate'],
  ['src/commands'],
  ['src/main.ts'],
]

const filesIn = (...folders: string[]) =>
  folders.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.ts'))
      .map((file) => join(folder, file)),
  )
const files = filesIn('src', 'demo', 'generate')
const textOf = (file: string) => readFileSync(join(root, file), 'utf8')

/** A file's own imports, those of types alone left out when asked. */
const importsOf = (file: string, withTypes = true) =>
  [
    ...textOf(file).matchAll(
      /^(?:import|export)\s(?<what>[\s\S]*?)\sfrom '(?<path>\.[^']+)'|import\('(?<lazy>\.[^']+)'\)/gm,
    ),
  ]
    .filter(({ groups }) => withTypes || !groups?.what?.startsWith('type '))
    .map(({ groups }) => relative(root, resolve(root, dirname(file), groups?.path ?? groups?.lazy ?? '')))

const roomOf = (file: string) => rooms.findIndex((names) => names.some((name) => isIn(file, name)))

describe('the house', () => {
  test('has a room for every file', () => {
    expect(files.length).toBeGreaterThan(60)
    expect(files.filter((file) => roomOf(file) === -1)).toEqual([])
  })

  test('imports go one way, and only to rooms that a room knows', () => {
    const upwards = files.flatMap((file) =>
      importsOf(file)
        .filter((target) => roomOf(target) > roomOf(file) || isClosed(file, target))
        .map((target) => `${file} → ${target}`),
    )
    expect(upwards).toEqual([])
  })

  test('no file imports itself by a detour, be it for a type', () => {
    const visiting = new Set<string>()
    const done = new Set<string>()
    const cycles: string[] = []
    const visit = (file: string, path: string[]): void => {
      if (done.has(file)) return
      if (visiting.has(file)) return void cycles.push([...path.slice(path.indexOf(file)), file].join(' → '))
      visiting.add(file)
      for (const target of importsOf(file)) visit(target, [...path, file])
      visiting.delete(file)
      done.add(file)
    }
    for (const file of files) visit(file, [])
    expect(cycles).toEqual([])
  })

  test('the contract imports TypeBox and nothing else', () => {
    const foreign = files
      .filter((file) => file.startsWith('src/contract/'))
      .flatMap((file) => [...textOf(file).matchAll(/from '([^.'][^']*)'/g)].map(([, name]) => name))
    expect([...new Set(foreign)].sort()).toEqual(['typebox', 'typebox/format', 'typebox/value'])
  })

  test('only the scope and what is derived for lists name the private schema, the connection of what changes data, and the grant to read', () => {
    const naming = files.filter((file) => textOf(file).includes('antenne_prive'))
    expect(naming.sort()).toEqual([
      'generate/lists/bookmarks.ts',
      'generate/lists/copy.ts',
      'generate/lists/counts.ts',
      'generate/lists/drops.ts',
      'generate/lists/migration.ts',
      'generate/lists/ranks.ts',
      'generate/schema.ts',
      'src/database/action-role.ts',
      'src/database/fingerprint.ts',
      'src/database/read-role.ts',
      'src/database/role.ts',
      'src/database/writer.ts',
      'src/identity/change-rules.ts',
      'src/identity/history-rules.ts',
      'src/identity/kyc-rules.ts',
      'src/identity/list-rules.ts',
      'src/identity/scope.ts',
    ])
  })

  test('nothing but an action takes a connection that writes', () => {
    const taking = files.filter((file) => importsOf(file).includes('src/database/writer.ts')).map(dirname)
    expect([...new Set(taking)].sort()).toEqual([
      'src/actions',
      'src/commands',
      'src/database',
      'src/transfer',
    ])
    const acting = files.filter((file) => importsOf(file).includes('src/database/writers.ts'))
    expect(acting.sort()).toEqual([
      'src/commands/diagnostic/acting.ts',
      'src/extension/engine.ts',
      'src/extension/questions.ts',
      'src/extension/signing-keys.ts',
      'src/http/serving/actions.ts',
      'src/http/serving/file-transfers.ts',
    ])
  })

  test('only the configuration reads the environment', () => {
    expect(files.filter((file) => textOf(file).includes('process.env'))).toEqual(['src/config.ts'])
  })

  test('commands ask nothing of the database themselves', () => {
    const asking = files.filter((file) => /\.query[<(]|\bsql`/.test(textOf(file)))
    expect(asking.filter((file) => file.startsWith('src/commands/'))).toEqual([])
  })

  test('SQL text is made in one place', () => {
    expect(files.filter((file) => textOf(file).includes("'sql-template-tag'"))).toEqual([
      'src/database/sql.ts',
    ])
  })

  test('every operation has its file, and every file of an operation is in the registry', () => {
    const declared = files.filter((file) => /\/(lire|lister)-[a-z-]+\.ts$/.test(file))
    expect(declared.filter((file) => file.startsWith('src/operations/'))).toHaveLength(10)
    for (const file of declared) {
      const [, name = ''] = /([^/]+)$/.exec(file) ?? []
      expect(textOf(file.replace(name, 'index.ts'))).toContain(`./${name}`)
    }
  })

  test('no two declarations have one id: composed statements are kept by it', () => {
    const declaring = files.filter((file) => /^src\/(operations|extension)\//.test(file))
    const ids = declaring.flatMap((file) =>
      [...textOf(file).matchAll(/^ {2}id: '(\w+)'/gm)].map(([, id]) => id),
    )
    expect(ids.length).toBeGreaterThan(40)
    expect(ids.filter((id, place) => ids.indexOf(id) !== place)).toEqual([])
  })

  test('comments are as wide as documents', () => {
    const isWide = (line: string) => line.length > 120 && /^\s*(\/\*\*|\*|\/\/)/.test(line)
    expect(files.filter((file) => textOf(file).split('\n').some(isWide))).toEqual([])
  })

  test('no file is a drawer: no default export, no utils, none past 250 lines', () => {
    expect(files.filter((file) => /^export default/m.test(textOf(file)))).toEqual([])
    expect(files.filter((file) => /(utils?|helpers?|manager|service-)\.ts$/.test(file))).toEqual([])
    expect(files.filter((file) => textOf(file).split('\n').length > 250)).toEqual([])
  })
})

test('production builds what it runs, and no tool', () => {
  const folder = join(inject('program'), 'dist/service')
  const maps = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.endsWith('.map'),
  )
  const built = maps.flatMap((file) => {
    const { sources } = JSON.parse(readFileSync(join(folder, file), 'utf8')) as { sources: string[] }
    return sources.filter((source) => !source.includes('node_modules/') && source.endsWith('.ts'))
  })
  expect(built).toContainEqual(expect.stringMatching(/\/src\/main\.ts$/))
  expect(built.filter((file) => !/\/(src|demo)\//.test(file))).toEqual([])
})

describe('what verifies', () => {
  const knows = (folder: string, others: readonly string[]) =>
    filesIn(folder).flatMap((file) =>
      importsOf(file)
        .filter((target) => others.some((other) => target.startsWith(`${other}/`)))
        .map((target) => `${file} → ${target}`),
    )

  test('shares the harness: tests, trials and bench do not know one another', () => {
    expect(knows('test', ['trials', 'bench'])).toEqual([])
    expect(knows('trials', ['test', 'bench'])).toEqual([])
    expect(knows('bench', ['test', 'trials'])).toEqual([])
  })

  test('the harness knows what it tries, and nobody who uses it', () => {
    expect(filesIn('harness').length).toBeGreaterThan(20)
    expect(knows('harness', ['test', 'trials', 'bench', 'generate', 'client', 'web', 'reference'])).toEqual(
      [],
    )
    expect(filesIn('harness').filter((file) => /from 'vitest/.test(textOf(file)))).toEqual([])
  })

  test('nothing that is shipped knows the harness, or how it is packed', () => {
    const tools = ['harness', 'packaging']
    expect([...knows('src', tools), ...knows('demo', tools)]).toEqual([])
  })
})

test('tests open raw connections in one place, where their errors are heard', () => {
  const opening = filesIn('test', 'harness').filter((file) =>
    /import \{[^}]*\b(connect|createConnection|Socket as)\b[^}]*\} from 'node:(net|tls)'/.test(textOf(file)),
  )
  expect(opening).toEqual(['harness/http/socket.ts'])
})

describe('what runs elsewhere', () => {
  /** Packages that a file imports, its own relative files left out. */
  const packagesOf = (file: string) =>
    [...textOf(file).matchAll(/\bfrom '([^.'][^']*)'/g)].map(([, name]) => name)

  test('the client knows itself and nothing else: what it has of the contract is generated', () => {
    const client = filesIn('client/src')
    expect(client).toContain('client/src/contract.ts')
    expect(client.flatMap((file) => importsOf(file).filter((target) => !client.includes(target)))).toEqual([])
    expect(client.flatMap(packagesOf)).toEqual([])
  })

  test('the reference knows itself and how to read the description, which knows nothing', () => {
    const reference = filesIn('reference/src')
    const others = reference.flatMap((file) =>
      importsOf(file).filter((target) => !reference.includes(target)),
    )
    const reading = [
      'src/contract/kind.ts',
      'src/http/description/document.ts',
      'src/http/description/type-words.ts',
    ]
    expect([...new Set(others)].sort()).toEqual(reading)
    expect([...new Set(reading.flatMap((file) => importsOf(file)))]).toEqual(['src/contract/kind.ts'])
    expect([...reference, ...reading].flatMap(packagesOf)).toEqual([])
    // Its colours are the page's.
    expect(textOf('reference/src/style.css')).not.toMatch(/#[\da-f]{3,8}\b/i)
  })

  describe('the page', () => {
    const page = readdirSync(join(root, 'web/src'), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file))
      .map((file) => join('web/src', file))
    const naming = (word: string) => page.filter((file) => textOf(file).includes(word)).sort()

    test('knows the service through the client, and the types of what it is told beside it', () => {
      expect(page.length).toBeGreaterThan(50)
      const outside = page.flatMap((file) =>
        importsOf(file, false).filter((target) => !target.startsWith('web/src/')),
      )
      expect(outside).toEqual([])
      const typed = page.flatMap((file) => importsOf(file).filter((target) => !target.startsWith('web/src/')))
      expect([...new Set(typed)]).toEqual(['src/contract/page.ts'])
      const taken = [
        '@tanstack/react-query',
        'antenne-client',
        'd3-geo',
        'idb-keyval',
        'oauth4webapi',
        'react',
        'react-dom/client',
        'typebox',
        'workbox-core',
        'workbox-precaching',
        'workbox-routing',
      ]
      expect([...new Set(page.flatMap(packagesOf))].sort()).toEqual(taken)
    })

    test('keeps no token: what it stores is an appearance, keys turned off, an e-mail, a way back, a sign-out, what is not sent yet, and what a person may read', () => {
      // Of one person, until they sign out.
      expect(naming('idb-keyval')).toEqual(['web/src/device/kept.ts', 'web/src/device/sendings.ts'])
      expect(naming('indexedDB')).toEqual(['web/src/device/copy-store.ts'])
      expect(naming('localStorage')).toEqual([
        'web/src/device/copy-store.ts',
        'web/src/device/copy.ts',
        'web/src/device/drafts.ts',
        'web/src/session/signed-out.ts',
        'web/src/ui/account.tsx',
        'web/src/ui/shortcuts.tsx',
      ])
      expect(naming('sessionStorage')).toEqual([
        'web/src/device/drafts.ts',
        'web/src/session/demonstration.ts',
        'web/src/session/openid.ts',
      ])
      expect(naming('document.cookie')).toEqual([])
      expect(naming('dangerouslySetInnerHTML')).toEqual([])
    })

    test('has small files', () => {
      expect(page.filter((file) => textOf(file).split('\n').length > 200)).toEqual([])
    })
  })

  test('nothing of the service imports them, nor what generates files', () => {
    const foreign = files.flatMap((file) =>
      importsOf(file).filter((target) => /^(client|reference|web)\//.test(target)),
    )
    expect(foreign).toEqual([])
    const using = files.filter((file) => importsOf(file).some((target) => target.startsWith('generate/')))
    expect(using.filter((file) => !file.startsWith('generate/'))).toEqual([])
  })
})

/** Rooms that a room could know by the order, and does not. */
const closed: Readonly<Record<string, readonly string[]>> = {
  'src/operations': ['src/actions'],
  'src/actions': ['src/operations'],
  'src/extension': ['src/antivirus'],
  'src/antivirus': ['src/operations', 'src/extension'],
  'src/transfer': ['src/operations', 'src/extension', 'src/antivirus'],
  'src/http/errors.ts': ['src/operations', 'src/actions', 'src/extension', 'src/antivirus', 'src/transfer'],
  'src/http/admission': ['src/actions', 'src/antivirus', 'src/transfer'],
  'src/http/observation': ['src/actions', 'src/transfer', 'src/http/description'],
  'src/http/description': ['src/database', 'src/identity', 'src/actions', 'src/antivirus', 'src/transfer'],
  demo: rooms.flat().filter((room) => room.startsWith('src/') && room !== 'src/contract'),
}

const isIn = (path: string, room: string): boolean => path === room || path.startsWith(`${room}/`)

function isClosed(file: string, target: string): boolean {
  const [, rooms = []] = Object.entries(closed).find(([room]) => isIn(file, room)) ?? []
  return rooms.some((room) => isIn(target, room))
}
