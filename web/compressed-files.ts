import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const codings = { br: brotliCompressSync, gz: (plain: Buffer) => gzipSync(plain, { level: 9 }) }

/** Writes each built file compressed beside itself, where that makes it smaller: the service compresses none of them. */
export const compressedFiles: Plugin = {
  name: 'compressed-files',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      const path = join(dir, name)
      if (!statSync(path).isFile() || path.endsWith('.png')) continue
      const plain = readFileSync(path)
      for (const [suffix, compress] of Object.entries(codings)) {
        const bytes = compress(plain)
        if (bytes.length < plain.length) writeFileSync(`${path}.${suffix}`, bytes)
      }
    }
  },
}
