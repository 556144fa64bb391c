import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import type { History, Read } from '../../harness/history/history.ts'
import { type Answer, ask } from '../../harness/http/ask.ts'
import type { Instance } from './instance.ts'
import type { User, World } from './world.ts'

interface Reading {
  readonly history: History
  readonly world: World
  readonly instances: readonly Instance[]
  /** Instances that took no connection when they were last asked. */
  readonly gone: Set<Instance>
  readonly stopped: AbortSignal
}

/** Between two questions of one reader, in milliseconds. */
const PAUSE = 200
/** Nobody waits longer for an answer. */
const PATIENCE = 10_000

/**
 * Reads all the time as that user, through that instance. What fails is asked once more, as late as the answer says, of
 * the other instance, unless that is gone: as a load balancer would.
 */
export async function read(
  user: User,
  token: string,
  first: Instance,
  { history, world, instances, gone, stopped }: Reading,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const other = instances.find((instance) => instance !== first) ?? first
  const askOf = async (instance: Instance, path: string, again: boolean) => {
    const sent = history.now()
    const signal = AbortSignal.timeout(PATIENCE)
    const answer = await ask(instance.address + path, { token, agent, signal }).catch(
      ({ message }: Error) => ({ status: 0, headers: {} as Answer['headers'], text: message }),
    )
    const { status, headers, text } = answer
    const retryAfter = Number(headers['retry-after'] ?? 1)
    const { number } = instance
    if (status === 0) gone.add(instance)
    else gone.delete(instance)
    history.add({
      kind: 'read',
      user: user.id,
      instance: number,
      path,
      again,
      sent,
      received: history.now(),
      status,
      ...(status === 200 ? seenIn(path, text) : { text: text.slice(0, 200) }),
    })
    return { failed: status === 0 || status === 503, retryAfter }
  }
  const paths = pathsOf(user, world)
  for (let turn = first.number; !stopped.aborted; turn += 1) {
    const path = paths[turn % paths.length] ?? ''
    const { failed, retryAfter } = await askOf(first, path, false)
    if (failed) {
      await sleep(1000 * retryAfter)
      await askOf(gone.has(other) ? first : other, path, true)
    }
    await sleep(PAUSE)
  }
  agent.destroy()
}

const pathsOf = ({ scope }: User, { changing }: World): string[] => {
  const lists = ['/api/v1/clients?taille=100', '/api/v1/reservations?taille=100']
  const visible = changing.filter((id) => scope.clients.includes(id))
  const [own] = scope.clients
  const items = visible.length > 0 ? visible : own === undefined ? [] : [own]
  return items.flatMap((id) => [`/api/v1/clients/${id}`, ...lists])
}

interface Item {
  readonly id: string
  readonly adresse_facturation?: string | null
  readonly partenaire_id: string
  readonly statut: string
}

type Page = { donnees: Item[]; pagination: { total: number } }

/** What the checker wants to know of an answer. */
function seenIn(path: string, text: string): Pick<Read, 'clients' | 'reservations' | 'total'> {
  const body = JSON.parse(text) as Item | Page
  const isPage = 'donnees' in body
  const items = isPage ? body.donnees : [body]
  const total = isPage ? { total: body.pagination.total } : {}
  if (path.includes('/reservations')) {
    return {
      ...total,
      reservations: items.map(({ id, partenaire_id, statut }) => [id, partenaire_id, statut]),
    }
  }
  return { ...total, clients: items.map((item) => [item.id, versionOf(item)]) }
}

const versionOf = ({ adresse_facturation }: Item): number | null => {
  const version = /^v(\d+)$/.exec(adresse_facturation ?? '')?.[1]
  return version === undefined ? null : Number(version)
}
