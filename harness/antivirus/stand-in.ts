import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type Server, type Socket } from 'node:net'
import { guarded } from '../http/socket.ts'

/** What is said of contents: an answer, or nothing at all. */
type Reply = string | 'silent' | 'closed'

/** A scanner that speaks the protocol of clamd and says of contents what the test wants it to. */
export interface StandIn {
  readonly url: string
  /** The contents that came whole, as text, in the order in which they came. */
  readonly scanned: readonly string[]
  /** What is said of contents. */
  reply: (contents: string) => Reply | Promise<Reply>
  /** As StreamMaxLength: what is longer is cut off while it comes. */
  longest: number
  start(): Promise<void>
  /** As when it is killed: connections are reset, and nobody listens. */
  stop(): Promise<void>
}

export const OK = 'stream: OK'
export const FOUND = 'stream: Essai.Virus FOUND'
export const TOO_LONG = 'INSTREAM size limit exceeded. ERROR'

/** Listens on that port of this machine, or on that socket. */
export async function openStandIn(place: number | string): Promise<StandIn> {
  const open = new Set<Socket>()
  const scanned: string[] = []
  let server: Server | undefined
  const standIn: StandIn = {
    url: typeof place === 'number' ? `tcp://127.0.0.1:${place}` : `unix://${place}`,
    scanned,
    reply: () => OK,
    longest: Number.POSITIVE_INFINITY,
    async start() {
      if (typeof place === 'string') await rm(place, { force: true })
      server = createServer((socket) => {
        open.add(socket)
        void guarded(socket).then(() => open.delete(socket))
        void serve(socket, standIn, scanned)
      })
      server.listen(typeof place === 'number' ? { port: place, host: '127.0.0.1' } : { path: place })
      await once(server, 'listening')
    },
    async stop() {
      const closed = new Promise((resolve) => (server === undefined ? resolve(null) : server.close(resolve)))
      for (const socket of open) socket.destroy()
      await closed
      server = undefined
    },
  }
  await standIn.start()
  return standIn
}

/** Understands one command of a connection. */
async function serve(socket: Socket, standIn: StandIn, scanned: string[]): Promise<void> {
  const say = (text: string) => void socket.end(`${text}\0`)
  let heard = Buffer.alloc(0)
  const contents: Buffer[] = []
  const hear = async () => {
    const end = heard.indexOf(0)
    const command = end === -1 ? '' : heard.subarray(0, end).toString()
    if (end === -1) return
    if (command === 'zPING') return say('PONG')
    if (command !== 'zINSTREAM') return say('UNKNOWN COMMAND')
    let rest = heard.subarray(end + 1)
    contents.length = 0
    while (rest.length >= 4) {
      const length = rest.readUInt32BE()
      if (length === 0) {
        socket.off('data', listen)
        const text = Buffer.concat(contents).toString()
        scanned.push(text)
        const reply = await standIn.reply(text)
        if (reply === 'closed') socket.destroy()
        else if (reply !== 'silent') say(reply)
        return
      }
      if (rest.length < 4 + length) return
      contents.push(rest.subarray(4, 4 + length))
      rest = rest.subarray(4 + length)
      if (Buffer.concat(contents).length > standIn.longest) {
        socket.off('data', listen)
        return say(TOO_LONG)
      }
    }
  }
  const listen = (bytes: Buffer) => {
    heard = Buffer.concat([heard, bytes])
    void hear()
  }
  socket.on('data', listen)
}
