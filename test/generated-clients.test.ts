import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')
const here = createRequire(join(root, 'test/openapi-client/package.json'))
const packageOf = (name: string) => dirname(here.resolve(`${name}/package.json`))

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(root, 'test/openapi-client/.generated-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const run = (...given: readonly string[]) => {
  const { stdout, stderr, status } = spawnSync(process.execPath, given, { cwd: folder, encoding: 'utf8' })
  return status === 0 ? '' : `${stdout}${stderr}`
}

/** What the compiler says of this code, beside what was generated. */
function compiled(name: string, code: string): string {
  const compilerOptions = {
    ...{ noEmit: true, strict: true, types: [], lib: ['es2023', 'dom', 'dom.iterable'] },
    ...{ target: 'es2023', module: 'esnext', moduleResolution: 'bundler' },
  }
  writeFileSync(join(folder, `${name}.ts`), code)
  const project = join(folder, `tsconfig.${name}.json`)
  writeFileSync(project, JSON.stringify({ compilerOptions, files: [`${name}.ts`] }))
  return run(join(root, 'node_modules/typescript/bin/tsc'), '--project', project)
}

/** What an application does with a list, an error of it, and an error of an action. */
const uses = `
  export const first = (page: PageClients): Client | undefined => page.donnees[0]
  export const total = (page: PageClients): number => page.pagination.total
  export const asked: StatutClient = 'actif'
  // @ts-expect-error a value that the contract does not know
  export const unknown: StatutClient = 'inconnu'

  export function told(error: ListError): string | number | null {
    switch (error.code) {
      case 'parametres_invalides': {
        const taille: string | undefined = error.details.taille
        return taille ?? error.message
      }
      case 'acces_refuse':
        // @ts-expect-error a field of another error
        error.details.reessayer_dans_secondes
        return error.details.permission_requise
      case 'trop_de_requetes':
        return error.details.reessayer_dans_secondes
      case 'requete_invalide':
      case 'authentification_requise':
      case 'methode_non_autorisee':
      case 'erreur_interne':
      case 'service_indisponible':
        return null
      // @ts-expect-error a code that a list does not answer with
      case 'doublon_detecte':
        return null
      default:
        return error satisfies never
    }
  }

  export function close(error: CreationError): number | undefined {
    if (error.code === 'client_existant') return error.details.client_id?.length
    // @ts-expect-error a field that the duplicate check does not have
    if (error.code === 'doublon_detecte') error.details.client_id
    return error.code === 'doublon_detecte' ? error.details.correspondances[0]?.similarite : undefined
  }
`

test('openapi-typescript and openapi-fetch: answers and errors are typed to the field', async () => {
  const generator = await import(here.resolve('openapi-typescript'))
  for (const name of ['openapi', 'openapi-extension']) {
    const description = JSON.parse(readFileSync(join(root, `${name}.json`), 'utf8'))
    writeFileSync(join(folder, `${name}.d.ts`), generator.astToString(await generator.default(description)))
  }
  const code = `
    import createClient from 'openapi-fetch'
    import type { components, paths } from './openapi.js'
    import type { paths as actions } from './openapi-extension.js'
    type Client = components['schemas']['Client']
    type PageClients = components['schemas']['PageClients']
    type StatutClient = components['schemas']['StatutClient']
    const list = () => createClient<paths>().GET('/api/v1/clients', {
      params: { query: { statut: 'actif', taille: 5 }, header: { 'If-None-Match': '"a"' } },
    })
    const create = () => createClient<actions>().POST('/extension/v1/clients', {
      params: { header: { 'Idempotency-Key': 'une' } },
      body: { raison_sociale: 'Pharmacie du Plateau' },
    })
    type ListError = NonNullable<Awaited<ReturnType<typeof list>>['error']>
    type CreationError = NonNullable<Awaited<ReturnType<typeof create>>['error']>
    ${uses}`
  expect(compiled('openapi-fetch', code)).toBe('')
})

test('@hey-api/openapi-ts: answers and errors are typed to the field', () => {
  // Seen from here, its TypeScript is the one of this workspace: it needs a compiler written in JavaScript.
  const seen = join(folder, 'node_modules/@hey-api/openapi-ts')
  mkdirSync(dirname(seen), { recursive: true })
  symlinkSync(packageOf('@hey-api/openapi-ts'), seen)
  const generator = [
    '--preserve-symlinks',
    '--preserve-symlinks-main',
    join(seen, 'dist/run.mjs'),
    '--silent',
  ]
  for (const name of ['openapi', 'openapi-extension'])
    expect(run(...generator, '-i', join(root, `${name}.json`), '-o', `hey-${name}`)).toBe('')
  const code = `
    import { type Client, type ListerClientsError as ListError, listerClients, type PageClients, type StatutClient } from './hey-openapi'
    import { type CreerClientError as CreationError, creerClient } from './hey-openapi-extension'
    export const list = () => listerClients({
      query: { statut: 'actif', taille: 5 },
      headers: { 'If-None-Match': '"a"' },
    })
    export const create = () => creerClient({
      headers: { 'Idempotency-Key': 'une' },
      body: { raison_sociale: 'Pharmacie du Plateau' },
    })
    ${uses}`
  expect(compiled('hey-api', code)).toBe('')
})
