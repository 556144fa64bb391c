import { execFile } from 'node:child_process'
import { mkdtemp, open, rm, rmdir, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** A disk of its own, small enough to be filled. */
export interface SmallDisk {
  readonly folder: string
  /** Leaves so many bytes free and takes the rest. */
  leave(bytes: number): Promise<void>
  /** Gives back what was taken. */
  free(): Promise<void>
  remove(): Promise<void>
}

/** Undefined where mounting is not allowed: on another system than Linux, without root, in most containers. */
export async function openSmallDisk(megabytes: number): Promise<SmallDisk | undefined> {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return undefined
  const folder = await mkdtemp(join(tmpdir(), 'antenne-disque-'))
  try {
    await execute('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'tmpfs', folder])
  } catch {
    await rmdir(folder)
    return undefined
  }
  const ballast = join(folder, 'lest')
  const free = () => rm(ballast, { force: true })
  return {
    folder,
    free,
    async leave(bytes) {
      await free()
      const { bavail, bsize } = await statfs(folder)
      const file = await open(ballast, 'w')
      await file.writeFile(Buffer.alloc(Math.max(0, bavail * bsize - bytes)))
      await file.close()
    },
    async remove() {
      await execute('umount', [folder])
      await rmdir(folder)
    },
  }
}
