import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Failure } from '../src/failure.ts'

/** What package-lock.json knows of a package, by the folder that it is installed in. */
interface Locked {
  readonly name?: string
  readonly version: string
  readonly license?: string
  readonly integrity?: string
  readonly dependencies?: Readonly<Record<string, string>>
}

/** A library that the build put into the service or the page. */
export interface Library {
  readonly name: string
  readonly version: string
  /** Its licence: the identifier, and the text where the library has one. */
  readonly identifier: string
  readonly text?: string
  readonly locked: Locked
  /** Its folder, in package-lock.json. */
  readonly folder: string
}

export type Lock = Readonly<Record<string, Locked>>

export const readLock = (root: string): Lock =>
  JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')).packages

/** Vite's list of what it bundled. */
export const BUNDLED = 'licences.json'

/** The libraries in these built folders, by name. One that package-lock.json does not know is refused. */
export function librariesIn(folders: readonly string[], lock: Lock): Library[] {
  const found = new Map<string, Library>()
  for (const folder of folders) {
    const bundled: Omit<Library, 'locked' | 'folder'>[] = JSON.parse(
      readFileSync(join(folder, BUNDLED), 'utf8'),
    )
    for (const library of bundled) found.set(idOf(library), { ...library, ...lockedAs(library, lock) })
  }
  return [...found.values()].sort((a, b) => (idOf(a) < idOf(b) ? -1 : 1))
}

export const idOf = ({ name, version }: Pick<Library, 'name' | 'version'>): string => `${name}@${version}`

/** The name of the package in a folder: `node_modules/a/node_modules/@b/c` is `@b/c`. */
const nameOf = (folder: string, { name }: Locked): string =>
  name ?? folder.split('node_modules/').at(-1) ?? ''

function lockedAs(
  library: Pick<Library, 'name' | 'version'>,
  lock: Lock,
): Pick<Library, 'locked' | 'folder'> {
  const entry = Object.entries(lock).find(
    ([folder, locked]) => nameOf(folder, locked) === library.name && locked.version === library.version,
  )
  if (entry === undefined)
    throw new Failure(`package-lock.json does not know ${idOf(library)}, which was built in: run «npm ci».`)
  return { folder: entry[0], locked: entry[1] }
}

/** The packages that a library asks for, as package-lock.json places them: `name@version`. */
export function dependenciesOf({ folder, locked }: Pick<Library, 'folder' | 'locked'>, lock: Lock): string[] {
  const place = (from: string, name: string): string | undefined => {
    const path = from === '' ? `node_modules/${name}` : `${from}/node_modules/${name}`
    const target = lock[path]
    if (target !== undefined) return idOf({ name: nameOf(path, target), version: target.version })
    return from === ''
      ? undefined
      : place(from.slice(0, Math.max(0, from.lastIndexOf('/node_modules/'))), name)
  }
  return Object.keys(locked.dependencies ?? {}).flatMap((name) => place(folder, name) ?? [])
}

/** All licences as one text: most of them ask that every copy carries them. */
export const licencesText = (libraries: readonly Library[]): string =>
  [
    'Libraries that are part of this package, each with its licence.\n',
    ...libraries.map(
      (library) =>
        `${'-'.repeat(80)}\n${idOf(library)} (${library.identifier})\n\n${library.text?.trim() ?? 'The package has no licence file.'}\n`,
    ),
  ].join('\n')
