import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { dump, load } from 'js-yaml'
import { packageRoot } from '../../src/package.ts'

type Settings = { readonly [name: string]: Settings | string | number | boolean | readonly string[] }

/** A file of deploy/, which the trial proves. */
export const deployed = (file: string): string => fileURLToPath(new URL(`deploy/${file}`, packageRoot))

/** Writes a YAML file of deploy/ with these settings instead of its own; one that it does not have is an error. */
export async function writeSettings(file: string, target: string, changes: Settings): Promise<void> {
  const own = load(readFileSync(deployed(file), 'utf8')) as Settings
  await writeFile(target, dump(changed(own, changes, file), { noRefs: true }))
}

function changed(own: Settings, changes: Settings, where: string): Settings {
  const entries = Object.entries(changes).map(([name, value]) => {
    const before = own[name]
    if (before === undefined) throw new Error(`${where} has no ${name}`)
    return [
      name,
      isSettings(before) && isSettings(value) ? changed(before, value, `${where}: ${name}`) : value,
    ]
  })
  return { ...own, ...Object.fromEntries(entries) }
}

const isSettings = (value: Settings[string]): value is Settings =>
  typeof value === 'object' && !Array.isArray(value)
