import { connect } from 'node:net'
import type { AntivirusAddress } from '../addresses.ts'
import { errorText } from '../database/error-text.ts'

/** What the scanner found in contents. */
export type Verdict = { readonly statut: 'sain' } | { readonly statut: 'infecte'; readonly signature: string }

/** The scanner gave no verdict: it was not reached, closed, kept silent, or said something else. */
export class NoVerdict extends Error {
  /** Whether it took the connection: if not, other contents would fare no better. */
  readonly reached: boolean

  constructor(message: string, reached: boolean, cause?: unknown) {
    super(message, { cause })
    this.name = 'NoVerdict'
    this.reached = reached
  }
}

interface Limits {
  readonly signal: AbortSignal
  /** After so many milliseconds without a sign of life it is given up. */
  readonly silence?: number
}

const SILENCE = 30_000
/** An answer is one line: a signature has a short name. */
const LONGEST_ANSWER = 1024
const END = Buffer.alloc(4)

/** Has clamd scan contents, given piece by piece. Throws NoVerdict, or what reading the pieces throws. */
export async function scan(
  address: AntivirusAddress,
  pieces: AsyncIterable<Buffer>,
  limits: Limits,
): Promise<Verdict> {
  const clamd = converse(address, limits)
  let whole = false
  const send = async () => {
    await clamd.send(Buffer.from('zINSTREAM\0'))
    // To clamd, an empty piece is the end.
    for await (const piece of pieces) if (piece.length > 0) await clamd.send(lengthOf(piece), piece)
    whole = true
    await clamd.send(END)
  }
  const sent = send()
  try {
    const answer = await Promise.race([clamd.answer, sent.then(() => clamd.answer)])
    const [, found, signature = ''] = /^stream: (OK|(.+) FOUND)$/s.exec(answer) ?? []
    // An answer before the end is about a part only.
    if (!whole || found === undefined) throw new NoVerdict(answer, true)
    return found === 'OK' ? { statut: 'sain' } : { statut: 'infecte', signature }
  } finally {
    clamd.close()
    await sent.catch(() => {})
  }
}

/** Resolves when clamd answers, and throws NoVerdict otherwise. */
export async function ping(address: AntivirusAddress, limits: Limits): Promise<void> {
  const clamd = converse(address, limits)
  try {
    await clamd.send(Buffer.from('zPING\0'))
    const answer = await clamd.answer
    if (answer !== 'PONG') throw new NoVerdict(answer, true)
  } finally {
    clamd.close()
  }
}

/** One command on a connection of its own, and the answer to it. */
function converse(address: AntivirusAddress, { signal, silence = SILENCE }: Limits) {
  const socket = connect({ ...address, timeout: silence })
  // By hand: Node.js 20 never takes the listener of its option `signal` away.
  const leave = () => void socket.destroy(new Error('left'))
  signal.addEventListener('abort', leave, { once: true })
  if (signal.aborted) leave()
  let reached = false
  const failed = (error: unknown) => new NoVerdict(errorText(error), reached, error)
  const answer = new Promise<string>((resolve, reject) => {
    let text = ''
    socket
      .setEncoding('utf8')
      .on('connect', () => {
        reached = true
      })
      .on('data', (said: string) => {
        text += said
        const end = text.indexOf('\0')
        if (end !== -1) resolve(text.slice(0, end))
        else if (text.length > LONGEST_ANSWER) socket.destroy(new Error('an answer without an end'))
      })
      .on('timeout', () => socket.destroy(new Error(`silent for ${silence / 1000} s`)))
      .on('error', (error) => reject(failed(error)))
      .on('close', () => {
        signal.removeEventListener('abort', leave)
        reject(failed(new Error('closed without an answer')))
      })
  })
  answer.catch(() => {})
  return {
    answer,
    /** Settles when the system has taken all of it. */
    send: (...parts: readonly Buffer[]) =>
      new Promise<void>((resolve, reject) => {
        socket.cork()
        parts.forEach((part, index) => {
          const last = index === parts.length - 1
          socket.write(part, (error) => {
            // The connection tells better why it ended.
            if (error) answer.then(() => reject(failed(error)), reject)
            else if (last) resolve()
          })
        })
        socket.uncork()
      }),
    close: () => socket.destroy(),
  }
}

function lengthOf(piece: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(piece.length)
  return length
}
