import { connect, type Socket } from 'node:net'

/** What came of a request: a status, or none because the connection was lost or given up. */
export type Outcome = number | 'lost' | 'left'

/**
 * A connection that is kept alive and carries one request at a time. It reads of an answer what counts, to cost little.
 */
export class Line {
  readonly #port: number
  #socket: Socket | undefined
  #done: ((outcome: Outcome) => void) | undefined
  #head = ''
  #status = 0
  /** Bytes of the body still to come; -1 while the headers are not whole. */
  #missing = -1
  #last = false

  constructor(port: number) {
    this.#port = port
  }

  ask(request: string, done: (outcome: Outcome) => void): void {
    this.#done = done
    this.#open().write(request, 'latin1')
  }

  /** Hangs up, whatever is under way. */
  leave(): void {
    this.#drop('left')
  }

  #open(): Socket {
    if (this.#socket !== undefined) return this.#socket
    const socket = connect(this.#port, '127.0.0.1').setNoDelay()
    const lost = () => {
      if (this.#socket === socket) this.#drop('lost')
    }
    socket.on('error', lost).on('close', lost)
    socket.on('data', (chunk) => {
      if (this.#socket === socket) this.#receive(chunk)
    })
    this.#socket = socket
    return socket
  }

  #receive(chunk: Buffer): void {
    let body = chunk.length
    if (this.#missing < 0) {
      const before = this.#head.length
      this.#head += chunk.toString('latin1')
      const end = this.#head.indexOf('\r\n\r\n')
      if (end < 0) return
      body = chunk.length - (end + 4 - before)
      this.#read(this.#head.slice(0, end).toLowerCase())
    }
    this.#missing -= body
    if (this.#missing > 0) return
    if (this.#last || this.#missing < 0) this.#drop(this.#missing < 0 ? 'lost' : this.#status)
    else this.#end(this.#status)
  }

  #read(head: string): void {
    this.#status = Number(head.slice(9, 12))
    const length = this.#status === 304 ? '0' : /\r\ncontent-length: (\d+)/.exec(head)?.[1]
    this.#missing = Number(length ?? 0)
    this.#last = head.includes('\r\nconnection: close')
  }

  #end(outcome: Outcome): void {
    const done = this.#done
    this.#done = undefined
    this.#head = ''
    this.#missing = -1
    done?.(outcome)
  }

  #drop(outcome: Outcome): void {
    const socket = this.#socket
    this.#socket = undefined
    socket?.destroy()
    this.#end(outcome)
  }
}
