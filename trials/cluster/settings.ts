import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { packageRoot } from '../../src/package.ts'

/** Writes a file of settings/ with its `${name}` filled in; one that is not given is an error. */
export async function writeSettings(
  template: 'etcd.yml' | 'patroni.yml' | 'haproxy.cfg',
  file: string,
  values: Readonly<Record<string, string>>,
): Promise<void> {
  const text = readFileSync(new URL(`trials/cluster/settings/${template}`, packageRoot), 'utf8')
  const filled = text.replace(/\$\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${template} wants ${name}`)
    return value
  })
  await writeFile(file, filled)
}
