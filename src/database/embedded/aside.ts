import { randomUUID } from 'node:crypto'
import { access, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** What this process is building now: one process may open the same folder twice. */
const building = new Set<string>()

export async function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  )
}

/**
 * Builds a folder beside its target, then moves it there by an atomic rename, unless the target exists. The next call
 * removes what a killed process left behind. If several build at once, the first to finish wins.
 */
export async function buildAside(target: string, build: (aside: string) => Promise<void>): Promise<void> {
  await sweep(target)
  if (await exists(target)) return
  const aside = `${target}.new-${process.pid}-${randomUUID().slice(0, 8)}`
  building.add(aside)
  try {
    await build(aside)
    await rename(aside, target)
  } catch (error) {
    if (!(await exists(target))) throw error
  } finally {
    await rm(aside, { recursive: true, force: true }).catch(() => {})
    building.delete(aside)
  }
}

async function sweep(target: string): Promise<void> {
  const folder = dirname(target)
  const prefix = `${basename(target)}.new-`
  for (const entry of await readdir(folder)) {
    const path = join(folder, entry)
    if (!entry.startsWith(prefix) || building.has(path)) continue
    const pid = Number.parseInt(entry.slice(prefix.length), 10)
    // Containers reuse process ids: our own id on a folder that we do not build is a predecessor's.
    if (pid !== process.pid && isAlive(pid)) continue
    await rm(path, { recursive: true, force: true }).catch(() => {})
  }
}

/** Whether a process with this id exists. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
