import { setTimeout as sleep } from 'node:timers/promises'
import { signal } from '../../harness/database/processes.ts'
import { type Cluster, startInstance } from './cluster.ts'
import type { FaultName } from './fault-names.ts'
import { anyMembers, membersBy, type Node } from './node.ts'
import { until } from './until.ts'
import { leaderOf } from './whole.ts'

/** Brings a fault about, lets the others get over it, and brings back what was lost. */
type Fault = (cluster: Cluster) => Promise<void>

/** How long something stays away that nobody takes the place of, and a new leader is alone, in milliseconds. */
const AWHILE = 4000
/** How far a standby is behind when the leader dies, in milliseconds: rights are withdrawn meanwhile. */
const LAG = 2500
/** Seconds in which there must be another leader: the ttl, and what a busy machine takes. */
const SUCCESSION = 60

/** Hurts the leader, waits for its successor, and lets it come back some time later. */
const onLeader =
  (hurt: (node: Node, cluster: Cluster) => unknown, mend: (node: Node, cluster: Cluster) => unknown): Fault =>
  async (cluster) => {
    const old = await cluster.leader()
    await hurt(old, cluster)
    const others = cluster.nodes.filter((node) => node !== old)
    await until(`another leader than ${old.name}`, () => isLed(others), SUCCESSION)
    await sleep(AWHILE)
    await mend(old, cluster)
  }

/** Whether one of these nodes leads. */
const isLed = async (nodes: readonly Node[]): Promise<boolean> => {
  const members = await anyMembers(nodes)
  const leader = leaderOf(members)
  return nodes.some(({ name }) => name === leader?.name)
}

/** The instance that stands on the machine of the leader. */
const neighbour = ({ instances }: Cluster) => {
  const [instance] = instances
  if (instance === undefined) throw new Error('there is no instance')
  return instance
}

export const faults: Readonly<Record<FaultName, Fault>> = {
  kill: onLeader(
    ({ patroni }) => patroni.kill(),
    ({ patroni }) => patroni.start(),
  ),
  // The standby that nobody waits for receives no more, without knowing it; then the leader dies.
  lag: onLeader(
    async ({ patroni }, cluster) => {
      const members = await anyMembers(cluster.nodes)
      const behind = members.find(({ role }) => role === 'replica')
      const receiver = cluster.nodes.find(({ name }) => name === behind?.name)?.receiver()
      if (receiver !== undefined) signal(receiver, 'SIGSTOP')
      await sleep(LAG)
      await patroni.kill()
      if (receiver !== undefined) setTimeout(() => signal(receiver, 'SIGCONT'), AWHILE)
    },
    ({ patroni }) => patroni.start(),
  ),
  freeze: onLeader(
    ({ patroni }) => patroni.freeze(),
    ({ patroni }) => patroni.thaw(),
  ),
  async switchover(cluster) {
    const old = await cluster.leader()
    const members = await membersBy(old)
    const candidate =
      members.find(({ role }) => role === 'sync_standby') ?? members.find(({ role }) => role !== 'leader')
    const response = await fetch(`http://${old.address}:8008/switchover`, {
      method: 'POST',
      body: JSON.stringify({ leader: old.name, candidate: candidate?.name }),
      signal: AbortSignal.timeout(1000 * SUCCESSION),
    })
    if (!response.ok) throw new Error(`no switchover: ${response.status} ${await response.text()}`)
  },
  async instance(cluster) {
    for (const instance of cluster.instances) {
      await instance.program.kill()
      await sleep(1000)
      await startInstance(instance)
    }
  },
  async redis({ redis }) {
    await redis.kill()
    await sleep(AWHILE)
    redis.start()
  },
  machine: onLeader(
    // A machine without power refuses nothing: it is silent.
    async ({ number, etcd, patroni }, cluster) => {
      cluster.network.cut(number)
      await Promise.all([patroni.kill(), etcd.kill(), neighbour(cluster).program.kill()])
    },
    async ({ number, etcd, patroni }, cluster) => {
      cluster.network.mend(number)
      etcd.start()
      patroni.start()
      await startInstance(neighbour(cluster))
    },
  ),
  cut: onLeader(
    ({ number }, { network }) => network.cut(number),
    ({ number }, { network }) => network.mend(number),
  ),
}
