import { parseArgs } from 'node:util'
import { openNetwork } from '../harness/database/network.ts'
import { newPostgres } from '../harness/database/postgres.ts'
import { OpenidProvider, signingKey } from '../harness/identity/openid.ts'
import { freePorts } from '../harness/service/free-ports.ts'
import { type Followed, follow, until } from '../harness/service/process.ts'
import { tell } from '../src/commands/terminal.ts'
import { version } from '../src/package.ts'
import { expect } from './deploy/expect.ts'
import { buildImage, type Image, insideOf, statusOf } from './deploy/image.ts'

const usage = `Builds deploy/container from a release and tries it as a container runs, with a PostgreSQL and an OpenID provider. As root:

npm run deploy-image -- --base FOLDER [--context FOLDER]
  --base: a base system (debootstrap --variant=minbase bookworm FOLDER)
  --context: where release/antenne-${version}.tgz is (here)`

async function ends(command: string, { ended, shown }: Followed): Promise<void> {
  expect(`${command} ends with 0`, (await ended) === 0, shown().trim().split('\n').at(-1))
}

/** The status of its health; 0 where nobody answers. */
const healthAt = (port: number): Promise<number> =>
  fetch(`http://127.0.0.1:${port}/api/v1/sante`).then(
    ({ status }) => status,
    () => 0,
  )

async function attempt(image: Image, environment: Readonly<Record<string, string>>): Promise<void> {
  const [port = 0, metrics = 0] = await freePorts(2)
  const run = (...words: string[]) => follow(image.start(words, environment))
  await ends('migrer', run('migrer'))
  await ends('expirer', run('expirer'))
  const given = { PORT: String(port), METRICS_PORT: String(metrics), DRAIN_NOTICE_S: '3' }
  const service = follow(image.start(['demarrer'], { ...environment, ...given }))
  await until(service, async () => (await healthAt(port)) === 200)
  expect('health', true, 200)
  expect('metrics', (await fetch(`http://127.0.0.1:${metrics}/metrics`)).ok)
  const pid = insideOf(service.child)
  expect('user', statusOf(pid, 'Uid').startsWith('10001'), statusOf(pid, 'Uid').split('\t')[0])
  expect('process 1 of its own', statusOf(pid, 'NSpid').endsWith('\t1'))
  expect('no capability', /^0+$/.test(statusOf(pid, 'CapEff')))
  process.kill(pid, 'SIGTERM')
  await until(service, async () => (await healthAt(port)) === 503)
  expect('after SIGTERM health says 503 while it still serves', true)
  await ends('demarrer', service)
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { base: { type: 'string' }, context: { type: 'string' } } })
  if (values.base === undefined) {
    tell(usage)
    process.exitCode = 2
    return
  }
  const image = buildImage({ base: values.base, context: values.context ?? '.', version })
  const postgres = await newPostgres()
  await postgres.start()
  const network = await openNetwork(postgres.socket)
  const provider = new OpenidProvider()
  await provider.start(signingKey('a', 'ES256'))
  try {
    expect('megabytes', image.megabytes < 150, Math.round(image.megabytes))
    const shells = image.files.filter((file) => /\/(sh|bash|dash|busybox|npm|apt)$/.test(file))
    expect('no shell, no package manager', shells.length === 0, shells.join(' '))
    const { user, database } = postgres.connection
    await attempt(image, {
      DATABASE_URL: `postgres://${user}@127.0.0.1:${network.port}/${database}`,
      OIDC_ISSUER: provider.issuer,
      LOG_LEVEL: 'warn',
    })
  } finally {
    await provider.stop()
    await network.close()
    await postgres.stop('SIGINT')
    await postgres.remove()
    image.remove()
  }
}

await main()
