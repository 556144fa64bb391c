import type { QueryClient } from '@tanstack/react-query'
import { addresses } from './addresses.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { type Kept, readKept, removeKept } from './device/kept.ts'
import { showAnswers } from './device/kept-answers.ts'
import { type Opening, openSession } from './session/sign-in.ts'
import { currentSubject, currentToken } from './session/token.ts'

/** How the page starts. */
export interface Start {
  readonly configuration: Configuration
  readonly opening: Opening
  /** What the device keeps of the person who signs in. */
  readonly kept: Kept | undefined
}

/** With something to show, signing in may take so long, in milliseconds, before it is shown. */
const LONGEST = 3000

/**
 * Signs in, and shows what the device keeps of this person while the service is asked. What it keeps of somebody else is
 * forgotten. Once for each page: a code is valid for one exchange.
 */
export async function start(queries: QueryClient): Promise<Start> {
  const reading = readConfiguration()
  const before = await readKept()
  if (before === undefined) {
    const configuration = await reading
    return { configuration, opening: await openSession(configuration, undefined), kept: undefined }
  }
  const { configuration } = before
  const opening = await soon(openSession(configuration, before))
  const known = currentToken() === undefined || currentSubject() === before.user
  const kept = known && opening.state === 'signed-in' ? before : undefined
  if (!known) await removeKept()
  if (kept !== undefined) showAnswers(queries, kept.answers)
  reading.then((now) => renew(queries, configuration, now)).catch(() => {})
  return { configuration, opening, kept }
}

/** A code is exchanged however long that takes; otherwise what is kept is shown, and signing in goes on. */
function soon(opening: Promise<Opening>): Promise<Opening> {
  if (location.pathname === addresses.signInReturn) return opening
  const shown = new Promise<Opening>((resolve) => {
    setTimeout(() => resolve({ state: 'signed-in' }), LONGEST)
  })
  return Promise.race([opening, shown])
}

/** The page was started as it was configured before: it goes on as it is configured now. */
async function renew(queries: QueryClient, before: Configuration, now: Configuration): Promise<void> {
  const signIn = ({ demonstration, connexion }: Configuration) => JSON.stringify([demonstration, connexion])
  if (signIn(before) !== signIn(now)) {
    await removeKept()
    location.reload()
  } else if (JSON.stringify(before) !== JSON.stringify(now))
    queries.setQueryData<Start>(['start'], (started) => started && { ...started, configuration: now })
}
