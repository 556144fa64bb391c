import { constants, createHmac, type KeyObject, sign } from 'node:crypto'

export type Bytes = string | Buffer

/** The signatures that tokens of the tests are made with; some are none that a service should take. */
export type SignatureAlgorithm =
  | `${'RS' | 'PS' | 'ES'}${256 | 384 | 512}`
  | 'RS1'
  | 'ES256K'
  | 'EdDSA'
  | 'Ed448'

export const base64url = (bytes: Bytes): string => Buffer.from(bytes).toString('base64url')

/** The first two parts of a token: what is signed. */
export const signingInput = (header: Bytes, payload: Bytes): string =>
  `${base64url(header)}.${base64url(payload)}`

/** A token made of these very bytes, whatever they are. */
export function jws(header: Bytes, payload: Bytes, alg: SignatureAlgorithm, key: KeyObject): string {
  const input = signingInput(header, payload)
  return `${input}.${base64url(signature(alg, key, input))}`
}

/** The same with a shared secret. */
export function hmacJws(header: Bytes, payload: Bytes, bits: string, secret: Bytes): string {
  const input = signingInput(header, payload)
  return `${input}.${createHmac(`sha${bits}`, secret).update(input).digest('base64url')}`
}

export function signature(alg: SignatureAlgorithm, key: KeyObject, input: Bytes): Buffer {
  const data = Buffer.from(input)
  if (alg === 'EdDSA' || alg === 'Ed448') return sign(null, data, key)
  const hash = `sha${alg.replace(/\D/g, '')}`
  if (alg.startsWith('E')) return sign(hash, data, { key, dsaEncoding: 'ieee-p1363' })
  if (alg.startsWith('R')) return sign(hash, data, key)
  const { RSA_PKCS1_PSS_PADDING: padding, RSA_PSS_SALTLEN_DIGEST: saltLength } = constants
  return sign(hash, data, { key, padding, saltLength })
}
