import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ports of outgoing connections, which would take one while nobody listens there. */
const LOWEST = 10_240
const HIGHEST = 32_767

/** Ports that nobody listens on. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = LOWEST + Math.floor(Math.random() * (HIGHEST - LOWEST + 1))
    if (await isFree(port)) ports.add(port)
  }
  return [...ports]
}

export const freePort = async (): Promise<number> => (await freePorts(1))[0] as number

async function isFree(port: number): Promise<boolean> {
  const server = createServer().listen(port, '127.0.0.1')
  try {
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise((resolve) => server.close(resolve))
  }
}
