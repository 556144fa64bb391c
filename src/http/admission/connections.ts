import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { AddressLimit, type AddressLimits } from './address-limit.ts'

/** Time for the due answers of a connection from which nothing more is read. */
const LAST_ANSWERS = 10_000
/** Time for the other side to close after the last answer. */
const GOODBYE = 1000
/** Time for the rest of a request that is answered already, and how much of it is waited for, in bytes. */
const REST = 30_000
const LARGEST_REST = 16_000_000

interface Connection {
  readonly socket: Socket
  /** How many answers are due, and the last of them. */
  due: number
  latest?: ServerResponse
  /** Whether an answer has announced that it is the last. */
  closing?: boolean
  /** Sends the last answer, once all others are sent. */
  finalAnswer?: () => void
}

/** All open connections of a server, and the answers due on each. */
export class Connections {
  readonly #limit: AddressLimit
  readonly #open = new Map<Socket, Connection>()
  #draining = false
  #refuse: (response: ServerResponse) => void = () => {}

  constructor(limits: AddressLimits) {
    this.#limit = new AddressLimit(limits)
  }

  /** How many were closed for lack of room since the start, new or idle. */
  get closed(): number {
    return this.#limit.closed
  }

  /** `refuse` answers a request that has not wholly come when the server stops. */
  watch(server: Server, refuse: (response: ServerResponse) => void): void {
    this.#refuse = refuse
    server.on('connection', (socket: Socket) => {
      if (this.#draining || !this.#limit.admits(socket)) return socket.destroy()
      this.#open.set(socket, { socket, due: 0 })
      socket.once('close', () => {
        this.#open.delete(socket)
        this.#limit.release(socket)
      })
    })
  }

  /** Registers a due answer. False if nothing more is read from the connection: then the request is not answered. */
  begin(response: ServerResponse): boolean {
    const { socket } = response.req
    const connection = this.#open.get(socket)
    if (connection === undefined) return true
    if (connection.finalAnswer !== undefined || connection.closing) return false
    connection.due += 1
    connection.latest = response
    this.#limit.busy(socket)
    response.once('close', () => this.#end(connection))
    return true
  }

  /** Whether this is the last due answer: it may announce that the connection closes. */
  isLast(response: ServerResponse): boolean {
    const latest = this.#open.get(response.req.socket)?.latest
    return latest === undefined || latest === response
  }

  /** The answer that waits for the rest of its request; undefined where none does. */
  unfinished(socket: Socket): ServerResponse | undefined {
    const latest = this.#open.get(socket)?.latest
    return latest === undefined || latest.headersSent || latest.req.complete ? undefined : latest
  }

  /**
   * Reads no more requests from this connection: sends the due answers, then the last word, within a time limit (RFC
   * 9112 §9.3.2).
   */
  conclude(socket: Socket, lastWord: () => void): void {
    const connection = this.#open.get(socket)
    if (connection === undefined) return void socket.destroy()
    if (connection.finalAnswer !== undefined) return
    const deadline = setTimeout(() => socket.destroy(), LAST_ANSWERS).unref()
    connection.finalAnswer = () => {
      clearTimeout(deadline)
      // An answer may have closed the connection already.
      if (socket.writable) lastWord()
      // Further input is read and dropped: unread, it would reset the connection before the last answer arrives.
      socket.resume()
      setTimeout(() => socket.destroy(), GOODBYE).unref()
    }
    if (connection.due === 0) connection.finalAnswer()
  }

  /**
   * Has the connection closed after this answer, and what still comes of its request read and dropped: unread, it would
   * reset the connection before the answer arrives.
   */
  dropRest(response: ServerResponse): void {
    const { req: request } = response
    const { socket } = request
    const connection = this.#open.get(socket)
    if (connection !== undefined) connection.closing = true
    // Node.js calls it after an answer that closes, and would close at once.
    socket.destroySoon = () => {
      socket.end()
      let timer: NodeJS.Timeout | undefined
      const closeIn = (milliseconds: number) => {
        clearTimeout(timer)
        timer = setTimeout(() => socket.destroy(), milliseconds).unref()
      }
      closeIn(this.#draining || request.readableEnded || !isModest(request) ? GOODBYE : REST)
      request.once('end', () => closeIn(GOODBYE)).resume()
    }
  }

  /** Closes connections without a due answer, half-sent requests included; the others after their answers. */
  drain(): void {
    this.#draining = true
    for (const { socket, due } of this.#open.values()) {
      const unfinished = this.unfinished(socket)
      if (due === 0) socket.destroy()
      else if (unfinished !== undefined) this.#refuse(unfinished)
    }
  }

  /** Closes all connections at once. */
  cut(): void {
    for (const socket of this.#open.keys()) socket.destroy()
  }

  #end(connection: Connection): void {
    connection.due -= 1
    const { socket, due, finalAnswer } = connection
    if (due > 0) return
    if (finalAnswer !== undefined) finalAnswer()
    else if (this.#draining) socket.destroySoon()
    else this.#limit.idle(socket)
  }
}

const isModest = ({ headers }: IncomingMessage): boolean => Number(headers['content-length']) <= LARGEST_REST
