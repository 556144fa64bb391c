import { constants, createHash, sign } from 'node:crypto'
import { base64url, signature, signingInput } from '../jws.ts'
import type { Provider } from '../provider.ts'
import { type Forgery, forgeries, forgeriesOf, partsOf } from './forgery.ts'

/** A good token whose signature was replaced. */
const resigned = (provider: Provider, kid: string, change: (signature: Buffer, input: string) => Buffer) => {
  const [header, payload, good] = partsOf(provider.sign(kid))
  const input = `${header}.${payload}`
  return `${input}.${base64url(change(Buffer.from(good, 'base64url'), input))}`
}

const order = Buffer.from('ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551', 'hex')
const zero = Buffer.alloc(32)
const one = Buffer.from('1'.padStart(64, '0'), 'hex')

const psychic: Forgery[] = forgeriesOf({
  attacks: 'CVE-2022-21449, FIPS 186-5 6.4.2',
  named: (what) => `a signature with ${what}`,
  values: {
    'r and s zero': [zero, zero],
    'r zero, s one': [zero, one],
    'r one, s zero': [one, zero],
    'r and s one': [one, one],
    'r and s the order of the curve': [order, order],
    'r the order, s one': [order, one],
    'r zero, s the order': [zero, order],
    'r and s larger than any': [Buffer.alloc(32, 255), Buffer.alloc(32, 255)],
    'zeros in DER': [Buffer.from('3006020100020100', 'hex')],
    'nothing in DER': [Buffer.from('3000', 'hex')],
  },
  make: (provider, halves) => resigned(provider, 'e', () => Buffer.concat(halves)),
})

const emptyOnes: Forgery[] = ['r', 'p', 'e3', 'd'].flatMap((kid) =>
  forgeries(
    'CVE-2022-21449',
    {
      [`a signature of zeros for ${kid}`]: (provider) =>
        resigned(provider, kid, (good) => Buffer.alloc(good.length)),
      [`a signature of one byte for ${kid}`]: (provider) => resigned(provider, kid, () => Buffer.of(1)),
    },
    kid,
  ),
)

const misshapen: Forgery[] = forgeries('RFC 7518 3.4', {
  'r and s exchanged': (provider) =>
    resigned(provider, 'e', (good) => Buffer.concat([good.subarray(32), good.subarray(0, 32)])),
  'a good signature in DER': (provider) =>
    resigned(provider, 'e', (_good, input) =>
      sign('sha256', Buffer.from(input), provider.key('e').privateKey),
    ),
  'cut by a byte': (provider) => resigned(provider, 'e', (good) => good.subarray(0, -1)),
  'cut by half': (provider) => resigned(provider, 'e', (good) => good.subarray(0, 32)),
  'with a byte more': (provider) => resigned(provider, 'e', (good) => Buffer.concat([good, Buffer.of(0)])),
  'with a byte before': (provider) => resigned(provider, 'e', (good) => Buffer.concat([Buffer.of(0), good])),
  'twice over': (provider) => resigned(provider, 'e', (good) => Buffer.concat([good, good])),
  backwards: (provider) => resigned(provider, 'e', (good) => Buffer.from(good).reverse()),
})

const misshapenRsa: Forgery[] = forgeries(
  'RFC 8017 8.2.2',
  {
    'an RSA signature with a zero before': (provider) =>
      resigned(provider, 'r', (good) => Buffer.concat([Buffer.of(0), good])),
    'an RSA signature with a byte more': (provider) =>
      resigned(provider, 'r', (good) => Buffer.concat([good, Buffer.of(0)])),
    'an RSA signature cut by a byte': (provider) => resigned(provider, 'r', (good) => good.subarray(0, -1)),
    'an RSA signature with SHA-1': (provider) =>
      resigned(provider, 'r', (_good, input) => signature('RS1', provider.key('r').privateKey, input)),
    'an RSA signature with SHA-512': (provider) =>
      resigned(provider, 'r', (_good, input) => signature('RS512', provider.key('r').privateKey, input)),
    'an RSA-PSS signature under alg RS256': (provider) =>
      resigned(provider, 'r', (_good, input) => signature('PS256', provider.key('r').privateKey, input)),
  },
  'r',
)

