import { addresses } from './addresses.ts'
import { askAhead } from './ahead.ts'
import { type Configuration, readConfiguration } from './configuration.ts'
import { type Kept, readKept, removeKept } from './device/kept.ts'
import { routeAt } from './routes.ts'
import { type Opening, openSession } from './session/sign-in.ts'
import { currentSubject, currentToken } from './session/token.ts'

/** How the page starts. */
export interface Start {
  readonly configuration: Configuration
  readonly opening: Opening
  /** What the device keeps of the person who signs in. */
  readonly kept: Kept | undefined
  /** The configuration as it is now: what the device keeps may be older. */
  readonly now: Promise<Configuration>
}

/** With something to show, signing in may take so long, in milliseconds, before it is shown. */
const LONGEST = 3000

/**
 * Signs in, and tells what the device keeps of this person. What it keeps of somebody else is forgotten. Once for each
 * page: a code is valid for one exchange.
 */
async function start(): Promise<Start> {
  const now = readConfiguration()
  now.catch(() => {})
  const before = await readKept()
  if (before === undefined) {
    const configuration = await now
    const opening = await withScreen(openSession(configuration, undefined))
    const token = currentToken()
    if (token !== undefined) askAhead(token).catch(() => {})
    return { configuration, opening, kept: undefined, now }
  }
  const { configuration } = before
  const opening = await withScreen(soon(openSession(configuration, before)))
  const known = currentToken() === undefined || currentSubject() === before.user
  const kept = known && opening.state === 'signed-in' ? before : undefined
  if (!known) await removeKept()
  return { configuration, opening, kept, now }
}

/** The scripts of the screen are fetched meanwhile; after a return from the provider it is another one. */
async function withScreen(opening: Promise<Opening>): Promise<Opening> {
  const load = () =>
    void routeAt(location.pathname)
      ?.load()
      .catch(() => {})
  load()
  const opened = await opening
  load()
  return opened
}

/** A code is exchanged however long that takes; otherwise what is kept is shown, and signing in goes on. */
function soon(opening: Promise<Opening>): Promise<Opening> {
  if (location.pathname === addresses.signInReturn) return opening
  const shown = new Promise<Opening>((resolve) => {
    setTimeout(() => resolve({ state: 'signed-in' }), LONGEST)
  })
  return Promise.race([opening, shown])
}

/**
 * This file comes first, on its own: on a weak network the person is signed in before the rest of the page is there.
 */
export const starting: Promise<Start> = start()
starting.catch(() => {})
