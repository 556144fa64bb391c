import { once } from 'node:events'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { dial as dialFrom } from '../../harness/http/socket.ts'
import { withWriter } from '../../src/database/writer.ts'
import { operator } from './people.ts'
import { openWorld, type World, type WorldOptions } from './world.ts'

interface RawAnswer {
  readonly status: number
  /** In lower case. */
  readonly head: string
}

/** A world that listens, and is spoken to byte by byte. */
export interface RawWorld extends World {
  readonly port: number
  /** The text of a request of the operator's. */
  ask(path: string, headers?: string, method?: string): string
  /** Opens a connection and sends that in one write. */
  dial(bytes: string, localAddress?: string): Socket
  /** Reads until the service closes: the answers, one by one, each of them whole. */
  exchange(bytes: string): Promise<RawAnswer[]>
  /**
   * Asks for clients until a request is held up at them, and works meanwhile. A request that is sent away is asked
   * again.
   */
  whileHeld<Asked>(ask: () => Asked, work: (asked: Asked) => Promise<void>): Promise<Asked>
}

export async function openRawWorld(options: WorldOptions = {}): Promise<RawWorld> {
  const world = await openWorld(options)
  await world.server.listen({ port: 0, host: '127.0.0.1' })
  const { port } = world.server.server.address() as { port: number }
  const authorization = `Authorization: Bearer ${await world.token(operator)}\r\n`
  const opened: Socket[] = []
  let inside = 0
  let seen = 0
  world.server.server.on('request', (_request, response) => {
    inside += 1
    seen += 1
    response.once('close', () => {
      inside -= 1
    })
  })
  const dial: RawWorld['dial'] = (bytes, localAddress) => {
    const { socket } = dialFrom({
      port,
      host: '127.0.0.1',
      ...(localAddress === undefined ? {} : { localAddress }),
    })
    opened.push(socket)
    socket.write(bytes)
    return socket
  }
  return {
    ...world,
    port,
    dial,
    ask: (path, headers = '', method = 'GET') =>
      `${method} ${path} HTTP/1.1\r\nHost: x\r\n${authorization}${headers}\r\n`,
    async exchange(bytes) {
      const socket = dial(bytes)
      const parts: Buffer[] = []
      socket.on('data', (part) => parts.push(part))
      await once(socket, 'close')
      return answersIn(Buffer.concat(parts))
    },
    whileHeld: (ask, work) =>
      withWriter(world.connection, async (client) => {
        await client.query('begin')
        await client.query('lock table client in access exclusive mode')
        const waiting = `select from pg_locks where not granted and relation = 'client'::regclass`
        let before = seen
        let asked = ask()
        // Health, too, reads what answers read, and may wait for the same lock.
        while (inside === 0 || (await client.query(waiting)).rowCount === 0) {
          if (inside === 0 && seen > before) {
            before = seen
            asked = ask()
          }
          await sleep(5)
        }
        await work(asked)
        await client.query('rollback')
        return asked
      }),
    async close() {
      await world.close()
      for (const socket of opened) socket.destroy()
    },
  }
}

function answersIn(bytes: Buffer): RawAnswer[] {
  if (bytes.length === 0) return []
  const end = bytes.indexOf('\r\n\r\n') + 4
  const head = bytes.subarray(0, end).toString().toLowerCase()
  const hasBody = bytes[end] === '{'.charCodeAt(0)
  const body = end + (hasBody ? Number(/content-length: (\d+)/.exec(head)?.[1]) : 0)
  expect(bytes.length).toBeGreaterThanOrEqual(body)
  if (hasBody) JSON.parse(bytes.subarray(end, body).toString())
  return [{ status: Number(head.slice(9, 12)), head }, ...answersIn(bytes.subarray(body))]
}
