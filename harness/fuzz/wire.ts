import type { Socket } from 'node:net'
import { dial } from '../http/socket.ts'

/** An answer, as it came over the wire. */
export interface Answer {
  readonly status: number
  /** By names in lower case; of one that comes twice, the last. */
  readonly headers: Readonly<Record<string, string | undefined>>
  /** The status line and the headers, to the letter. */
  readonly top: string
  readonly body: string
}

/** Longer than the service takes for anything, on any machine. */
const PATIENCE = 300_000

/** The first answer in these bytes and how many it takes, or null while it is not whole. */
export function takeAnswer(bytes: Buffer, head: boolean): { answer: Answer; length: number } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end === -1) return null
  const top = bytes.toString('latin1', 0, end)
  const [first = '', ...lines] = top.split('\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(first)?.[1] ?? Number.NaN)
  if (Number.isNaN(status)) throw new Error(`not an answer: ${JSON.stringify(top.slice(0, 200))}`)
  const headers: Record<string, string> = {}
  for (const line of lines) {
    const colon = line.indexOf(':')
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim()
  }
  const bodiless = head || status === 304 || status === 204 || status < 200
  if (!bodiless && headers['content-length'] === undefined) throw new Error(`no length: ${top}`)
  const start = end + 4
  const length = start + (bodiless ? 0 : Number(headers['content-length']))
  if (bytes.length < length) return null
  return { answer: { status, headers, top, body: bytes.toString('utf8', start, length) }, length }
}

interface Pending {
  readonly head: boolean
  readonly last: boolean
  readonly resolve: (answer: Answer | null) => void
  readonly reject: (error: Error) => void
  readonly timer: NodeJS.Timeout
}

/** One connection kept alive, on which one request at a time is asked; made anew when the service has closed it. */
export class Keeper {
  readonly #port: number
  #socket: Socket | undefined
  #received: Buffer = Buffer.alloc(0)
  #pending: Pending | undefined

  constructor(port: number) {
    this.#port = port
  }

  /** The answer, or null when the connection was closed without one. After the last request the connection is left. */
  ask(bytes: Buffer, { head = false, last = false } = {}): Promise<Answer | null> {
    const socket = this.#open()
    return new Promise((resolve, reject) => {
      const late = () => this.#end(new Error(`no answer in ${PATIENCE / 1000} s`))
      this.#pending = { head, last, resolve, reject, timer: setTimeout(late, PATIENCE) }
      if (this.#received.length > 0) this.#end(new Error('an answer that nobody asked for came before'))
      else socket.write(bytes)
    })
  }

  close(): void {
    const socket = this.#socket
    this.#socket = undefined
    this.#received = Buffer.alloc(0)
    socket?.destroy()
  }

  #open(): Socket {
    if (this.#socket?.writable === true) return this.#socket
    this.close()
    const socket = dial(this.#port).socket.setNoDelay()
    this.#socket = socket
    socket.on('data', (chunk) => {
      if (this.#socket === socket) this.#receive(chunk)
    })
    socket.on('close', () => {
      if (this.#socket !== socket) return
      this.close()
      this.#end(null)
    })
    return socket
  }

  #receive(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    if (this.#pending === undefined) return
    try {
      const answer = this.#takeFinal(this.#pending.head)
      if (answer === undefined) return
      if (this.#pending.last || answer.headers.connection === 'close') this.close()
      this.#end(answer)
    } catch (error) {
      this.#end(error as Error)
    }
  }

  /** The answer, past those that only tell to go on. */
  #takeFinal(head: boolean): Answer | undefined {
    for (;;) {
      const taken = takeAnswer(this.#received, head)
      if (taken === null) return undefined
      this.#received = this.#received.subarray(taken.length)
      if (taken.answer.status >= 200) return taken.answer
    }
  }

  #end(outcome: Answer | null | Error): void {
    const pending = this.#pending
    this.#pending = undefined
    clearTimeout(pending?.timer)
    if (outcome instanceof Error) {
      this.close()
      pending?.reject(outcome)
    } else pending?.resolve(outcome)
  }
}
