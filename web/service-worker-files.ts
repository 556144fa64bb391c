import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { addresses } from './src/addresses.ts'

/** The name of the worker's file: at the root, so that it serves all of the page. */
export const WORKER = 'service-worker'

const PUBLIC = join(import.meta.dirname, 'public')

/** Tells the service worker what the build has made. */
export const serviceWorkerFiles: Plugin = {
  name: 'service-worker-files',
  enforce: 'post',
  generateBundle(_, bundle) {
    const worker = bundle[`${WORKER}.js`]
    if (worker?.type !== 'chunk') throw new Error('the build has no service worker')
    if (worker.imports.length > 0) throw new Error('a service worker is one file')
    const own = Object.values(bundle)
      .filter(({ fileName }) => fileName !== worker.fileName && !fileName.endsWith('.json'))
      .map((file) =>
        file.fileName === 'index.html'
          ? { url: '/', revision: revisionOf('source' in file ? file.source : file.code) }
          : { url: `/${file.fileName}`, revision: null },
      )
    const given = readdirSync(PUBLIC)
      // Icons are for whoever installs the page.
      .filter((name) => !name.endsWith('.png'))
      .map((name) => ({ url: `/${name}`, revision: revisionOf(readFileSync(join(PUBLIC, name))) }))
    const patterns = Object.values(addresses).map(
      (address) => `^${address.replace(':id', '[^/?]+')}/?(\\?|$)`,
    )
    const built = JSON.stringify({ files: [...own, ...given], addresses: patterns })
    worker.code = worker.code.replace(/\bBUILT\b/, () => built)
  },
}

const revisionOf = (contents: string | Uint8Array): string =>
  createHash('sha256').update(contents).digest('base64url').slice(0, 16)
