import type { KeyObject } from 'node:crypto'
import { base64url, hmacJws, type SignatureAlgorithm, signingInput } from '../jws.ts'
import type { Provider } from '../provider.ts'
import { type Forgery, forgeries, forgeriesOf, partsOf } from './forgery.ts'
import { publishedSecret } from './keys.ts'

const unsigned = (provider: Provider, alg: unknown): string =>
  signingInput(JSON.stringify({ alg, typ: 'at+jwt' }), JSON.stringify(provider.claims()))

const namesOfNone = ['none', 'None', 'NONE', 'nOnE', 'none ', 'null', '']

const none: Forgery[] = [
  ...namesOfNone.flatMap((alg) =>
    forgeries('CVE-2015-9235, RFC 8725 3.1', {
      [`alg ${JSON.stringify(alg)}, no signature`]: (provider) => `${unsigned(provider, alg)}.`,
      [`alg ${JSON.stringify(alg)}, some signature`]: (provider) => `${unsigned(provider, alg)}.AAAA`,
    }),
  ),
  ...forgeries('CVE-2015-9235, RFC 8725 3.1', {
    'alg none, the signature of a good token': (provider) =>
      `${unsigned(provider, 'none')}.${partsOf(provider.sign('e'))[2]}`,
    'alg none, a good key id, well signed': (provider) => provider.sign('e', {}, { alg: 'none' }),
    'alg none, two parts': (provider) => unsigned(provider, 'none'),
  }),
]

const notNames: Forgery[] = forgeriesOf<unknown>({
  attacks: 'RFC 7515 4.1.1',
  named: (what) => `alg ${what}`,
  values: {
    absent: undefined,
    null: null,
    'a list': ['ES256'],
    'an object': { ES256: true },
    'a number': 256,
    true: true,
  },
  make: (provider, alg) => provider.sign('e', {}, { alg }),
})

/** Names that mean something elsewhere, each with the signature that comes nearest to it. */
const refusedNames: [name: string, kid: string, alg: SignatureAlgorithm][] = [
  ['es256', 'e', 'ES256'],
  ['ES256 ', 'e', 'ES256'],
  ['ES256\u0000', 'e', 'ES256'],
  ['SHA256withECDSA', 'e', 'ES256'],
  ['ES256K', 'k1', 'ES256K'],
  ['rs256', 'r', 'RS256'],
  ['RS1', 'r', 'RS1'],
  ['RSA1_5', 'r', 'RS256'],
  ['RSA-OAEP', 'r', 'RS256'],
  ['dir', 'e', 'ES256'],
  ['A128KW', 'e', 'ES256'],
  ['PBES2-HS256+A128KW', 'e', 'ES256'],
  ['Ed448', 'd448', 'Ed448'],
  ['ML-DSA-44', 'd', 'EdDSA'],
  ['__proto__', 'e', 'ES256'],
  ['constructor', 'e', 'ES256'],
  ['toString', 'e', 'ES256'],
]

const weak: Forgery[] = refusedNames.map(([alg, kid, how]) => ({
  name: `alg ${JSON.stringify(alg)}, well signed`,
  attacks: 'RFC 8725 3.1, 3.2',
  signer: 'e',
  make: (provider) =>
    provider.signText(
      kid,
      JSON.stringify({ ...provider.header(kid), alg }),
      JSON.stringify(provider.claims()),
      how,
    ),
}))

const pem = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') =>
  key.export({ type, format: 'pem' }).toString()
const der = (key: KeyObject, type: 'spki' | 'pkcs1' = 'spki') => key.export({ type, format: 'der' })
const member = (provider: Provider, kid: string, name: string) => String(provider.jwk(kid)[name])

/** What everybody can read, taken for a secret. */
const secrets: [name: string, kid: string, secret: (provider: Provider) => string | Buffer][] = [
  ['the RSA key as PEM', 'r', (provider) => pem(provider.key('r').publicKey)],
  ['the RSA key as PEM, no last line end', 'r', (provider) => pem(provider.key('r').publicKey).trim()],
  ['the RSA key as PKCS #1 PEM', 'r', (provider) => pem(provider.key('r').publicKey, 'pkcs1')],
  ['the RSA key as DER', 'r', (provider) => der(provider.key('r').publicKey)],
  ['the RSA key as PKCS #1 DER', 'r', (provider) => der(provider.key('r').publicKey, 'pkcs1')],
  ['the RSA key as JWK', 'r', (provider) => JSON.stringify(provider.jwk('r'))],
  ['the RSA modulus', 'r', (provider) => Buffer.from(member(provider, 'r', 'n'), 'base64url')],
  ['the RSA modulus as text', 'r', (provider) => member(provider, 'r', 'n')],
  ['the EC key as PEM', 'e', (provider) => pem(provider.key('e').publicKey)],
  ['the EC key as PEM, no last line end', 'e', (provider) => pem(provider.key('e').publicKey).trim()],
  ['the EC key as DER', 'e', (provider) => der(provider.key('e').publicKey)],
  ['the EC key as JWK', 'e', (provider) => JSON.stringify(provider.jwk('e'))],
  ['the abscissa of the EC key', 'e', (provider) => Buffer.from(member(provider, 'e', 'x'), 'base64url')],
  ['the Ed25519 key', 'd', (provider) => Buffer.from(member(provider, 'd', 'x'), 'base64url')],
  ['the whole key set', 'e', (provider) => JSON.stringify({ keys: provider.keys })],
  ['an empty secret', 'e', () => ''],
  ['the key id', 'e', () => 'e'],
  ['a secret that the provider publishes', 'secret', () => publishedSecret],
]

const confusion: Forgery[] = ['256', '384', '512'].flatMap((bits) =>
  secrets.map(([name, kid, secret]) => ({
    name: `HS${bits} with ${name}`,
    attacks: 'CVE-2015-9235, CVE-2016-5431, CVE-2016-10555, CVE-2017-11424, RFC 8725 2.1',
    signer: kid === 'secret' ? 'e' : kid,
    make: (provider) =>
      hmacJws(
        JSON.stringify({ alg: `HS${bits}`, kid, typ: 'at+jwt' }),
        JSON.stringify(provider.claims()),
        bits,
        secret(provider),
      ),
  })),
)

const hmacUnderAnotherName: Forgery[] = forgeries(
  'CVE-2022-23541, RFC 8725 3.1',
  {
    'HMAC with the published key under alg RS256': (provider) =>
      hmacJws(
        JSON.stringify(provider.header('r')),
        JSON.stringify(provider.claims()),
        '256',
        pem(provider.key('r').publicKey),
      ),
    'HS1 with an empty secret': (provider) =>
      hmacJws(JSON.stringify({ alg: 'HS1', kid: 'r' }), JSON.stringify(provider.claims()), '1', ''),
    'HS256 without key id, the key set as secret': (provider) =>
      hmacJws(
        JSON.stringify({ alg: 'HS256' }),
        JSON.stringify(provider.claims()),
        '256',
        base64url(JSON.stringify({ keys: provider.keys })),
      ),
  },
  'r',
)

/** What the name of the algorithm can be made to mean. */
export const algorithmForgeries = [...none, ...notNames, ...weak, ...confusion, ...hmacUnderAnotherName]
