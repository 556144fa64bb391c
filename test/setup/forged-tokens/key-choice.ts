import { createHash } from 'node:crypto'
import { base64url, hmacJws } from '../jws.ts'
import type { Provider } from '../provider.ts'
import { selfSigned } from './certificate.ts'
import { type Forgery, forgeries, forgeriesOf } from './forgery.ts'

/**
 * Key ids that somebody once looked up in a file, a table or a shell, each with the secret that this would have found.
 */
const injections: [kid: string, secret: string][] = [
  ['../../../../../../dev/null', ''],
  ['..\\..\\..\\..\\windows\\win.ini', ''],
  ['/proc/sys/kernel/randomize_va_space', '2\n'],
  ['file:///dev/null', ''],
  ["x' union select 'secret' -- ", 'secret'],
  ["e' or '1'='1", 'secret'],
  ['e"; cat /etc/hostname #', ''],
  ['$(id)', ''],
  ['| id', ''],
  ['{{7*7}}', '49'],
  ['e\u0000', ''],
  ['e\u0000.pem', ''],
  ['__proto__', ''],
  ['constructor', ''],
  ['%00', ''],
  ['*', ''],
  ['', ''],
]

const injected: Forgery[] = injections.flatMap(([kid, secret]) =>
  forgeries('RFC 8725 3.10', {
    [`key id ${JSON.stringify(kid)}, HMAC`]: (provider) =>
      hmacJws(
        JSON.stringify({ alg: 'HS256', kid, typ: 'at+jwt' }),
        JSON.stringify(provider.claims()),
        '256',
        secret,
      ),
    [`key id ${JSON.stringify(kid)}, another's signature`]: (provider) =>
      provider.sign('foreign', {}, { kid }),
  }),
)

const notTexts: Forgery[] = ['e', 'foreign'].flatMap((signer) =>
  forgeriesOf<unknown>({
    attacks: 'RFC 7515 4.1.4',
    named: (what) => `key id ${what}, signed by ${signer}`,
    values: { 'a list': ['e'], 'an object': { e: true }, 'a number': 0, true: true, null: null },
    make: (provider, kid) => provider.sign(signer, {}, { kid }),
  }),
)

const borrowed = forgeries('RFC 8725 3.8', {
  "another's signature under a published key id": (provider) => provider.sign('foreign', {}, { kid: 'e' }),
  "another's signature under its own key id": (provider) => provider.sign('foreign'),
  "another's signature without key id": (provider) => provider.sign('foreign', {}, { kid: undefined }),
  "another's RSA signature without key id": (provider) => provider.sign('foreign-r', {}, { kid: undefined }),
  'a key id in another case': (provider) => provider.sign('e', {}, { kid: 'E' }),
  'a key id with a space': (provider) => provider.sign('e', {}, { kid: 'e ' }),
  'a key id of 4 kB': (provider) => provider.sign('foreign', {}, { kid: 'e'.repeat(4096) }),
  'a key id that is an address': (provider) =>
    provider.sign('foreign', {}, { kid: `${provider.issuer}/depot/keys` }),
})

const certificate = (provider: Provider) => selfSigned(provider.key('foreign'))
const print = (hash: string, bytes: Buffer) => createHash(hash).update(bytes).digest('base64url')

/** A key, or where to find one, brought by the token itself. */
const brought: [name: string, attacks: string, header: (provider: Provider) => Record<string, unknown>][] = [
  ['its own key', 'CVE-2018-0114, CVE-2026-27962', (provider) => ({ jwk: provider.jwk('foreign') })],
  [
    'its own key under a published id',
    'CVE-2018-0114',
    (provider) => ({ jwk: { ...provider.jwk('foreign'), kid: 'e' } }),
  ],
  ['the address of its keys (jku)', 'RFC 8725 3.10', ({ issuer }) => ({ jku: `${issuer}/depot/keys` })],
  ['a jku that begins like ours', 'RFC 8725 3.10', ({ issuer }) => ({ jku: `${issuer}/keys/../depot/keys` })],
  ['a jku in a file', 'RFC 8725 3.10', () => ({ jku: 'file:///dev/stdin' })],
  [
    'a jku that is the key set',
    'RFC 8725 3.10',
    (provider) => ({
      jku: `data:application/json;base64,${base64url(JSON.stringify({ keys: [provider.jwk('foreign')] }))}`,
    }),
  ],
  ['the address of its certificate (x5u)', 'RFC 8725 3.10', ({ issuer }) => ({ x5u: `${issuer}/depot/x5u` })],
  [
    'its own certificate (x5c)',
    'RFC 7515 4.1.6',
    (provider) => ({ x5c: [certificate(provider).toString('base64')] }),
  ],
  [
    'the print of its certificate (x5t)',
    'RFC 7515 4.1.7',
    (provider) => ({ x5t: print('sha1', certificate(provider)) }),
  ],
  [
    'the long print of its certificate (x5t#S256)',
    'RFC 7515 4.1.8',
    (provider) => ({ 'x5t#S256': print('sha256', certificate(provider)) }),
  ],
]

const selfServed: Forgery[] = [undefined, 'e', 'foreign'].flatMap((kid) =>
  brought.map(([name, attacks, header]) => ({
    name: `brings ${name}, key id ${kid ?? 'absent'}`,
    attacks,
    signer: 'e',
    make: (provider) => provider.sign('foreign', {}, { ...header(provider), kid }),
  })),
)

/** Signed by a key that is published, but that may not verify a token. */
const unfit: Forgery[] = [
  ...forgeries('RFC 7517 4.2, 4.3, RFC 7518 3.3, RFC 8725 3.2', {
    'a key published for encryption': (provider) => provider.sign('encryption'),
    'a key published for other operations': (provider) => provider.sign('operations'),
    'an RSA key of 1024 bits': (provider) => provider.sign('short'),
    'an RSA key of 1024 bits, no key id': (provider) => provider.sign('short', {}, { kid: undefined }),
    'a private key that was published': (provider) => provider.sign('leaked'),
    'a key on another curve as ES256': (provider) => provider.sign('k1', {}, { alg: 'ES256' }),
    'an Ed448 key as EdDSA': (provider) => provider.sign('d448', {}, { alg: 'EdDSA' }),
  }),
  ...[
    ['RS256', 'p', 'RS256'],
    ['PS256', 'r', 'PS256'],
    ['RS512', 'r', 'RS512'],
    ['ES256', 'r', 'RS256'],
    ['RS256', 'e', 'ES256'],
    ['ES384', 'e', 'ES384'],
    ['ES512', 'e3', 'ES512'],
    ['EdDSA', 'e', 'ES256'],
    ['ES256', 'd', 'EdDSA'],
  ].flatMap(([alg, kid = '', how]) =>
    forgeries(
      'RFC 8725 3.1',
      {
        [`alg ${alg} with the key of ${kid}, signed as ${how}`]: (provider) =>
          provider.signText(
            kid,
            JSON.stringify({ ...provider.header(kid), alg }),
            JSON.stringify(provider.claims()),
            how as 'ES256',
          ),
      },
      kid,
    ),
  ),
]

/** What the choice of the key can be led to. */
export const keyForgeries = [...injected, ...notTexts, ...borrowed, ...selfServed, ...unfit]