const pss = (saltLength: number) => (provider: Provider) =>
  resigned(provider, 'p', (_good, input) =>
    sign('sha256', Buffer.from(input), {
      key: provider.key('p').privateKey,
      padding: constants.RSA_PKCS1_PSS_PADDING,
      saltLength,
    }),
  )

const misshapenPss: Forgery[] = forgeries(
  'RFC 7518 3.5',
  {
    'an RSA-PSS signature without salt': pss(0),
    'an RSA-PSS signature with the longest salt': pss(constants.RSA_PSS_SALTLEN_MAX_SIGN),
    'a PKCS #1 signature under alg PS256': (provider) =>
      resigned(provider, 'p', (_good, input) => signature('RS256', provider.key('p').privateKey, input)),
  },
  'p',
)

/** The least number whose cube is not below it. */
function cubeRoot(value: bigint): bigint {
  let low = 0n
  let high = 1n << 700n
  while (low < high) {
    const middle = (low + high) / 2n
    if (middle ** 3n < value) low = middle + 1n
    else high = middle
  }
  return low
}

/** A number whose cube begins like a padded digest: taken for a signature by who does not look at the end. */
function bleichenbacher(input: string): Buffer {
  const digest = createHash('sha256').update(input).digest('hex')
  const start = `0001ffffffffffffffffff003031300d060960864801650304020105000420${digest}`
  const root = cubeRoot(BigInt(`0x${start.padEnd(512, '0')}`))
  return Buffer.from(root.toString(16).padStart(512, '0'), 'hex')
}

const cube: Forgery[] = forgeries(
  'CVE-2006-4339',
  {
    'a cube root for a key with exponent 3': (provider) =>
      resigned(provider, 'cube', (_good, input) => bleichenbacher(input)),
  },
  'cube',
)

const otherText: Forgery[] = forgeries('RFC 7515 5.1', {
  'the signature of another token': (provider) =>
    resigned(provider, 'e', () => Buffer.from(partsOf(provider.sign('e', { jti: 'autre' }))[2], 'base64url')),
  'a signature of the payload alone': (provider) =>
    resigned(provider, 'e', (_good, input) =>
      signature('ES256', provider.key('e').privateKey, input.split('.')[1] ?? ''),
    ),
  'a signature of the texts before encoding': (provider) =>
    resigned(provider, 'e', () =>
      signature(
        'ES256',
        provider.key('e').privateKey,
        `${JSON.stringify(provider.header('e'))}.${JSON.stringify(provider.claims())}`,
      ),
    ),
  'another subject after signing': (provider) => {
    const [header, , good] = partsOf(provider.sign('e', { sub: '00000000-0000-4000-8000-000000000001' }))
    return `${header}.${base64url(JSON.stringify(provider.claims()))}.${good}`
  },
  'a later expiry after signing': (provider) => {
    const [header, , good] = partsOf(provider.sign('e'))
    return `${header}.${base64url(JSON.stringify({ ...provider.claims(), exp: 4_000_000_000 }))}.${good}`
  },
  'another header after signing': (provider) => {
    const [, payload, good] = partsOf(provider.sign('e'))
    return `${base64url(JSON.stringify({ ...provider.header('e'), x: 1 }))}.${payload}.${good}`
  },
  'no signature': (provider) =>
    `${signingInput(JSON.stringify(provider.header('e')), JSON.stringify(provider.claims()))}.`,
  'no signature and no dot': (provider) =>
    signingInput(JSON.stringify(provider.header('e')), JSON.stringify(provider.claims())),
})

/** What a signature can be made to look like. */
export const signatureForgeries = [
  ...psychic,
  ...emptyOnes,
  ...misshapen,
  ...misshapenRsa,
  ...misshapenPss,
  ...cube,
  ...otherText,
]
