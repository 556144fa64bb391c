import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { chmod, chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { childrenOf, statOf } from '../../harness/service/proc.ts'
import type { Network } from './network.ts'
import { type Program, program } from './processes.ts'
import { writeSettings } from './settings.ts'

/** A machine of the cluster: PostgreSQL under Patroni, and etcd. */
export interface Node {
  readonly name: string
  readonly number: number
  readonly address: string
  readonly etcd: Program
  /** With its PostgreSQL. */
  readonly patroni: Program
  /** Of a standby: what receives the primary's log, if it runs. */
  receiver(): number | undefined
}

/** A member as Patroni reports it. */
export interface Member {
  readonly name: string
  readonly role: string
  readonly state: string
  readonly timeline?: number
  readonly lag?: number | string
}

export const names = ['a', 'b', 'c'] as const

/** PostgreSQL refuses to be run by root. */
const isRoot = process.getuid?.() === 0
const asPostgres = isRoot
  ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups', '--pdeathsig', 'KILL']
  : []
const idOf = (flag: '-u' | '-g'): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }))

interface NodeOptions {
  readonly folder: string
  readonly network: Network
  readonly synchronous: boolean
}

/** A node that is ready to be started. */
export async function prepareNode(
  index: number,
  { folder, network, synchronous }: NodeOptions,
): Promise<Node> {
  const name = names[index] ?? ''
  const number = index + 1
  const home = join(folder, name)
  await mkdir(home)
  const all = names.map((other, position) => ({ name: other, address: network.address(position + 1) }))
  const address = network.address(number)
  const clients = `http://${address}:2379`
  const peers = `http://${address}:2380`
  await writeSettings('patroni/etcd.yml', join(home, 'etcd.yml'), {
    name,
    'data-dir': join(home, 'etcd'),
    'listen-client-urls': clients,
    'advertise-client-urls': clients,
    'listen-peer-urls': peers,
    'initial-advertise-peer-urls': peers,
    'initial-cluster': all.map((other) => `${other.name}=http://${other.address}:2380`).join(','),
  })
  await writeSettings('patroni/patroni.yml', join(home, 'patroni.yml'), {
    name,
    restapi: { listen: `${address}:8008`, connect_address: `${address}:8008` },
    etcd: { hosts: all.map((other) => `${other.address}:2379`).join(',') },
    bootstrap: {
      dcs: { synchronous_mode: synchronous, postgresql: { parameters: { wal_keep_size: '128MB' } } },
    },
    postgresql: {
      listen: `${address}:5432`,
      connect_address: `${address}:5432`,
      data_dir: join(home, 'data'),
      pgpass: join(home, 'pgpass'),
      parameters: { unix_socket_directories: home, ssl: 'off' },
      // The network of the trial is its own.
      pg_hba: [
        'local all all trust',
        `host all all ${network.range} trust`,
        `host replication replication ${network.range} trust`,
      ],
    },
  })
  await chmod(home, 0o700)
  if (isRoot) await chown(home, idOf('-u'), idOf('-g'))
  const on = network.on(number)
  return {
    name,
    number,
    address,
    etcd: program({
      name: `etcd-${name}`,
      folder,
      command: [...on, ...asPostgres, 'etcd', '--config-file', join(home, 'etcd.yml')],
    }),
    patroni: program({
      name: `patroni-${name}`,
      folder,
      command: [...on, ...asPostgres, 'patroni', join(home, 'patroni.yml')],
      adopted: () => postmasterOf(join(home, 'data')),
    }),
    receiver: () =>
      childrenOf(postmasterOf(join(home, 'data')) ?? 0).find((child) =>
        commandOf(child).includes('walreceiver'),
      ),
  }
}

/** The server's own number, if it runs. */
function postmasterOf(data: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(data, 'postmaster.pid'), 'utf8'), 10)
    return commandOf(pid).includes(data) && statOf(pid)?.[0] !== 'Z' ? pid : undefined
  } catch {
    return undefined
  }
}

const commandOf = (pid: number): string => readFileSync(`/proc/${pid}/cmdline`, 'utf8')

/** What the node knows of the cluster. */
export async function membersBy({ address }: Node): Promise<Member[]> {
  const response = await fetch(`http://${address}:8008/cluster`, { signal: AbortSignal.timeout(2000) })
  return ((await response.json()) as { members: Member[] }).members
}

/** What the first node says that answers. */
export const anyMembers = (nodes: readonly Node[]): Promise<Member[]> => Promise.any(nodes.map(membersBy))

export const isHealthy = async ({ address }: Node): Promise<boolean> => {
  const response = await fetch(`http://${address}:2379/health`, { signal: AbortSignal.timeout(2000) })
  return ((await response.json()) as { health: string }).health === 'true'
}
