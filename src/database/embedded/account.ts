import { readFile, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { Failure } from '../../failure.ts'

/** The account for PostgreSQL when the service runs as root, which PostgreSQL refuses. */
export interface Account {
  readonly name: string
  readonly uid: number
  readonly gid: number
}

/**
 * Undefined unless we are root. An existing cluster keeps its account: the owner of the server's folder. A new one gets
 * the owner of the data folder if that is not root, else `postgres`, else `nobody`.
 */
export async function accountFor(home: string, dataDir: string): Promise<Account | undefined> {
  if (process.getuid?.() !== 0) return undefined
  const known = await readAccounts()
  const named = (uid: number) => known.find((account) => account.uid === uid)
  const owner = await stat(home).catch(() => undefined)
  if (owner !== undefined && owner.uid !== 0) {
    return named(owner.uid) ?? { name: String(owner.uid), uid: owner.uid, gid: owner.gid }
  }
  // initdb needs an account with a name, which the owner of a mounted volume may lack.
  const host = named((await stat(dataDir)).uid)
  if (host !== undefined && host.uid !== 0) return host
  const account = ['postgres', '_postgres', 'nobody']
    .map((name) => known.find((candidate) => candidate.name === name))
    .find((candidate) => candidate !== undefined)
  if (account === undefined) {
    throw new Failure(
      'PostgreSQL refuse de tourner sous root, et /etc/passwd ne connaît ni « postgres » ni « nobody ». Lancez le service sous un autre compte, ou indiquez un serveur avec DATABASE_URL.',
    )
  }
  return account
}

async function readAccounts(): Promise<Account[]> {
  const text = await readFile('/etc/passwd', 'utf8').catch(() => '')
  return text.split('\n').flatMap((line) => {
    const [name, , uid, gid] = line.split(':')
    // macOS writes nobody's id as -2; the file system knows it as 4294967294.
    return name && uid && gid ? [{ name, uid: Number(uid) >>> 0, gid: Number(gid) >>> 0 }] : []
  })
}

/**
 * Options with which `spawn` runs a program of PostgreSQL: under the account (supplementary groups are dropped), and
 * with a clean environment: no secrets, no PG* variables, messages in English.
 */
export function bareProcess(account: Account | undefined) {
  const identity = account === undefined ? {} : { uid: account.uid | 0, gid: account.gid | 0 }
  return { ...identity, cwd: '/', env: { LC_ALL: 'C' } }
}

/** Whether the account may enter this folder and all folders above it, by their mode bits. */
export async function canEnter(account: Account | undefined, folder: string): Promise<boolean> {
  if (!(await allows(account, folder, 1))) return false
  return folder === dirname(folder) || canEnter(account, dirname(folder))
}

/** Whether the file's mode gives the account these rights (4 read, 1 execute or enter). */
export async function allows(account: Account | undefined, path: string, rights: number): Promise<boolean> {
  if (account === undefined) return true
  const { uid, gid, mode } = await stat(path)
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0
  return ((mode >> shift) & rights) === rights
}
