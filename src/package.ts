import { existsSync, readFileSync } from 'node:fs'

/** The folder of package.json, the same from the sources and from what is built of them. */
export const packageRoot: URL = (function find(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : find(new URL('../', folder))
})(new URL('./', import.meta.url))

/** The deployed version, from the one place that says it. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version
