import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** The programs of the trial, and the Debian packages that bring them. */
const programs: readonly (readonly [program: string, ...packages: string[]])[] = [
  ['/usr/lib/postgresql/15/bin/postgres', 'postgresql-15'],
  ['patroni', 'patroni', 'python3-etcd'],
  ['etcd', 'etcd-server', 'etcd-client'],
  ['haproxy', 'haproxy'],
  ['redis-server', 'redis-server'],
  ['ip', 'iproute2'],
  ['setpriv', 'util-linux'],
]

const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']

const isThere = (program: string): boolean =>
  program.startsWith('/') ? existsSync(program) : folders.some((folder) => existsSync(join(folder, program)))

/** The packages that this machine lacks. */
export const missingPackages = (): string[] =>
  programs.flatMap(([program, ...packages]) => (isThere(program) ? [] : packages))
