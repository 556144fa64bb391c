import { connect, type NetConnectOpts, type Socket } from 'node:net'

/** A connection spoken to by hand. A peer that resets it ends it, and nothing else: no error is thrown at anybody. */
interface Dialled {
  readonly socket: Socket
  /** Settled when it is closed, for whatever reason; never rejected. */
  readonly closed: Promise<void>
  /** Settled with the next bytes, or when it is closed. */
  next(): Promise<void>
}

/** Opens a connection to a port of this machine, or whatever else is said. */
export function dial(target: number | NetConnectOpts): Dialled {
  const socket = connect(typeof target === 'number' ? { port: target, host: '127.0.0.1' } : target)
  const closed = guarded(socket)
  const next = () =>
    new Promise<void>((resolve) => {
      const go = () => {
        socket.off('data', go).off('close', go)
        resolve()
      }
      if (socket.closed) resolve()
      else socket.on('data', go).on('close', go)
    })
  return { socket, closed, next }
}

/** Has a socket's errors heard, as one that nobody hears would end the whole run. Settled when it is closed. */
export function guarded(socket: Socket): Promise<void> {
  socket.on('error', () => {})
  return new Promise((resolve) => {
    socket.once('close', () => resolve())
  })
}
