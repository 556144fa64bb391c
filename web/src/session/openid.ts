import { addresses } from '../addresses.ts'
import type { Connexion } from '../configuration.ts'
import { fetchJson } from '../configuration.ts'
import { challengeOf, secret } from './pkce.ts'
import { keepToken } from './token.ts'

interface Provider {
  readonly issuer: string
  readonly authorization_endpoint: string
  readonly token_endpoint: string
  readonly end_session_endpoint?: string
}

/** A sign-in that did not succeed, in words for the person. */
export class SignInFailed extends Error {}

const discover = async ({ emetteur }: Connexion): Promise<Provider> => {
  const address = `${emetteur.replace(/\/$/, '')}/.well-known/openid-configuration`
  const provider = await fetchJson<Provider>(address).catch(() => {
    throw new SignInFailed('Le fournisseur d’identité est injoignable. Réessayez dans quelques instants.')
  })
  if (provider.issuer !== emetteur)
    throw new SignInFailed('Le fournisseur d’identité n’est pas celui attendu.')
  return provider
}

/** What must be remembered while one is at the provider's: under `state`, until one is back. */
interface Departure {
  readonly verifier: string
  readonly back: string
}

const keyOf = (state: string) => `connexion:${state}`
const redirectUri = () => `${location.origin}${addresses.signInReturn}`

/** Leaves for the provider, which sends back at once whoever has a session there. Never comes to an end. */
export async function leaveForProvider(connexion: Connexion, back: string): Promise<never> {
  const { authorization_endpoint } = await discover(connexion)
  const [state, verifier] = [secret(), secret()]
  const departure: Departure = { verifier, back }
  sessionStorage.setItem(keyOf(state), JSON.stringify(departure))
  const address = new URL(authorization_endpoint)
  const question = {
    response_type: 'code',
    client_id: connexion.client_id,
    redirect_uri: redirectUri(),
    scope: connexion.portee,
    state,
    code_challenge: await challengeOf(verifier),
    code_challenge_method: 'S256',
    ...(connexion.ressource === null ? {} : { resource: connexion.ressource }),
  }
  for (const [name, value] of Object.entries(question)) address.searchParams.set(name, value)
  location.assign(address)
  return new Promise<never>(() => {})
}

/** Back from the provider: exchanges the code for a token, and says where one was. */
export async function comeBack(connexion: Connexion): Promise<string> {
  const given = new URLSearchParams(location.search)
  // Neither code nor state stays in the address or the history.
  history.replaceState(null, '', addresses.signInReturn)
  const key = keyOf(given.get('state') ?? '')
  const noted = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  if (noted === null)
    throw new SignInFailed('Cette connexion a été commencée ailleurs, ou il y a trop longtemps.')
  const { verifier, back }: Departure = JSON.parse(noted)
  const code = given.get('code')
  if (code === null) throw new SignInFailed(refusalOf(given.get('error')))
  const provider = await discover(connexion)
  const issuer = given.get('iss')
  if (issuer !== null && issuer !== provider.issuer) throw new SignInFailed(refusalOf(null))
  await exchange(provider, connexion, code, verifier)
  return back
}

async function exchange(provider: Provider, connexion: Connexion, code: string, verifier: string) {
  const form = new URLSearchParams({
    grant_type: 'authorization_code',
    client_id: connexion.client_id,
    redirect_uri: redirectUri(),
    code,
    code_verifier: verifier,
  })
  if (connexion.ressource !== null) form.set('resource', connexion.ressource)
  const granted = await fetchJson<{ access_token: string; expires_in?: number; id_token?: string }>(
    provider.token_endpoint,
    { method: 'POST', body: form },
  ).catch(() => {
    throw new SignInFailed(refusalOf(null))
  })
  keepToken(granted.access_token, granted.expires_in ?? 300, granted.id_token)
}

const refusalOf = (error: string | null): string =>
  error === 'access_denied'
    ? 'La connexion a été refusée ou abandonnée.'
    : 'Le fournisseur d’identité n’a pas accepté la connexion.'

/** Signs out at the provider, which sends back; the hint is what it said of who this is. */
export async function signOutOfProvider(connexion: Connexion, hint: string | undefined): Promise<void> {
  const { end_session_endpoint } = await discover(connexion)
  if (end_session_endpoint === undefined) return location.assign(addresses.signedOut)
  const address = new URL(end_session_endpoint)
  address.searchParams.set('client_id', connexion.client_id)
  address.searchParams.set('post_logout_redirect_uri', location.origin + addresses.signedOut)
  if (hint !== undefined) address.searchParams.set('id_token_hint', hint)
  location.assign(address)
}
