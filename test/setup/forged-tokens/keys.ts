import { generateKeyPairSync } from 'node:crypto'
import type { Provider } from '../provider.ts'

/** Those whose tokens are good. */
export const signers = ['r', 'p', 'e', 'e3', 'd', 'cube'] as const

/** The secret that the provider publishes by mistake. */
export const publishedSecret = 'un secret que tout le monde connait'

/**
 * Gives the provider its good keys, those that it publishes though no token may be verified with them, and an
 * attacker's.
 */
export function prepareKeys(provider: Provider): void {
  provider.addKey('r', 'RS256')
  provider.addKey('p', 'PS256')
  provider.addKey('e', 'ES256')
  provider.addKey('e3', 'ES384')
  provider.addKey('d', 'EdDSA')
  provider.hold('cube', 'RS256', generateKeyPairSync('rsa', { modulusLength: 2048, publicExponent: 3 }))
  provider.publish('cube')

  provider.addKey('encryption', 'RS256', { use: 'enc', alg: undefined })
  provider.addKey('operations', 'ES256', { use: undefined, key_ops: ['deriveKey'] })
  provider.hold('short', 'RS256', generateKeyPairSync('rsa', { modulusLength: 1024 }))
  provider.publish('short')
  provider.addKey('k1', 'ES256K', { alg: undefined })
  provider.addKey('d448', 'Ed448', { alg: undefined })
  provider.addKey('leaked', 'ES256', null)
  provider.keys.push({ ...provider.key('leaked').privateKey.export({ format: 'jwk' }), kid: 'leaked' })
  provider.keys.push({ kty: 'oct', kid: 'secret', k: Buffer.from(publishedSecret).toString('base64url') })

  provider.addKey('foreign', 'ES256', null)
  provider.addKey('foreign-r', 'RS256', null)
}
