import * as oauth from 'oauth4webapi'
import { addresses } from '../addresses.ts'
import type { Connexion } from '../configuration.ts'
import { leaveFor, stayed } from './leaving.ts'
import { SignInFailed } from './sign-in-failed.ts'
import { isSignedOut, noteSignedIn } from './signed-out.ts'
import { keepToken } from './token.ts'

/** Plain HTTP only for a provider that is configured so, on a developer's machine. */
const options = ({ emetteur }: Connexion) => ({
  [oauth.allowInsecureRequests]: emetteur.startsWith('http://'),
})

async function discover(connexion: Connexion): Promise<oauth.AuthorizationServer> {
  const issuer = new URL(connexion.emetteur)
  try {
    return await oauth.processDiscoveryResponse(
      issuer,
      await oauth.discoveryRequest(issuer, options(connexion)),
    )
  } catch (error) {
    const other =
      error instanceof oauth.OperationProcessingError && error.code === oauth.JSON_ATTRIBUTE_COMPARISON
    throw new SignInFailed(other ? 'Le fournisseur d’identité n’est pas celui attendu.' : unreachable, {
      unreachable: !other,
    })
  }
}

/** The identity token is used only for signing out, so a wrong clock locks nobody out. */
const clientOf = ({ client_id }: Connexion): oauth.Client => ({
  client_id,
  [oauth.clockTolerance]: Number.MAX_SAFE_INTEGER,
})

/** What is remembered under `state` while the person is at the provider. */
interface Departure {
  readonly verifier: string
  readonly back: string
}

const keyOf = (state: string) => `connexion:${state}`
const redirectUri = () => `${location.origin}${addresses.signInReturn}`
const resourceOf = ({ ressource }: Connexion): Record<string, string> =>
  ressource === null ? {} : { resource: ressource }

/** Goes to the provider, which returns at once if the person did not sign out. Rejects where the page stays. */
export async function leaveForProvider(connexion: Connexion, back: string): Promise<never> {
  const { authorization_endpoint } = await discover(connexion)
  if (authorization_endpoint === undefined) throw new SignInFailed(refusal)
  const [state, verifier] = [oauth.generateRandomState(), oauth.generateRandomCodeVerifier()]
  const departure: Departure = { verifier, back }
  sessionStorage.setItem(keyOf(state), JSON.stringify(departure))
  go(authorization_endpoint, {
    response_type: 'code',
    client_id: connexion.client_id,
    redirect_uri: redirectUri(),
    scope: connexion.portee,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    ...(isSignedOut() && { prompt: 'login' }),
    ...resourceOf(connexion),
  })
  return stayed()
}

function go(endpoint: string, question: Record<string, string>): void {
  const address = new URL(endpoint)
  for (const [name, value] of Object.entries(question)) address.searchParams.set(name, value)
  leaveFor(address)
}

/** After the return from the provider: exchanges the code for a token, and gives the address to return to. */
export async function comeBack(connexion: Connexion): Promise<string> {
  const given = new URLSearchParams(location.search)
  // Removes code and state from the address and the history.
  history.replaceState(null, '', addresses.signInReturn)
  const state = given.get('state') ?? ''
  const noted = sessionStorage.getItem(keyOf(state))
  sessionStorage.removeItem(keyOf(state))
  if (noted === null)
    throw new SignInFailed('Cette connexion a été commencée ailleurs, ou il y a trop longtemps.')
  const { verifier, back }: Departure = JSON.parse(noted)
  try {
    await exchange(await discover(connexion), connexion, given, state, verifier)
    noteSignedIn()
  } catch (error) {
    const failed = failureOf(error)
    // The person is where they were, and signs in again from there.
    if (failed.unreachable) history.replaceState(null, '', back)
    throw failed
  }
  return back
}

function failureOf(error: unknown): SignInFailed {
  if (error instanceof SignInFailed) return error
  // `fetch` says so that nobody answered; the library gives its own errors a code.
  if (error instanceof TypeError && !('code' in error))
    return new SignInFailed(unreachable, { unreachable: true })
  const denied = error instanceof oauth.AuthorizationResponseError && error.error === 'access_denied'
  return new SignInFailed(denied ? 'La connexion a été refusée ou abandonnée.' : refusal)
}

const unreachable = 'Le fournisseur d’identité est injoignable. Réessayez dans quelques instants.'
const refusal = 'Le fournisseur d’identité n’a pas accepté la connexion.'

async function exchange(
  provider: oauth.AuthorizationServer,
  connexion: Connexion,
  given: URLSearchParams,
  state: string,
  verifier: string,
): Promise<void> {
  const client = clientOf(connexion)
  const response = await oauth.authorizationCodeGrantRequest(
    provider,
    client,
    oauth.None(),
    oauth.validateAuthResponse(provider, client, given, state),
    redirectUri(),
    verifier,
    { ...options(connexion), additionalParameters: resourceOf(connexion) },
  )
  const granted = await oauth.processAuthorizationCodeResponse(provider, client, response)
  keepToken(granted.access_token, granted.expires_in ?? 300, granted.id_token)
}

/** Signs out at the provider, which redirects back; the hint is its identity token. */
export async function signOutOfProvider(connexion: Connexion, hint: string | undefined): Promise<void> {
  const { end_session_endpoint } = await discover(connexion)
  if (end_session_endpoint === undefined) return leaveFor(addresses.signedOut)
  go(end_session_endpoint, {
    client_id: connexion.client_id,
    post_logout_redirect_uri: location.origin + addresses.signedOut,
    ...(hint === undefined ? {} : { id_token_hint: hint }),
  })
}
