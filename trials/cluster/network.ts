import { execFileSync } from 'node:child_process'
import { searchPath } from './processes.ts'

/** Where the nodes live, and what connects them. */
export interface Network {
  /** In the notation of pg_hba.conf. */
  readonly range: string
  /** Whether a node can be cut off. */
  readonly cuttable: boolean
  address(node: number): string
  /** The start of a command that is to run on that node. */
  on(node: number): readonly string[]
  /** Pulls the cable: nothing is answered or refused any more, in both directions. */
  cut(node: number): void
  mend(node: number): void
  remove(): void
}

const ip = (...given: string[]): void => {
  execFileSync('ip', given, { stdio: 'pipe', env: { PATH: searchPath } })
}

/** Each node in a network namespace of its own where the system allows it; else all on the loopback interface. */
export function openNetwork(nodes: number): Network {
  const number = process.pid % 250
  try {
    return namespaces(nodes, number)
  } catch {
    return loopback(number)
  }
}

function namespaces(nodes: number, number: number): Network {
  const bridge = `antenne${number}`
  const name = (node: number) => `${bridge}n${node}`
  const address = (node: number) => `10.213.${number}.${node}`
  const all = Array.from({ length: nodes }, (_, index) => index + 1)
  const remove = () => {
    for (const node of all) attempt(() => ip('netns', 'del', name(node)))
    attempt(() => ip('link', 'del', bridge))
  }
  try {
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${address(254)}/24`, 'dev', bridge)
    ip('link', 'set', bridge, 'up')
    for (const node of all) {
      ip('netns', 'add', name(node))
      ip('link', 'add', name(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name(node))
      ip('link', 'set', name(node), 'master', bridge, 'up')
      ip('-n', name(node), 'addr', 'add', `${address(node)}/24`, 'dev', 'eth0')
      ip('-n', name(node), 'link', 'set', 'lo', 'up')
      ip('-n', name(node), 'link', 'set', 'eth0', 'up')
    }
  } catch (error) {
    remove()
    throw error
  }
  return {
    range: `10.213.${number}.0/24`,
    cuttable: true,
    address,
    on: (node) => ['ip', 'netns', 'exec', name(node)],
    cut: (node) => ip('link', 'set', name(node), 'down'),
    mend: (node) => ip('link', 'set', name(node), 'up'),
    remove,
  }
}

const loopback = (number: number): Network => ({
  range: '127.0.0.0/8',
  cuttable: false,
  address: (node) => `127.213.${number}.${node}`,
  on: () => [],
  cut: () => {},
  mend: () => {},
  remove: () => {},
})

function attempt(work: () => void): void {
  try {
    work()
  } catch {
    // It was not there.
  }
}
