import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { childrenOf } from '../../harness/service/proc.ts'
import { deploy } from './check.ts'

/** A machine that systemd has booted, with a network of its own. */
export interface Booted {
  /** Runs a program there; returns its status and what it showed. */
  run(...command: string[]): { readonly status: number | null; readonly out: string }
  /** Starts a program of this machine on its network. */
  beside(...command: [string, ...string[]]): ChildProcess
  configure(environment: Readonly<Record<string, string>>): void
  stop(): Promise<void>
}

interface Parts {
  /** A base system with systemd. */
  readonly base: string
  readonly tarball: string
  /** Where the machine's files go. */
  readonly root: string
}

/** Installs release and units in a copy of the base system, as deploy/README.md says, and boots it. */
export async function boot({ base, tarball, root }: Parts): Promise<Booted> {
  execFileSync('cp', ['-a', `${base}/.`, root])
  copyFileSync(process.execPath, join(root, 'usr/bin/node'))
  const install = [
    'install',
    '--global',
    '--prefix',
    join(root, 'usr'),
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
  ]
  execFileSync('npm', [...install, tarball], { stdio: 'ignore' })
  const account = ['--system', '--home-dir', '/var/lib/antenne', '--shell', '/usr/sbin/nologin', 'antenne']
  execFileSync('chroot', [root, '/usr/sbin/useradd', ...account])
  for (const unit of readdirSync(join(deploy, 'systemd')).filter((file) => /\.(service|timer)$/.test(file)))
    cpSync(join(deploy, 'systemd', unit), join(root, 'etc/systemd/system', unit))
  const settings = join(root, 'etc/antenne')
  mkdirSync(settings)
  writeFileSync(join(settings, 'owner.env'), 'NODE_ENV=production\n', { mode: 0o600 })
  chmodSync(settings, 0o700)

  const given = ['--quiet', '--register=no', '--keep-unit', '--boot', '--console=pipe', '--private-network']
  const machine = spawn('systemd-nspawn', [...given, '--directory', root], { stdio: 'ignore' })
  const first = () => childrenOf(machine.pid ?? 0)[0]
  const run: Booted['run'] = (...command) => {
    const { status, stdout, stderr } = spawnSync(
      'nsenter',
      ['--target', String(first()), '--all', ...command],
      {
        encoding: 'utf8',
        // Nothing of this machine's environment is meant for that one.
        env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin' },
      },
    )
    return { status, out: stdout + stderr }
  }
  while (first() === undefined || !/running|degraded/.test(run('systemctl', 'is-system-running').out)) {
    if (machine.exitCode !== null) throw new Error(`systemd-nspawn ended with ${machine.exitCode}`)
    await sleep(200)
  }
  return {
    run,
    beside: (...command) =>
      spawn('nsenter', ['--target', String(first()), '--net', ...command], { stdio: 'ignore' }),
    configure(environment) {
      const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}\n`)
      writeFileSync(join(settings, 'antenne.env'), lines.join(''), { mode: 0o600 })
    },
    async stop() {
      run('systemctl', 'poweroff')
      while (machine.exitCode === null && machine.signalCode === null) await sleep(100)
    },
  }
}
