import { createLocalJWKSet, type FlattenedJWSInput, type JSONWebKeySet, type JWSHeaderParameters } from 'jose'

/** No key of the identity provider is known yet, and it cannot be reached: nobody can be recognised for now. */
export class KeysUnavailable extends Error {}

/** The keys that tokens are verified with. */
export interface Keys {
  (header: JWSHeaderParameters, token: FlattenedJWSInput): ReturnType<LocalKeys>
  /** Asks for the keys again, beside, when that is due: also when all tokens are known already. */
  tend(): void
  /** Another number as soon as the keys are others: what was verified before is to be verified again. */
  readonly generation: number
  /** False while the keys in use are older than they should be because the provider does not answer. */
  readonly fresh: boolean
}

type LocalKeys = ReturnType<typeof createLocalJWKSet>

/** For all that a fetch asks of the provider. */
const TIMEOUT = 2000
const LARGEST = 1_000_000
const REFRESH_AFTER = 10 * 60_000
const STALE_AFTER = 2 * REFRESH_AFTER
/** An unknown key id may ask for new keys at once this many times, then once per period: forged ids cannot hammer. */
const BURST = 3
const PERIOD = 30_000

/** The keys published by an OpenID provider, found by discovery or at a given address. Asked for at once, and waited for by nobody. */
export function publishedKeys(
  issuer: string,
  jwksUrl: string | undefined,
  now: () => number = Date.now,
): Keys {
  let keys: LocalKeys | undefined
  let fetchedAt = Number.NEGATIVE_INFINITY
  let credit = BURST
  let creditAt = now()
  let running: Promise<void> | undefined
  let published = ''
  let failure: unknown
  let generation = 0

  const fetchKeys = async (): Promise<void> => {
    const signal = AbortSignal.timeout(TIMEOUT)
    const address = jwksUrl ?? (await discover(issuer, signal))
    const set = (await fetchJson(address, signal)) as JSONWebKeySet
    const found = createLocalJWKSet(set)
    if (set.keys.length === 0) throw new Error(`${address} publishes no key`)
    keys = found
    fetchedAt = now()
    if (JSON.stringify(set) !== published) generation += 1
    published = JSON.stringify(set)
  }

  /** Asks for the keys again, unless that was done too often; the last good ones stay when it fails. */
  const refresh = async (): Promise<void> => {
    const gained = Math.floor((now() - creditAt) / PERIOD)
    if (gained > 0) {
      credit = Math.min(BURST, credit + gained)
      creditAt += gained * PERIOD
    }
    if (running === undefined) {
      if (credit === 0) return
      credit -= 1
      running = fetchKeys()
        .then(() => {
          failure = undefined
        })
        .catch((error: unknown) => {
          failure = error
        })
        .finally(() => {
          running = undefined
        })
    }
    return running
  }

  const tend = () => {
    if (now() - fetchedAt > REFRESH_AFTER) void refresh()
  }

  const resolve = async (header: JWSHeaderParameters, token: FlattenedJWSInput) => {
    if (keys === undefined) await refresh()
    else tend()
    if (keys === undefined) throw new KeysUnavailable('no keys of the identity provider', { cause: failure })
    try {
      return await keys(header, token)
    } catch (error) {
      if ((error as { code?: string }).code !== 'ERR_JWKS_NO_MATCHING_KEY') throw error
      await refresh()
      return keys(header, token)
    }
  }

  tend()
  return Object.defineProperties(resolve, {
    tend: { value: tend },
    fresh: { get: () => keys !== undefined && (failure === undefined || now() - fetchedAt < STALE_AFTER) },
    generation: { get: () => generation },
  }) as Keys
}

async function discover(issuer: string, signal: AbortSignal): Promise<string> {
  const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`
  const document = (await fetchJson(address, signal)) as { issuer?: unknown; jwks_uri?: unknown }
  if (document.issuer !== issuer || typeof document.jwks_uri !== 'string') {
    throw new Error(`${address} is not the discovery document of ${issuer}, to the letter`)
  }
  const { protocol } = new URL(document.jwks_uri)
  if (protocol !== 'https:' && protocol !== new URL(issuer).protocol) {
    throw new Error(`${address} names keys at an address that is less safe than its own`)
  }
  return document.jwks_uri
}

async function fetchJson(address: string, signal: AbortSignal): Promise<unknown> {
  const response = await fetch(address, { signal, redirect: 'error' })
  if (!response.ok) throw new Error(`${address}: ${response.status}`)
  let text = ''
  for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    text += part
    if (text.length > LARGEST) throw new Error(`${address}: over ${LARGEST} characters`)
  }
  return JSON.parse(text)
}
