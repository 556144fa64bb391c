import { once } from 'node:events'
import { Agent, createServer, get, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A reverse proxy as it stands before several instances: in turn to those that say that they are well. The header
 * x-instance of an answer tells the number of the one that was asked.
 */
interface Proxy {
  readonly address: string
  /** From now on the instance of that number listens there. */
  place(number: number, address: string): void
  /** Waits until the instance of that number is asked again. */
  untilWell(number: number): Promise<void>
  close(): Promise<void>
}

interface Backend {
  readonly number: number
  address: string
  /** What the last look at it saw. */
  health: string
  wellAt: number
  looking: boolean
  /** Connections are kept, as proxies do. */
  readonly agent: Agent
}

const CHECK_EVERY = 100
/** How long an instance may take to say how it is: well below the notice that it gives of its stop. */
const PATIENCE = 300

/** What a proxy says for itself, and not for the next one. */
const own = ['connection', 'keep-alive', 'transfer-encoding', 'host']

const isWell = ({ health }: Backend): boolean => health === '200'

/**
 * A request is given to one instance once: should that fail, the answer is 502 with the reason, and never another try
 * that would hide the loss.
 */
export async function openProxy(count: number): Promise<Proxy> {
  const backends = Array.from(
    { length: count },
    (_, number): Backend => ({
      number,
      address: '',
      health: 'not there',
      wellAt: 0,
      looking: false,
      agent: new Agent({ keepAlive: true }),
    }),
  )
  let turn = 0
  const server = createServer((asked, answer) => {
    const well = backends.filter(isWell)
    turn += 1
    forward(asked, answer, well[turn % well.length] ?? lastWell(backends))
  })
  const checking = setInterval(() => {
    for (const backend of backends) if (backend.address !== '' && !backend.looking) void check(backend)
  }, CHECK_EVERY)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    place(number, address) {
      Object.assign(backends[number] ?? {}, { address, health: 'not looked at yet', wellAt: 0 })
    },
    async untilWell(number) {
      while (backends[number]?.health !== '200') await sleep(10)
    },
    async close() {
      clearInterval(checking)
      for (const { agent } of backends) agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** When all are unwell, as on a machine that has too much else to do, somebody is asked nevertheless. */
const lastWell = (backends: readonly Backend[]): Backend =>
  backends.reduce((last, backend) => (backend.wellAt > last.wellAt ? backend : last))

async function check(backend: Backend): Promise<void> {
  const { address } = backend
  backend.looking = true
  const health = await new Promise<string>((resolve) => {
    const asked = get(`${address}/api/v1/sante`, { agent: false, timeout: PATIENCE }, (answer) => {
      answer.resume()
      resolve(String(answer.statusCode))
    })
    asked.on('timeout', () => asked.destroy(new Error('silent')))
    asked.on('error', ({ message }) => resolve(message))
  })
  backend.looking = false
  if (backend.address !== address) return
  backend.health = health
  if (isWell(backend)) backend.wellAt = performance.now()
}

function forward(asked: IncomingMessage, answer: ServerResponse, backend: Backend): void {
  const { number, address, health, agent } = backend
  answer.setHeader('x-instance', number)
  const fail = (reason: string) => void answer.writeHead(502).end(`${reason} (health ${health})`)
  const headers = Object.fromEntries(Object.entries(asked.headers).filter(([name]) => !own.includes(name)))
  const onward = request(`${address}${asked.url}`, { method: asked.method, headers, agent }, (given) => {
    const kept = Object.entries(given.headers).filter(([name]) => !own.includes(name))
    answer.writeHead(given.statusCode ?? 502, Object.fromEntries(kept))
    given.pipe(answer)
    given.on('error', () => answer.destroy())
  })
  onward.on('error', (error) => {
    if (answer.headersSent) answer.destroy()
    else fail(`${error.message}${onward.reusedSocket ? ' on a kept connection' : ''}`)
  })
  onward.end()
}
