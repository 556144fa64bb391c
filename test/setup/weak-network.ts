import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { dial, guarded } from '../../harness/http/socket.ts'

/** What a weak network does to a connection: lets it through, drops it, cuts its answer short, or says nothing. */
export type Weather = 'fine' | 'dropped' | 'cut' | 'silent'

export interface WeakNetwork {
  readonly address: string
  /** What happens to the next connections, one after the other; fine when none is left. */
  forecast: Weather[]
  /** How many connections were made. */
  readonly connections: number
  close(): Promise<void>
}

/** Enough for the headers of an answer, too little for its body. */
const CUT_AFTER = 900

/** A network of one hop in front of the service at that port. Each connection serves one request. */
export async function openWeakNetwork(port: number): Promise<WeakNetwork> {
  const open = new Set<Socket>()
  const network = { forecast: [] as Weather[], connections: 0 }
  const server = createServer((here) => {
    network.connections += 1
    open.add(here)
    void guarded(here).then(() => open.delete(here))
    const weather = network.forecast.shift() ?? 'fine'
    if (weather === 'dropped') return void here.resetAndDestroy()
    if (weather === 'silent') return
    relay(here, port, weather === 'cut' ? CUT_AFTER : Number.POSITIVE_INFINITY)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(network, {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      for (const socket of open) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  })
}

function relay(here: Socket, port: number, most: number): void {
  const { socket: there, closed } = dial(port)
  void closed.then(() => there.readableEnded || here.destroy())
  here.on('close', () => there.destroy())
  here.on('data', (bytes) => there.write(bytes))
  let passed = 0
  there.on('data', (bytes) => {
    here.write(bytes.subarray(0, Math.max(0, most - passed)))
    passed += bytes.length
    if (passed > most) here.end()
  })
  there.on('end', () => here.end())
}
