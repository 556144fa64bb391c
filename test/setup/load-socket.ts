import type { Socket } from 'node:net'
import { dial } from '../../harness/http/socket.ts'

/** A connection that is used as no proper client would, and what came of it. */
export interface Rough {
  readonly socket: Socket
  readonly received: () => string
  readonly closed: () => boolean
  /** Settled with the seconds since it was opened when the other side has closed it. */
  readonly end: Promise<number>
}

/** Opens a connection; `reading` false takes nothing from it. */
export async function rough(port: number, { reading = true } = {}): Promise<Rough> {
  const began = performance.now()
  const { socket, closed: gone } = dial({ port, host: '127.0.0.1', allowHalfOpen: true })
  let text = ''
  let closed = false
  const end = new Promise<number>((resolve) => {
    const over = () => {
      closed = true
      socket.destroy()
      resolve((performance.now() - began) / 1000)
    }
    // An error comes a turn before the close, which somebody who writes on and on would hold up.
    socket.on('error', over).on('end', over)
    void gone.then(over)
  })
  if (reading) {
    socket.setEncoding('latin1').on('data', (chunk: string) => {
      if (text.length < 100_000) text += chunk
    })
  }
  await new Promise<void>((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  return { socket, received: () => text, closed: () => closed, end }
}

/** Sends a text one letter at a time until it is through or the connection is closed. */
export async function trickle({ socket, closed }: Rough, text: string, every: number): Promise<void> {
  for (const letter of text) {
    if (closed()) return
    socket.write(letter)
    await new Promise((resolve) => setTimeout(resolve, every))
  }
}

/** What an answer that came over such a connection says. */
export function answerIn(text: string): { status: number; head: string; body: unknown } {
  const [head = '', body = ''] = text.split('\r\n\r\n')
  return { status: Number(head.slice(9, 12)), head: head.toLowerCase(), body: JSON.parse(body) }
}
