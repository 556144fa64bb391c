import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { packageRoot } from '../../src/package.ts'

/** A check of files of deploy/. */
export interface Check {
  /** Which files, below deploy/. */
  readonly files: string
  /** What checks them, as one would type it. */
  readonly by: string
  /** The program that it takes, and the Debian package of it. */
  readonly needs: readonly [program: string, debian: string]
  /** Says in a few words what came of it; throws where something is wrong. */
  run(folder: string): string | Promise<string>
}

export const deploy = fileURLToPath(new URL('deploy/', packageRoot))

/** Runs a program in deploy/; throws with what it said unless it ends well. */
export function run(
  command: readonly [string, ...string[]],
  env: Readonly<Record<string, string>> = {},
): { out: string; err: string } {
  const [program, ...given] = command
  const { status, stdout, stderr, error } = spawnSync(program, given, {
    cwd: deploy,
    encoding: 'utf8',
    env: { PATH: searchPath, HOME: process.env.HOME ?? '/', ...env },
  })
  if (error !== undefined) throw error
  if (status !== 0) throw new Error(`${command.join(' ')}: ${status}\n${stdout}${stderr}`)
  return { out: stdout, err: stderr }
}

const searchPath = `${process.env.PATH}:/usr/sbin:/sbin`

export const isThere = (program: string): boolean => {
  try {
    execFileSync('which', [program], { env: { PATH: searchPath }, stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
