import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { childrenOf } from '../../harness/service/proc.ts'
import { deploy } from './check.ts'

/** An image, mounted. */
export interface Image {
  /** Its own files, from its root. */
  readonly files: readonly string[]
  readonly megabytes: number
  /** Starts it as a container would: its user, process 1, a root that is read-only, and only /tmp to write to. */
  start(words: readonly string[], environment: Readonly<Record<string, string>>): ChildProcess
  /** With what it has started. */
  remove(): void
}

interface Building {
  /** A folder with a base system, such as debootstrap makes. */
  readonly base: string
  /** The folder that holds release/. */
  readonly context: string
  readonly version: string
}

const buildah = (...given: string[]): string =>
  execFileSync('buildah', given, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim()

/** The base system as an image, with the Node.js and the npm of this machine. */
function importBase(base: string): string {
  const container = buildah('from', 'scratch')
  const npm = join(execFileSync('npm', ['root', '--global'], { encoding: 'utf8' }).trim(), 'npm')
  buildah('copy', '--quiet', container, base, '/')
  buildah('copy', '--quiet', container, process.execPath, '/usr/local/bin/')
  buildah('copy', '--quiet', container, npm, '/usr/local/lib/node_modules/npm')
  const link = ['ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm']
  buildah('run', '--isolation', 'chroot', container, '--', ...link)
  return buildah('commit', '--quiet', '--rm', container)
}

export function buildImage({ base, context, version }: Building): Image {
  const from = importBase(base)
  const given = ['--build-arg', `BASE=${from}`, '--build-arg', `VERSION=${version}`, '--quiet']
  const file = join(deploy, 'container/Containerfile')
  const id = buildah('bud', '--isolation', 'chroot', '--network', 'host', ...given, '--file', file, context)
  const container = buildah('from', '--pull-never', id)
  const root = buildah('mount', container)
  const { config } = JSON.parse(buildah('inspect', container)).OCIv1
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .map((path) => ({ path, stat: statSync(join(root, path)) }))
    .filter(({ stat }) => stat.isFile())
  const started: ChildProcess[] = []
  return {
    files: files.map(({ path }) => path),
    megabytes: files.reduce((sum, { stat }) => sum + stat.size, 0) / 1e6,
    start(words, environment) {
      const variables = (config.Env as string[]).map((one) => one.split(/=(.*)/s, 2))
      const own = ['--userspec', config.User, '--groups=', root, ...config.Entrypoint, ...words]
      const apart = ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-euc', INSIDE, root]
      const env = { ...Object.fromEntries(variables), ...environment }
      const child = spawn('unshare', [...apart, ...own], { env })
      started.push(child)
      return child
    },
    remove() {
      for (const child of started) child.kill('SIGKILL')
      buildah('rm', container)
      buildah('rmi', '--force', id, from)
    },
  }
}

const INSIDE = `
export PATH="$PATH:/usr/sbin:/sbin"
mkdir -p "$0/proc"
mount --bind "$0" "$0"
mount -t tmpfs tmpfs "$0/tmp"
mount -t proc proc "$0/proc"
mount -o remount,bind,ro "$0"
exec chroot "$@"
`

/** The process of the image itself, as this machine counts. */
export const insideOf = ({ pid = 0 }: ChildProcess): number => childrenOf(pid)[0] ?? 0

/** A line of what the kernel says of a process. */
export const statusOf = (pid: number, line: string): string =>
  new RegExp(`^${line}:\\s*(.*)$`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? ''
