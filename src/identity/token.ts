import { hash } from 'node:crypto'
import { errors, type JWTVerifyOptions, jwtVerify } from 'jose'
import { isUuid } from '../contract/primitives.ts'
import { Lru } from '../lru.ts'
import type { Keys } from './keys.ts'

/**
 * The user id of a token, or null when we do not accept the token (D21). Undefined when no known key fits: the provider
 * may have published another. Never waits for the provider.
 */
export interface Verify {
  (token: string): Promise<string | null | undefined>
  /** How often a token was already verified. */
  readonly uses: { readonly hits: number; readonly misses: number }
}

/** Asymmetric only: the service has no secret that could sign. */
const algorithms = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
]

/** Types of access tokens, as providers name them; other signed tokens are not accepted. */
const types = ['jwt', 'at+jwt', 'application/at+jwt']

const MAX_CHARACTERS = 8192
const TOLERANCE = 5
const LONGEST_LIFE = 366 * 86_400
const compact = /^[\w-]+\.[\w-]+\.[\w-]+$/

/**
 * How many verified tokens are remembered, until they expire or the keys change: a signature costs as much as a page.
 */
const REMEMBERED = 5000

interface Verified {
  readonly subject: string
  readonly expires: number
}

/** Verifies the tokens of one issuer for one audience. */
export function tokenVerifier(keys: Keys, expected: { issuer: string; audience: string }): Verify {
  const uses = { hits: 0, misses: 0 }
  let verified = new Lru<string, Verified>(REMEMBERED)
  let generation = keys.generation

  const verify = async (token: string): Promise<Verified | null | undefined> => {
    const currentDate = new Date()
    const options: JWTVerifyOptions = {
      ...expected,
      algorithms,
      requiredClaims: ['exp', 'sub'],
      clockTolerance: TOLERANCE,
      currentDate,
    }
    try {
      const { payload, protectedHeader } = await verifyWithAny(token, keys, options)
      const { sub, iat, exp = 0, cnf } = payload
      const seconds = currentDate.getTime() / 1000
      if (!isAccessToken(protectedHeader.typ)) return null
      if (typeof sub !== 'string' || !isUuid(sub)) return null
      if ((iat !== undefined && iat > seconds + TOLERANCE) || exp > seconds + LONGEST_LIFE) return null
      // Bound to a key whose possession must be proved: a bearer proves nothing.
      if (cnf !== undefined) return null
      return { subject: sub.toLowerCase(), expires: (exp + TOLERANCE) * 1000 }
    } catch (error) {
      return error instanceof errors.JWKSNoMatchingKey ? undefined : null
    }
  }

  const subjectOf = async (token: string) => {
    if (token.length > MAX_CHARACTERS || !compact.test(token)) return null
    keys.tend()
    if (generation !== keys.generation) {
      generation = keys.generation
      verified = new Lru(REMEMBERED)
    }
    const key = hash('sha256', token, 'base64')
    const known = verified.get(key)
    if (known !== undefined && known.expires > Date.now()) {
      uses.hits += 1
      return known.subject
    }
    uses.misses += 1
    const memory = verified
    const found = await verify(token)
    // Stored with the keys that verified it: they may have changed meanwhile.
    if (!found) return found
    memory.set(key, found)
    return found.subject
  }
  return Object.assign(subjectOf, { uses })
}

const isAccessToken = (typ: unknown): boolean =>
  typ === undefined || (typeof typ === 'string' && types.includes(typ.toLowerCase()))

/** Without a key id, several published keys may fit: any of them may have signed. */
async function verifyWithAny(token: string, keys: Keys, options: JWTVerifyOptions) {
  try {
    return await jwtVerify(token, keys.find, options)
  } catch (error) {
    if (!(error instanceof errors.JWKSMultipleMatchingKeys)) throw error
    for await (const key of error) {
      try {
        return await jwtVerify(token, key, options)
      } catch (inner) {
        if (!(inner instanceof errors.JWSSignatureVerificationFailed)) throw inner
      }
    }
    throw new errors.JWSSignatureVerificationFailed()
  }
}
