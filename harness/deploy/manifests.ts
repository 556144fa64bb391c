import { readdirSync, readFileSync } from 'node:fs'
import { loadAll } from 'js-yaml'
import { packageRoot } from '../../src/package.ts'

/** An object of Kubernetes, as far as we look into it. */
export interface Manifest {
  readonly apiVersion: string
  readonly kind: string
  readonly metadata: { readonly name?: string; readonly generateName?: string; readonly namespace?: string }
  // biome-ignore lint/suspicious/noExplicitAny: of each kind another shape; the schemas check it.
  readonly [part: string]: any
}

const folder = new URL('deploy/kubernetes/', packageRoot)

/** All objects of deploy/kubernetes. */
export const manifests = (): Manifest[] =>
  readdirSync(folder)
    .sort()
    .flatMap((file) => loadAll(readFileSync(new URL(file, folder), 'utf8')) as Manifest[])
