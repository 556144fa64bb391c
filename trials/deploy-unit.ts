import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { tell } from '../src/commands/terminal.ts'
import { version } from '../src/package.ts'
import { type Booted, boot } from './deploy/booted.ts'
import { expect } from './deploy/expect.ts'

const usage = `Boots a machine with the release and the units of deploy/systemd, and tries them. As root, with systemd-container:

npm run deploy-unit -- --base FOLDER [--context FOLDER]
  --base: a base system (debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus bookworm FOLDER)
  --context: where release/antenne-${version}.tgz is (here)`

const ASK = `fetch('http://127.0.0.1:3000/api/v1/sante').then(({ status }) => console.log(status), () => console.log(0))`
const PROVIDER = fileURLToPath(new URL('./cluster/provider.js', import.meta.url))

/** On the embedded PostgreSQL, which asks more of the unit than one elsewhere. */
async function attempt({ run, configure }: Booted): Promise<void> {
  const show = (unit: string, ...names: string[]) =>
    run('systemctl', 'show', '--value', ...names.flatMap((name) => ['--property', name]), unit)
      .out.trim()
      .split('\n')
  const health = () => run('node', '--eval', ASK).out.trim()
  const healthIs = async (wanted: string) => {
    while (health() !== wanted) {
      const [state] = show('antenne', 'ActiveState')
      if (state === 'failed') throw new Error(run('journalctl', '--no-pager', '--identifier', 'antenne').out)
      await sleep(200)
    }
    expect('health', true, wanted)
  }
  const production = { NODE_ENV: 'production', OIDC_ISSUER: 'http://127.0.0.1:4000', DRAIN_NOTICE_S: '5' }
  configure(production)
  expect('the service starts', run('systemctl', 'start', 'antenne').status === 0)
  await healthIs('200')
  expect('expirer runs', run('systemctl', 'start', 'antenne-expirer').status === 0)
  expect('the timer is set', run('systemctl', 'start', 'antenne-expirer.timer').status === 0)
  run('systemctl', '--no-block', 'stop', 'antenne')
  await healthIs('503')
  while (show('antenne', 'ActiveState')[0] !== 'inactive') await sleep(200)
  expect('it drains and ends', show('antenne', 'Result')[0] === 'success')

  configure({ ...production, PORT: 'trois mille' })
  run('systemctl', 'start', 'antenne')
  while (show('antenne', 'ActiveState')[0] !== 'failed') await sleep(200)
  const found = show('antenne', 'ExecMainStatus', 'NRestarts').sort().join(' ')
  expect('a faulty configuration is not started again', found === '0 2')
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { base: { type: 'string' }, context: { type: 'string' } } })
  const { base, context = '.' } = values
  if (base === undefined) {
    tell(usage)
    process.exitCode = 2
    return
  }
  const root = mkdtempSync(join(tmpdir(), 'antenne-unit-'))
  try {
    // Whole: npm would take a path without a dot for a repository.
    const tarball = resolve(context, `release/antenne-${version}.tgz`)
    const machine = await boot({ base, tarball, root })
    const provider = machine.beside(process.execPath, PROVIDER, '4000')
    try {
      await attempt(machine)
    } finally {
      provider.kill()
      await machine.stop()
    }
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

await main()
