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
  const pieces: Buffer[] = []
  let size = 0
  const reader = readerOf(socket)
  const command = await reader.until(0)
  if (command === 'zPING') return say('PONG')
  if (command !== 'zINSTREAM') return say('UNKNOWN COMMAND')
  for (;;) {
    const length = (await reader.take(4)).readUInt32BE()
    if (length === 0) break
    pieces.push(await reader.take(length))
    size += length
    if (size > standIn.longest) return say(TOO_LONG)
  }
  const text = Buffer.concat(pieces).toString()
  scanned.push(text)
  const reply = await standIn.reply(text)
  if (reply === 'closed') socket.destroy()
  else if (reply !== 'silent') say(reply)
}

/** Reads a connection by so many bytes; one that ends first is waited for in vain. */
function readerOf(socket: Socket) {
  const readable = () => new Promise<void>((resolve) => void socket.once('readable', resolve))
  const take = async (count: number): Promise<Buffer> => {
    const parts: Buffer[] = []
    let missing = count
    while (missing > 0) {
      const part: Buffer | null = socket.read(Math.min(missing, socket.readableLength) || undefined)
      if (part === null) await readable()
      else {
        parts.push(part)
        missing -= part.length
      }
    }
    return Buffer.concat(parts)
  }
  return {
    take,
    async until(end: number): Promise<string> {
      let text = ''
      for (;;) {
        const [byte = end] = await take(1)
        if (byte === end) return text
        text += String.fromCharCode(byte)
      }
    },
  }
}
