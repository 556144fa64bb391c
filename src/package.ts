import { existsSync, readFileSync } from 'node:fs'

/** The folder of package.json, found from the sources and from the build alike. */
export const packageRoot: URL = (function find(folder: URL): URL {
  return existsSync(new URL('package.json', folder)) ? folder : find(new URL('../', folder))
})(new URL('./', import.meta.url))

/** The deployed version, from package.json. */
export const version: string = JSON.parse(readFileSync(new URL('package.json', packageRoot), 'utf8')).version
