import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { dial as dialFrom } from '../harness/http/socket.ts'
import { Connections } from '../src/http/admission/connections.ts'
import { openRawWorld, type RawWorld } from './setup/exchange.ts'

const unknown = 'GET /inconnu HTTP/1.1\r\nHost: x\r\n\r\n'

let close: (() => unknown) | undefined
afterEach(async () => {
  await close?.()
})

/** A connection that has been answered once, and is kept. */
async function kept(socket: Socket): Promise<Socket> {
  let heard = ''
  socket.on('data', (part) => {
    heard += part
  })
  await expect.poll(() => heard.endsWith('}') || socket.destroyed, { interval: 5 }).toBe(true)
  return socket
}

/** It may have been closed before anybody looks. */
const untilClosed = (socket: Socket | undefined) =>
  expect.poll(() => socket?.destroyed, { interval: 5 }).toBe(true)

/** Sends that on a connection of its own; the one before goes. */
const onlyOne = (dial: RawWorld['dial'], bytes: string) => {
  let last: Socket | undefined
  return () => {
    last?.destroy()
    last = dial(bytes)
    return last
  }
}

describe('connections of one address', () => {
  const open = async (environment: Record<string, string>): Promise<RawWorld> => {
    const world = await openRawWorld({ environment })
    close = world.close
    return world
  }

  test('are limited: the one that has been idle for longest gives way to a new one', async () => {
    const { dial } = await open({ CONNECTIONS_PER_ADDRESS: '3' })
    const [first, second, third] = [
      await kept(dial(unknown)),
      await kept(dial(unknown)),
      await kept(dial(unknown)),
    ]
    second.write(unknown)
    first.write(unknown)
    await Promise.all([once(first, 'data'), once(second, 'data')])
    const fourth = await kept(dial(unknown))
    await untilClosed(third)
    expect([first, second, fourth].map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  })

  test('give way neither while they wait for an answer nor, where there is another, while they send', async () => {
    const { dial, ask, whileHeld } = await open({ CONNECTIONS_PER_ADDRESS: '3' })
    await whileHeld(onlyOne(dial, ask('/api/v1/clients')), async (running) => {
      const half = await kept(dial(unknown))
      const idle = await kept(dial(unknown))
      half.write('GET /')
      // An answer later than the half request says that it has been read.
      idle.write(unknown)
      await once(idle, 'data')
      await kept(dial(unknown))
      await untilClosed(idle)
      expect([running, half].map(({ destroyed }) => destroyed)).toEqual([false, false])
    })
  })

  test('are closed at once where none is idle, and those of others are not', async () => {
    const { dial, ask, whileHeld, port } = await open({ CONNECTIONS_PER_ADDRESS: '1' })
    await whileHeld(onlyOne(dial, ask('/api/v1/clients')), async (running) => {
      await once(dial(unknown), 'close')
      expect(running.destroyed).toBe(false)
      if (process.platform !== 'linux') return
      const { socket: other } = dialFrom({ port, host: '127.0.0.1', localAddress: '127.0.0.2' })
      other.write(unknown)
      expect((await kept(other)).destroyed).toBe(false)
      other.destroy()
    })
  })

  test('are not limited for a proxy, through which everybody comes', async () => {
    const { dial } = await open({ CONNECTIONS_PER_ADDRESS: '1', TRUST_PROXY: '10.0.0.0/8,127.0.0.0/8' })
    const all = [await kept(dial(unknown)), await kept(dial(unknown)), await kept(dial(unknown))]
    expect(all.map(({ destroyed }) => destroyed)).toEqual([false, false, false])
  })
})

// Only Linux has more than one address on loopback without being told.
test.skipIf(process.platform !== 'linux')(
  'when all are too many, idle ones of the address with most go first, and a proxy’s last',
  async () => {
    const limits = { connectionsPerAddress: 10, trustProxy: ['127.0.0.9'], most: 6 }
    const connections = new Connections(limits)
    const server = createServer((_request, response) => {
      connections.begin(response)
      response.end('{}')
    })
    connections.watch(server, () => {})
    await once(server.listen(0, '127.0.0.1'), 'listening')
    close = () => {
      connections.cut()
      server.close()
    }
    const { port } = server.address() as AddressInfo
    const from = async (localAddress: string) => {
      const { socket } = dialFrom({ port, host: '127.0.0.1', localAddress })
      socket.write(unknown)
      return kept(socket)
    }
    const proxied = [await from('127.0.0.9'), await from('127.0.0.9'), await from('127.0.0.9')]
    const few = await from('127.0.0.2')
    const many = [await from('127.0.0.3'), await from('127.0.0.3')]
    const late = await from('127.0.0.4')
    await untilClosed(many[0])
    const open = [...proxied, few, many[1], late]
    expect(open.map((socket) => socket?.destroyed)).toEqual(open.map(() => false))
    expect(connections.closed).toBe(1)
  },
)
