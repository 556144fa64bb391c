import { BlockList, isIP, type Socket } from 'node:net'
import { networkOf } from './rate-limits.ts'

/** Open connections of all addresses together. */
const MAX_CONNECTIONS = 10_000

export interface AddressLimits {
  readonly connectionsPerAddress: number
  /** All users come through these proxies: only the total limit applies to them. */
  readonly trustProxy: readonly string[]
  readonly most?: number
}

/** The connections of one address, or of one IPv6 /64. */
interface Network {
  readonly key: string
  open: number
  /** Idle connections, in the order in which they became so, with the bytes read from each by then. */
  readonly idle: Map<Socket, number>
}

/**
 * Limits the connections per address, and of all together. Above the limit a new connection replaces the one that has
 * been idle for longest: of its own address, or of the address with the most. If none is idle, it is refused.
 */
export class AddressLimit {
  readonly #limits: AddressLimits
  readonly #proxies: BlockList
  readonly #open = new Map<Socket, Network>()
  readonly #networks = new Map<string, Network>()
  readonly #proxied = emptyNetwork('')
  /** Addresses by their number of connections, to find the largest at once. */
  readonly #bySize: Set<Network>[] = []
  /** Connections closed for lack of room since the start, new or idle. */
  closed = 0

  constructor(limits: AddressLimits) {
    this.#limits = limits
    this.#proxies = blockList(limits.trustProxy)
  }

  /** Whether there is room for a new connection. */
  admits(socket: Socket): boolean {
    const { remoteAddress: address } = socket
    // Undefined: the other side has closed already.
    if (address === undefined) return false
    const network = this.#networkOf(address)
    if (!this.#hasRoom(network)) {
      this.closed += 1
      return false
    }
    this.#open.set(socket, network)
    this.#count(network, 1)
    this.idle(socket)
    return true
  }

  busy(socket: Socket): void {
    this.#open.get(socket)?.idle.delete(socket)
  }

  idle(socket: Socket): void {
    this.#open.get(socket)?.idle.set(socket, socket.bytesRead)
  }

  release(socket: Socket): void {
    const network = this.#open.get(socket)
    if (network === undefined) return
    this.#open.delete(socket)
    network.idle.delete(socket)
    this.#count(network, -1)
  }

  #networkOf(address: string): Network {
    if (this.#proxies.check(address, familyOf(address))) return this.#proxied
    const key = networkOf(address)
    return this.#networks.get(key) ?? emptyNetwork(key)
  }

  #hasRoom(network: Network): boolean {
    const { connectionsPerAddress, most = MAX_CONNECTIONS } = this.#limits
    if (network !== this.#proxied && network.open >= connectionsPerAddress) return this.#closeIdle(network)
    return this.#open.size < most || this.#closeIdleOfLargest()
  }

  #closeIdleOfLargest(): boolean {
    for (let size = this.#bySize.length - 1; size > 0; size -= 1) {
      for (const network of this.#bySize[size] ?? []) if (this.#closeIdle(network)) return true
    }
    return this.#closeIdle(this.#proxied)
  }

  #closeIdle({ idle }: Network): boolean {
    let chosen: Socket | undefined
    for (const [socket, read] of idle) {
      chosen ??= socket
      // More bytes were read: a request has begun, unless this side has ended. It is closed only if there is no other.
      if (socket.bytesRead !== read && !socket.writableEnded) continue
      chosen = socket
      break
    }
    if (chosen === undefined) return false
    this.closed += 1
    this.release(chosen)
    chosen.destroy()
    return true
  }

  #count(network: Network, change: 1 | -1): void {
    if (network === this.#proxied) return
    this.#bySize[network.open]?.delete(network)
    network.open += change
    if (network.open === 0) {
      this.#networks.delete(network.key)
      return
    }
    this.#networks.set(network.key, network)
    const equals = this.#bySize[network.open] ?? new Set()
    this.#bySize[network.open] = equals.add(network)
  }
}

const emptyNetwork = (key: string): Network => ({ key, open: 0, idle: new Map() })

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4')

function blockList(networks: readonly string[]): BlockList {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = familyOf(address)
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return list
}
