import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dial, guarded } from '../http/socket.ts'

/** A network between the service and a server, which can be made to fail. */
export interface Network {
  readonly port: number
  /** Everything passes, from now on. */
  mend(): void
  /** Nothing passes any more, in neither direction; connections stay open, and new ones are taken. */
  stall(): void
  /** Resets what is open, and each new connection at once. */
  reset(): void
  /** Leads to the socket of another server from now on; what is open is reset. */
  lead(path: string): void
  /** Lets so many more bytes of each answer through, then resets the connection. */
  cutAfter(bytes: number): void
  /** What happens to the next connections, one after the other, instead of that. */
  forecast: State[]
  /** How many connections were made. */
  readonly connections: number
  close(): Promise<void>
}

export type State = 'whole' | 'stalled' | 'resetting' | { readonly cutAfter: number }

/** Listens on a port of its own and leads to the port or the socket of a server. */
export async function openNetwork(to: number | string): Promise<Network> {
  const pairs = new Set<Pair>()
  let state: State = 'whole'
  let target = to
  const network = { forecast: [] as State[], connections: 0 }
  const listener = createServer((near) => {
    void guarded(near)
    network.connections += 1
    const own = network.forecast.shift() ?? state
    if (own === 'resetting') return void near.resetAndDestroy()
    const pair = new Pair(near, dial(typeof target === 'number' ? target : { path: target }).socket)
    pairs.add(pair)
    pair.ended = () => pairs.delete(pair)
    pair.enter(own)
  })
  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const become = (next: State) => {
    state = next
    for (const pair of [...pairs]) pair.enter(next)
  }
  return Object.assign(network, {
    port: (listener.address() as AddressInfo).port,
    mend: () => become('whole'),
    stall: () => become('stalled'),
    reset: () => become('resetting'),
    lead(path: string) {
      become('resetting')
      target = path
      become('whole')
    },
    cutAfter: (bytes: number) => become({ cutAfter: bytes }),
    async close() {
      become('resetting')
      await new Promise((resolve) => listener.close(resolve))
    },
  })
}

/** Two ends of one connection. */
class Pair {
  ended: () => void = () => {}
  readonly #near: Socket
  readonly #far: Socket
  #left = Number.POSITIVE_INFINITY

  constructor(near: Socket, far: Socket) {
    this.#near = near
    this.#far = far
    for (const socket of [near, far]) {
      void guarded(socket).then(() => this.#drop())
    }
    near.on('data', (bytes) => far.write(bytes))
    far.on('data', (bytes) => this.#answer(bytes))
  }

  enter(state: State): void {
    if (state === 'resetting') {
      this.#drop()
      return
    }
    this.#left = typeof state === 'object' ? state.cutAfter : Number.POSITIVE_INFINITY
    for (const socket of [this.#near, this.#far]) {
      if (state === 'stalled') socket.pause()
      else socket.resume()
    }
  }

  #answer(bytes: Buffer): void {
    const through = bytes.subarray(0, this.#left)
    this.#left -= through.length
    // What was let through arrives before the end.
    this.#near.write(through, () => {
      if (this.#left === 0) this.#drop()
    })
  }

  #drop(): void {
    this.#near.resetAndDestroy()
    this.#far.destroy()
    this.ended()
  }
}
