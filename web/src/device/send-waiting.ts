import { type AntenneClient, AntenneError } from 'antenne-client'
import { refusalWords, sentAnew } from './file-sending.ts'
import { mayBeDoneTwice, PERHAPS_DONE } from './key-life.ts'
import { lockOf, perform } from './outbox.ts'
import {
  asSent,
  dropSending,
  keepAgain,
  keptSending,
  readSendings,
  type Sending,
  waitingOf,
} from './sendings.ts'

/** Tells what became of what waited. */
type Report = (sending: Sending, refused: string | null) => void

/**
 * Sends what waits, the oldest first, until there is no answer. What is refused stays, with the reason; what the
 * service wants later stays until then, and the rest is sent. One window does it at a time.
 */
export async function sendWaiting(client: AntenneClient, user: string, report: Report): Promise<void> {
  if ((await waitingOf(user)).length === 0) return
  const sendAll = async () => {
    for (const sending of await waitingOf(user)) {
      if (sending.notBefore !== undefined && sending.notBefore > Date.now()) continue
      if (!(await unlessHeld(sending.key, () => sendOne(client, sending, report)))) return
    }
  }
  if (navigator.locks === undefined) await sendAll()
  else await navigator.locks.request('antenne-envois', sendAll)
}

/** Sends one, and keeps what became of it. False when nobody answered. */
async function sendOne(client: AntenneClient, listed: Sending, report: Report): Promise<boolean> {
  // It may have been given up since the list was read.
  const waiting = await keptSending(listed.key)
  if (waiting === undefined || waiting.refused !== undefined) return true
  const sending = asSent(waiting)
  // A device without room sends it all the same.
  if (waiting.sent === undefined) await keepAgain(sending).catch(() => {})
  const refused = mayBeDoneTwice(sending) ? PERHAPS_DONE : await sent(client, sending)
  if (refused === undefined) return false
  if (refused === null) await dropSending(sending.key)
  else {
    const outcome = typeof refused === 'number' ? { notBefore: refused } : { refused }
    await keepAgain({ ...sending, ...outcome }).catch(() => {})
  }
  await readSendings(sending.user)
  if (typeof refused !== 'number') report(sending, refused)
  return true
}

/** What the service failed at is tried again after so long, in milliseconds. */
const FAULT_PAUSE = 300_000

/**
 * Null when it is done, the reason when it is refused, from when on the service wants it when that is later, undefined
 * when nobody answered.
 */
async function sent(client: AntenneClient, sending: Sending): Promise<string | number | null | undefined> {
  try {
    await perform(client, sending, { options: {}, isKept: true })
    return null
  } catch (error) {
    if (!(error instanceof AntenneError)) throw error
    const { code, status, retryAfter } = error
    if (status === 429 && retryAfter !== null) return Date.now() + 1000 * retryAfter
    // Others may be taken meanwhile.
    if (code === 'erreur_interne') return Date.now() + FAULT_PAUSE
    if (status === null || status === 401 || status === 429 || status >= 500) return undefined
    // Something on the way answered, or the service still works on it.
    if (code === 'reponse_inattendue' || code === 'requete_en_cours') return undefined
    const anew = sentAnew(sending, error)
    return anew === null ? refusalWords(error) : sent(client, anew)
  }
}

/** Sends it, unless another window is at it: then nothing is sent here. Whether to go on with the next. */
const unlessHeld = async (key: string, send: () => Promise<boolean>): Promise<boolean> =>
  navigator.locks === undefined
    ? send()
    : await navigator.locks.request(lockOf(key), { ifAvailable: true }, (lock) => lock === null || send())
