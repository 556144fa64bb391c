import { createCipheriv, createHash, publicEncrypt, randomBytes } from 'node:crypto'
import { deflateRawSync } from 'node:zlib'
import { type Bytes, base64url, signingInput } from '../jws.ts'
import type { Provider } from '../provider.ts'
import { type Forgery, forgeries, forgeriesOf, partsOf } from './forgery.ts'

const claims = (provider: Provider) => JSON.stringify(provider.claims())

/** An encrypted token (RFC 7516): anybody can make one for a published key. */
function jwe(
  header: Record<string, unknown>,
  contentKey: Buffer,
  encryptedKey: Buffer,
  content: Bytes,
): string {
  const head = base64url(JSON.stringify({ enc: 'A256GCM', ...header }))
  const iv = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', contentKey, iv).setAAD(Buffer.from(head))
  const text = Buffer.concat([cipher.update(Buffer.from(content)), cipher.final()])
  return [head, ...[encryptedKey, iv, text, cipher.getAuthTag()].map(base64url)].join('.')
}

/** Encrypted for the holder of that published RSA key. */
function jweFor(provider: Provider, kid: string, header: Record<string, unknown>, content: Bytes): string {
  const contentKey = randomBytes(32)
  const encryptedKey = publicEncrypt({ key: provider.key(kid).publicKey, oaepHash: 'sha1' }, contentKey)
  return jwe({ alg: 'RSA-OAEP', kid, ...header }, contentKey, encryptedKey, content)
}

const encrypted: Forgery[] = forgeries('RFC 7516, RFC 8725 3.3', {
  'encrypted claims': (provider) => jweFor(provider, 'r', {}, claims(provider)),
  'an encrypted good token': (provider) => jweFor(provider, 'r', { cty: 'JWT' }, provider.sign('r')),
  'an encrypted token without signature (CVE-2026-29000)': (provider) =>
    jweFor(provider, 'r', { cty: 'JWT' }, `${signingInput('{"alg":"none"}', claims(provider))}.`),
  'encrypted and compressed (CVE-2024-33664)': (provider) =>
    jweFor(provider, 'r', { zip: 'DEF' }, deflateRawSync(Buffer.alloc(250_000, 'a'))),
  'encrypted with the published key as secret': (provider) => {
    const key = createHash('sha256')
      .update(JSON.stringify(provider.jwk('e')))
      .digest()
    return jwe({ alg: 'dir', kid: 'e' }, key, Buffer.alloc(0), claims(provider))
  },
  'encrypted with a password worth a day of work (CVE-2022-36083)': (provider) =>
    jwe(
      { alg: 'PBES2-HS256+A128KW', p2c: 2_147_483_647, p2s: 'AAAA' },
      randomBytes(32),
      randomBytes(40),
      claims(provider),
    ),
})

const flattened = (provider: Provider) => {
  const [header, payload, signature] = partsOf(provider.sign('e'))
  return { protected: header, payload, signature }
}

const serialised: Forgery[] = forgeries('RFC 7515 7.2, RFC 7519 1', {
  'flattened JSON': (provider) => JSON.stringify(flattened(provider)),
  'flattened JSON in base64': (provider) => base64url(JSON.stringify(flattened(provider))),
  'general JSON': (provider) => {
    const { payload, ...signature } = flattened(provider)
    return JSON.stringify({ payload, signatures: [signature] })
  },
  'JSON around another payload (CVE-2022-39227)': (provider) => {
    const { payload, ...rest } = flattened(provider)
    const other = base64url(JSON.stringify({ ...provider.claims(), exp: 4_000_000_000 }))
    return JSON.stringify({ [`  ${rest.protected}.${other}.`]: '', ...rest, payload })
  },
})

const nested: Forgery[] = forgeries('RFC 7519 5.2, RFC 8725 3.12', {
  'a good token in a token of another': (provider) =>
    provider.signText(
      'foreign',
      JSON.stringify({ ...provider.header('foreign'), cty: 'JWT' }),
      provider.sign('e'),
    ),
  'a good token in a good token': (provider) =>
    provider.signText('e', JSON.stringify({ ...provider.header('e'), cty: 'JWT' }), provider.sign('e')),
  'compressed claims': (provider) =>
    provider.signText(
      'e',
      JSON.stringify({ ...provider.header('e'), zip: 'DEF' }),
      deflateRawSync(claims(provider)),
    ),
})

/** Well signed, with something that has to be understood and is not, or that is said in the wrong form. */
const critical: Forgery[] = forgeriesOf<Record<string, unknown>>({
  attacks: 'CVE-2025-59420, CVE-2026-32597, RFC 7515 4.1.11',
  named: (what) => `critical: ${what}`,
  values: {
    'an unknown name': { crit: ['x'], x: 1 },
    'an unknown name that is absent': { crit: ['x'] },
    'the expiry': { crit: ['exp'], exp: 4_000_000_000 },
    'the algorithm': { crit: ['alg'] },
    'the key id': { crit: ['kid'] },
    ['__proto__']: { crit: ['__proto__'] },
    'a known and an unknown name': { crit: ['b64', 'x'], b64: true, x: 1 },
    'b64, which is absent': { crit: ['b64'] },
    'b64, which is a text': { crit: ['b64'], b64: 'true' },
    nothing: { crit: [] },
    'an empty name': { crit: [''] },
    'a number': { crit: [1] },
    'a text': { crit: 'x', x: 1 },
    'an object': { crit: { x: true }, x: 1 },
    null: { crit: null },
  },
  make: (provider, header) => provider.sign('e', {}, header),
})

const unencoded: Forgery[] = forgeries('RFC 7797 7', {
  'a payload that says that it is not encoded': (provider) =>
    provider.sign('e', {}, { b64: false, crit: ['b64'] }),
  'a payload that is not encoded': (provider) => {
    const [header, , signature] = partsOf(
      provider.signText('e', JSON.stringify({ ...provider.header('e'), b64: false, crit: ['b64'] }), 'x'),
    )
    return `${header}.${claims(provider)}.${signature}`
  },
})

const forOtherEnds: Forgery[] = forgeriesOf({
  attacks: 'RFC 8725 3.11, 3.12',
  named: (what) => `a token of type ${what}`,
  values: {
    'logout+jwt': 'logout+jwt',
    'dpop+jwt': 'dpop+jwt',
    'secevent+jwt': 'secevent+jwt',
    'entity-statement+jwt': 'entity-statement+jwt',
    JWE: 'JWE',
    'an empty text': '',
    'a number': 1,
    'a list': ['at+jwt'],
    null: null,
  },
  make: (provider, value) => provider.sign('e', {}, { typ: value }),
})

/** What is no signed token in the compact form, more than one, or one for other ends. */
export const kindForgeries = [
  ...encrypted,
  ...serialised,
  ...nested,
  ...critical,
  ...unencoded,
  ...forOtherEnds,
]
