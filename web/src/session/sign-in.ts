import { AntenneError } from 'antenne-client'
import { addresses } from '../addresses.ts'
import type { Configuration } from '../configuration.ts'
import { type Kept, leaveDevice } from '../device/kept.ts'
import { noteOffline } from '../device/network.ts'
import { chooseAccount, chosenAccount, forgetAccount } from './demonstration.ts'
import { leaveFor } from './leaving.ts'
import { SignInFailed } from './sign-in-failed.ts'
import { noteSignedOut } from './signed-out.ts'
import { currentIdToken, currentToken, forgetToken, isFresh } from './token.ts'

/** The state in which the page opens: signed in, or why not. */
export type Opening =
  | { readonly state: 'signed-in' }
  | { readonly state: 'accounts' }
  | { readonly state: 'signed-out' }
  | { readonly state: 'failed'; readonly message: string }

/** What talks to a provider is fetched where there is one. */
const openid = () =>
  import('./openid.ts').catch(() => {
    throw new SignInFailed(UNREACHABLE.message, { unreachable: true })
  })

const here = () => `${location.pathname}${location.search}`

/**
 * Signs in as configured, without asking when that is not needed. Where nobody answers, the person of whom something is
 * kept on this device counts as signed in: they see that, and nothing else.
 */
export async function openSession(configuration: Configuration, kept: Kept | undefined): Promise<Opening> {
  if (configuration.demonstration) return openDemonstration(kept)
  const { connexion } = configuration
  if (connexion === null) {
    return { state: 'failed', message: 'La connexion par cette page n’est pas configurée (OIDC_CLIENT_ID).' }
  }
  if (location.pathname === addresses.signedOut) return { state: 'signed-out' }
  try {
    const { comeBack, leaveForProvider } = await openid()
    if (location.pathname !== addresses.signInReturn) return await leaveForProvider(connexion, here())
    history.replaceState(null, '', await comeBack(connexion))
    return { state: 'signed-in' }
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error
    if (isUnreachable(error) && kept !== undefined) return { state: 'signed-in' }
    return { state: 'failed', message: error.message }
  }
}

async function openDemonstration(kept: Kept | undefined): Promise<Opening> {
  const email = chosenAccount() ?? kept?.email ?? null
  if (email === null) return { state: 'accounts' }
  // What is kept is this person's and shown at once; the first request asks for a token.
  if (email === kept?.email) return { state: 'signed-in' }
  try {
    await chooseAccount(email)
    return { state: 'signed-in' }
  } catch {
    return { state: 'accounts' }
  }
}

/** Whether nobody answered; `fetch` says so by a TypeError. */
function isUnreachable(error: unknown): boolean {
  const unreachable = error instanceof TypeError || (error instanceof SignInFailed && error.unreachable)
  if (unreachable) noteOffline()
  return unreachable
}

/** Where the API client gets its tokens. */
export interface Tokens {
  token(): Promise<string | undefined>
  /** The service refused the token: true when there is another one. */
  renew(): Promise<boolean>
}

export function tokensOf({ connexion }: Configuration, kept: Kept | undefined): Tokens {
  const renewed = async (): Promise<boolean> => {
    if (leaving) return new Promise(() => {})
    const email = chosenAccount() ?? kept?.email ?? null
    if (connexion !== null) return (await openid()).leaveForProvider(connexion, here())
    if (email === null) return false
    await chooseAccount(email)
    return true
  }
  let renewing: Promise<boolean> | undefined
  const renewOnce = () => {
    renewing ??= renewed()
      .catch((error: unknown) => {
        throw isUnreachable(error) ? new AntenneError(UNREACHABLE) : error
      })
      .finally(() => {
        renewing = undefined
      })
    return renewing
  }
  return {
    async token() {
      const token = currentToken()
      if (token !== undefined) return token
      await renewOnce()
      return currentToken()
    },
    renew: async () => !isFresh() && renewOnce(),
  }
}

const UNREACHABLE = {
  code: 'reseau',
  message: 'Le service est injoignable. Vérifiez votre connexion, puis réessayez.',
}

/** From here on nobody is signed in again: the person is leaving the page. */
let leaving = false

/** Tells all windows of the device who signs out. */
const signingOut = new BroadcastChannel('antenne-deconnexion')

/** Signs this window out as soon as that person signs out in another one. */
export function followSignOut(user: string): () => void {
  const hear = ({ data }: MessageEvent<string>) => {
    if (data !== user) return
    leaving = true
    forgetToken()
    leaveFor(addresses.signedOut)
  }
  signingOut.addEventListener('message', hear)
  return () => signingOut.removeEventListener('message', hear)
}

/**
 * Signs out, and forgets everything: on the device, and by reloading the page. The other windows of that person follow;
 * accounts of the demonstration are a window's own.
 */
export async function signOut({ connexion }: Configuration, user?: string): Promise<void> {
  leaving = true
  await leaveDevice()
  forgetAccount()
  const hint = currentIdToken()
  forgetToken()
  if (connexion === null) return leaveFor('/')
  noteSignedOut()
  if (user !== undefined) signingOut.postMessage(user)
  // An unreachable provider keeps its own session: it is asked not to use it.
  await openid()
    .then(({ signOutOfProvider }) => signOutOfProvider(connexion, hint))
    .catch(() => leaveFor(addresses.signedOut))
}

/** Tries again from the current address, or from the start. */
export async function signInAgain({ connexion }: Configuration): Promise<void> {
  const onTheWay = [addresses.signInReturn, addresses.signedOut].some(
    (address) => address === location.pathname,
  )
  if (connexion !== null) await (await openid()).leaveForProvider(connexion, onTheWay ? '/' : here())
  else leaveFor('/')
}
