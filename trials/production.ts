import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { administrator } from '../demo/demonstration/people.ts'
import { OpenidProvider, pageClient, signingKey } from '../harness/identity/openid.ts'
import { OpenidClient } from '../harness/identity/openid-client.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { follow, type Serving, stop, until, untilServing } from '../harness/service/process.ts'
import { packageRoot } from '../src/package.ts'

/**
 * «In production» of the README, to the letter, with the time of each step: npm run production, after npm run release.
 * Needs Debian's postgresql-15. The commands are read from the README; only «…» is filled in.
 */
const released = new URL('release/', packageRoot)
const BINARIES = '/usr/lib/postgresql/15/bin'
const ground = mkdtempSync(join(tmpdir(), 'antenne-production-'))
chmodSync(ground, 0o755)
const made = (name: string): string => {
  mkdirSync(join(ground, name))
  return join(ground, name)
}

let since = Date.now()
const done = (step: string): void => {
  process.stdout.write(`${((Date.now() - since) / 1000).toFixed(1).padStart(6)} s  ${step}\n`)
  since = Date.now()
}

/** A PostgreSQL of one's own, with a user who owns its database. PostgreSQL refuses to be run by root. */
async function openPostgres() {
  const [folder, port] = [made('postgres'), await freePort()]
  const isRoot = process.getuid?.() === 0
  if (isRoot) execFileSync('chown', ['postgres', folder])
  const run = (program: string, ...words: string[]): void => {
    const command = [join(BINARIES, program), ...words]
    const [first = '', ...rest] = isRoot
      ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--clear-groups', ...command]
      : command
    execFileSync(first, rest, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
  }
  const data = join(folder, 'data')
  run('initdb', '--username=postgres', '--encoding=UTF8', '--auth=trust', data)
  const settings = `-c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=${folder}`
  run('pg_ctl', '--wait', `--pgdata=${data}`, `--log=${folder}/log`, `--options=${settings}`, 'start')
  const server = ['--host=127.0.0.1', `--port=${port}`, '--username=postgres']
  run('createuser', ...server, 'antenne')
  run('createdb', ...server, '--owner=antenne', 'antenne')
  return {
    url: `postgres://antenne@127.0.0.1:${port}/antenne`,
    close: () => run('pg_ctl', '--wait', `--pgdata=${data}`, '--mode=fast', 'stop'),
  }
}

/** The commands of the README, line by line, with these values in their gaps. */
function commands(values: Readonly<Record<string, string>>): string[] {
  const text = readFileSync(new URL('README.md', packageRoot), 'utf8')
  const [, block] = /^## In production\n[\s\S]*?```sh\n([\s\S]*?)```/m.exec(text) ?? []
  if (block === undefined) throw new Error('the README has no commands for production')
  const filled = Object.entries(values).reduce(
    (lines, [name, value]) => lines.replace(new RegExp(`${name}=\\S*…`), `${name}=${value}`),
    block,
  )
  if (filled.includes('=…')) throw new Error(`a gap is left: ${filled}`)
  return filled.trim().split('\n')
}

/** Asks the service with a token of the provider. */
async function ask({ address }: Serving, token: string): Promise<void> {
  for (const path of ['/', '/api/v1/moi', '/api/v1/clients']) {
    const answer = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
  }
}

async function main(url: string, provider: OpenidProvider): Promise<void> {
  const folder = made('release')
  for (const file of readdirSync(released)) copyFileSync(new URL(file, released), join(folder, file))
  const prefix = made('prefix')
  const env = {
    ...process.env,
    PATH: `${join(prefix, 'bin')}:${process.env.PATH}`,
    PORT: '0',
    // «--global» is for the whole machine; here it is for this folder.
    npm_config_prefix: prefix,
  }
  const gaps = { DATABASE_URL: url, OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: pageClient.id }
  const lines = commands(gaps)
  const settings = lines.filter((line) => line.startsWith('export '))
  const run = (line: string): void => {
    const script = [...settings, line].join('\n')
    execFileSync('sh', ['-ec', script], { cwd: folder, env, stdio: ['ignore', 'ignore', 'inherit'] })
    done(line)
  }
  for (const line of lines.filter((each) => !/^(export|exec) /.test(each))) run(line)
  await exportDemonstration(join(ground, 'donnees'), env)
  run(`antenne importer ${join(ground, 'donnees')}`)
  const start = lines.at(-1) ?? ''
  const script = [...settings, start].join('\n')
  const serving = await untilServing(follow(spawn('sh', ['-ec', script], { cwd: folder, env })))
  await until(serving, async () => (await fetch(`${serving.address}/api/v1/sante`)).ok)
  done(start)
  await ask(serving, (await new OpenidClient(provider.issuer).machineToken(administrator)).access_token)
  done('the page, /moi and clients, with a token of the provider')
  if ((await stop(serving)) !== 0) throw new Error(serving.shown())
}

/** Something to import: what «To try it first» of the README serves. */
async function exportDemonstration(folder: string, env: NodeJS.ProcessEnv): Promise<void> {
  const cwd = made('essai')
  const serving = await untilServing(follow(spawn('antenne', ['demarrer', '--demo'], { cwd, env })))
  done('antenne demarrer --demo, in an empty folder')
  execFileSync('antenne', ['exporter', folder], { cwd, env, stdio: ['ignore', 'ignore', 'inherit'] })
  if ((await stop(serving)) !== 0) throw new Error(serving.shown())
  done(`antenne exporter ${folder}`)
}

const begun = Date.now()
const closing: (() => unknown)[] = [() => rmSync(ground, { recursive: true, force: true })]
try {
  const postgres = await openPostgres()
  closing.unshift(postgres.close)
  const provider = new OpenidProvider()
  provider.machines = [administrator]
  await provider.start(signingKey('a', 'ES256'))
  closing.unshift(() => provider.stop())
  done('what there is before: PostgreSQL 15 and an OpenID provider')
  await main(postgres.url, provider)
  process.stdout.write(`in all ${Math.round((Date.now() - begun) / 1000)} s\n`)
} finally {
  for (const close of closing) await close()
}
