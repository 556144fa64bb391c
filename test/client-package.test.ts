import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** What is taken from the package, bundled and minified as an application would have it. */
async function bundled(what = '*'): Promise<string> {
  const folder = mkdtempSync(join(root, 'client/.bundle-'))
  writeFileSync(join(folder, 'entry.ts'), `export ${what} from '../src/index.ts'\n`)
  try {
    return await bundledFrom(join(folder, 'entry.ts'))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

async function bundledFrom(entry: string): Promise<string> {
  const result = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      minify: true,
      target: 'es2022',
      lib: {
        entry,
        formats: ['iife'],
        name: 'antenne',
        fileName: 'client',
      },
    },
  })
  const [output] = [result].flat() as { output: { type: string; code: string }[] }[]
  return output?.output.map(({ code }) => code).join('') ?? ''
}

test('the client is under 5 kB compressed, with everything else under 7', async () => {
  const [client, all] = [await bundled('{ createClient }'), await bundled()]
  for (const code of [client, all]) expect(code).toContain('/api/v1/partenaires/{id}/documents-kyc')
  const size = (code: string) => gzipSync(code, { level: 9 }).length
  expect(size(client)).toBeLessThan(5000)
  expect(size(all)).toBeLessThan(7000)
})

test('it depends on nothing, and uses nothing that React Native lacks', async () => {
  const { dependencies, peerDependencies } = JSON.parse(textOf('client/package.json'))
  expect([dependencies, peerDependencies]).toEqual([undefined, undefined])
  const code = await bundled()
  expect(code).not.toMatch(/\bimport\s*[({'\x22]|\brequire\(|\bprocess\.|\bwindow\b|localStorage/)
  expect(code).not.toMatch(
    /AbortSignal\.(any|timeout)|DOMException|URLSearchParams|structuredClone|throwIfAborted/,
  )
})

test('the examples of its guide compile, against what is built', () => {
  const guides = textOf('docs/client.md') + textOf('client/README.md')
  const examples = [...guides.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code]) => code ?? '')
  expect(examples.length).toBeGreaterThan(5)
  const folder = mkdtempSync(join(root, 'client/.examples-'))
  try {
    const files = examples.map((code, index) => {
      writeFileSync(join(folder, `example-${index}.ts`), `${code}\nexport {}\n`)
      return `example-${index}.ts`
    })
    const compilerOptions = {
      noEmit: true,
      strict: true,
      exactOptionalPropertyTypes: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: false,
      lib: ['es2022', 'dom'],
      target: 'es2022',
      module: 'nodenext',
      types: ['node'],
    }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
    const compiler = join(root, 'node_modules/typescript/bin/tsc')
    const { stdout, status } = spawnSync(process.execPath, [compiler, '--project', folder], {
      encoding: 'utf8',
    })
    expect([stdout, status]).toEqual(['', 0])
  } finally {
    rmSync(folder, { recursive: true })
  }
})
