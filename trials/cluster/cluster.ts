import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePorts } from '../../harness/service/free-ports.ts'
import { healthOf, type Instance, prepareInstance } from './instance.ts'
import { type Network, openNetwork } from './network.ts'
import { anyMembers, isHealthy, membersBy, type Node, names, prepareNode } from './node.ts'
import type { Options } from './options.ts'
import { killAll, type Program, program } from './processes.ts'
import { deployed } from './settings.ts'
import { until } from './until.ts'
import { isWhole, leaderOf } from './whole.ts'

/** All that runs. */
export interface Cluster {
  readonly folder: string
  readonly network: Network
  readonly nodes: readonly Node[]
  readonly redis: Program
  readonly instances: readonly Instance[]
  readonly issuer: string
  /** The address of the primary, by way of HAProxy. */
  readonly rw: string
  leader(): Promise<Node>
  /** Members, etcd and roles are as they should be; who is behind catches up. */
  untilWhole(): Promise<void>
  close(): Promise<void>
}

/** Seconds that etcd, Patroni and PostgreSQL may take, on a machine that does other things too. */
const PATIENCE = 120

const url = (address: string) => `postgres://antenne@${address}/antenne`

/**
 * The database servers and what stands before them, started and whole; the instances are started by whoever has filled
 * the database.
 */
export async function openCluster(options: Options, users: readonly string[]): Promise<Cluster> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-cluster-'))
  await chmod(folder, 0o755)
  const network = openNetwork(names.length)
  const close = async () => {
    await killAll()
    network.remove()
    await rm(folder, { recursive: true, force: true })
  }
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => void close().finally(() => process.exit(130)))
  try {
    const nodes = await Promise.all(
      names.map((_, index) => prepareNode(index, { folder, network, synchronous: options.synchronous })),
    )
    const [rw = 0, ro = 0, store = 0, identity = 0, ...ports] = await freePorts(6)
    const issuer = `http://127.0.0.1:${identity}`
    const redis = program({
      name: 'redis',
      folder,
      command: [
        'redis-server',
        '--port',
        String(store),
        '--bind',
        '127.0.0.1',
        '--save',
        '',
        '--dir',
        folder,
      ],
    })
    const others = [
      redis,
      program({
        name: 'haproxy',
        folder,
        command: ['haproxy', '-db', '-f', deployed('haproxy/haproxy.cfg')],
        env: {
          ANTENNE_RW_PORT: String(rw),
          ANTENNE_RO_PORT: String(ro),
          ...Object.fromEntries(
            nodes.map(({ name, address }) => [`ANTENNE_DB_${name.toUpperCase()}`, address]),
          ),
        },
      }),
      program({
        name: 'provider',
        folder,
        command: [
          process.execPath,
          fileURLToPath(new URL('./provider.js', import.meta.url)),
          String(identity),
          ...users,
        ],
      }),
    ]
    const instances = ports.map((port, index) => {
      const topology = options.topology === 'mixed' ? (index === 0 ? 'balanced' : 'direct') : options.topology
      const standbys =
        topology === 'balanced' ? [`127.0.0.1:${ro}`] : nodes.map(({ address }) => `${address}:5432`)
      return prepareInstance({
        number: index + 1,
        port,
        topology,
        folder,
        env: {
          DATABASE_URL: url(`127.0.0.1:${rw}`),
          DATABASE_REPLICA_URLS: standbys.map(url).join(','),
          DATA_DIR: join(folder, `antenne-${index + 1}`),
          OIDC_ISSUER: issuer,
          REDIS_URL: `redis://127.0.0.1:${store}`,
        },
      })
    })
    for (const started of [...nodes.flatMap(({ etcd, patroni }) => [etcd, patroni]), ...others])
      started.start()
    const cluster: Cluster = {
      folder,
      network,
      nodes,
      redis,
      instances,
      issuer,
      rw: url(`127.0.0.1:${rw}`),
      leader: async () => {
        const leader = leaderOf(await anyMembers(nodes))
        const node = nodes.find(({ name }) => name === leader?.name)
        if (node === undefined) throw new Error('there is no leader')
        return node
      },
      untilWhole: () =>
        until(
          'a whole cluster',
          async () =>
            (await Promise.all(nodes.map(isHealthy))).every(Boolean) &&
            (await Promise.all(nodes.map(membersBy))).every((members) => isWhole(members, options)),
          PATIENCE,
        ),
      close,
    }
    await cluster.untilWhole()
    return cluster
  } catch (error) {
    await close()
    throw error
  }
}

/** Starts an instance, and waits until it serves. */
export async function startInstance(instance: Instance): Promise<void> {
  instance.program.start()
  await until(
    `instance ${instance.number}`,
    async () => ['ok', 'degrade'].includes(await healthOf(instance)),
    PATIENCE,
  )
}
