import { setImmediate as breath } from 'node:timers/promises'
import { dial } from '../http/socket.ts'
import { faultsOf } from './oracle.ts'
import type { RawCase } from './raw.ts'
import { anything } from './request.ts'
import { type Answer, takeAnswer } from './wire.ts'

/** What came back on a socket of its own. */
interface Conversation {
  readonly answers: readonly Answer[]
  /** What is left of the bytes that came, once the answers are taken. */
  readonly rest: Buffer
  /** Cut by the service while bytes were still on their way to it. */
  readonly reset: boolean
}

/** So long without a word, the service waits for more: then we say that no more will come. */
const QUIET = 80
const PATIENCE = 20_000
/** What has been told that no more comes closes: who waits so long for that waits in vain. */
const HANGS = 300_000

/** Sends the pieces, waits until the service has said all that it has to say, and hangs up unless it does. */
export function converse(port: number, { pieces, sizes }: RawCase): Promise<Conversation> {
  return new Promise((resolve, reject) => {
    const socket = dial(port).socket.setNoDelay()
    const received: Buffer[] = []
    let reset = false
    const quiet = setTimeout(() => socket.end(), sizes === undefined ? QUIET : PATIENCE)
    const late = setTimeout(() => {
      reject(new Error(`not closed ${HANGS / 1000} s after the end was told`))
      socket.destroy()
    }, HANGS)
    socket.on('data', (chunk) => {
      received.push(chunk)
      quiet.refresh()
    })
    socket.on('error', () => {
      reset = true
    })
    socket.on('close', () => {
      clearTimeout(quiet)
      clearTimeout(late)
      try {
        resolve({ ...answersIn(Buffer.concat(received)), reset })
      } catch (error) {
        reject(error)
      }
    })
    socket.on('connect', async () => {
      for (const piece of pieces) {
        if (!socket.writable) return
        socket.write(piece)
        quiet.refresh()
        await breath()
      }
    })
  })
}

function answersIn(bytes: Buffer): { answers: Answer[]; rest: Buffer } {
  const answers: Answer[] = []
  let rest = bytes
  for (;;) {
    const taken = takeAnswer(rest, false)
    if (taken === null) return { answers, rest }
    rest = rest.subarray(taken.length)
    if (taken.answer.status >= 200) answers.push(taken.answer)
  }
}

/** What is wrong with what came back. No answer at all is allowed: the connection is closed. */
export function conversationFaults(
  { marker, sizes }: RawCase,
  { answers, rest, reset }: Conversation,
): string[] {
  const judged = { marker, allowed: anything, head: false }
  const faults = answers.flatMap((answer) => faultsOf(judged, answer, { deep: true }))
  if (rest.length > 0 && !reset)
    faults.push(`an answer cut short: ${JSON.stringify(rest.toString('latin1', 0, 200))}`)
  if (sizes === undefined) return faults
  const told = answers.map(({ status, body }) => (status === 200 ? sizeOf(body) : null))
  const inOrder = sizes.every((size, n) => size === null || told[n] === size)
  if (!inOrder || told.length !== sizes.length) faults.push(`pages ${told} to requests ${sizes}`)
  return faults
}

const sizeOf = (body: string): unknown =>
  (JSON.parse(body) as { pagination?: { taille: number } }).pagination?.taille
