import type { Provider } from '../provider.ts'
import { type Forgery, forgeries, forgeriesOf, withRaw } from './forgery.ts'

type Value = (provider: Provider) => unknown

const now = () => Math.floor(Date.now() / 1000)

/** Well signed, but one claim has a value that says that the token is not for here, not for now, or for nobody. */
const claim = (name: string, attacks: string, values: Readonly<Record<string, Value>>): Forgery[] =>
  forgeriesOf({
    attacks,
    named: (what) => `${name} ${what}`,
    values,
    make: (provider, value) => provider.sign('e', { [name]: value(provider) }),
  })

/** The same for values that JSON.stringify does not write. */
const rawClaim = (name: string, attacks: string, texts: readonly string[]): Forgery[] =>
  texts.map((text) => ({
    name: `${name} written ${text || 'as nothing'}`,
    attacks,
    signer: 'e',
    make: (provider) =>
      provider.signText('e', JSON.stringify(provider.header('e')), withRaw(provider.claims(), name, text)),
  }))

const issuer = claim('iss', 'RFC 8725 3.8', {
  'of somebody else': () => 'https://autre.example',
  'with a slash more': ({ issuer }) => `${issuer}/`,
  'with a path': ({ issuer }) => `${issuer}/tenant`,
  'that begins like ours': ({ issuer }) => `${issuer}.autre.example`,
  'that carries ours as a user name': ({ issuer }) => `${issuer}@autre.example`,
  'by another name of the host': ({ issuer }) => issuer.replace('127.0.0.1', 'localhost'),
  'in upper case': ({ issuer }) => issuer.toUpperCase(),
  'with a space': ({ issuer }) => `${issuer} `,
  'a list of ours': ({ issuer }) => [issuer],
  'an object': ({ issuer }) => ({ [issuer]: true }),
  empty: () => '',
  null: () => null,
  missing: () => undefined,
})

const audience = claim('aud', 'CVE-2020-26160, RFC 8725 3.9', {
  'of another service': () => 'autre',
  'a list without ours': () => ['autre', 'encore-un-autre'],
  'an empty list': () => [],
  'a list of an empty text': () => [''],
  'a list in a list': () => [['antenne']],
  'a part of ours': () => 'anten',
  'longer than ours': () => 'antenne2',
  'in upper case': () => 'ANTENNE',
  'with a space': () => 'antenne ',
  'joined by a comma': () => 'autre,antenne',
  'joined by a space': () => 'autre antenne',
  'any (*)': () => '*',
  'an object': () => ({ 0: 'antenne', length: 1 }),
  'a number': () => 0,
  true: () => true,
  null: () => null,
  missing: () => undefined,
})

const times = [
  ...claim('exp', 'RFC 7519 4.1.4, CVE-2024-51744', {
    'a minute ago': () => now() - 60,
    'a minute ago, with a fraction': () => now() - 60.5,
    'the beginning of time': () => 0,
    negative: () => -1,
    'in milliseconds': () => 1000 * (now() + 300),
    'in ten years': () => now() + 3652 * 86_400,
    'a text': () => String(now() + 300),
    'a date': () => new Date(Date.now() + 300_000).toISOString(),
    'no number': () => 'NaN',
    'a list': () => [now() + 300],
    'an object': () => ({ value: now() + 300 }),
    true: () => true,
    null: () => null,
    missing: () => undefined,
  }),
  ...rawClaim('exp', 'RFC 7519 4.1.4', ['1e400', '-1e400', '1e-400', '0x7fffffff', 'Infinity', 'NaN', '']),
  ...claim('nbf', 'RFC 7519 4.1.5', {
    'in a minute': () => now() + 60,
    'a text': () => String(now() - 60),
    'a list': () => [now() - 60],
    null: () => null,
  }),
  ...rawClaim('nbf', 'RFC 7519 4.1.5', ['1e400']),
  ...claim('iat', 'RFC 7519 4.1.6', {
    'in a minute': () => now() + 60,
    'a text': () => String(now()),
    'a list': () => [now()],
    null: () => null,
  }),
  ...rawClaim('iat', 'RFC 7519 4.1.6', ['1e400']),
]

const subject = claim('sub', 'RFC 8725 3.8', {
  'of nobody here': () => '00000000-0000-4000-8000-000000000000',
  'a name': () => 'admin',
  'a list': ({ subject }) => [subject],
  'an object': ({ subject }) => ({ toString: subject }),
  'a number': () => 1,
  true: () => true,
  'between spaces': ({ subject }) => ` ${subject} `,
  'with a line end': ({ subject }) => `${subject}\n`,
  'with a NUL': ({ subject }) => `${subject}\u0000`,
  'after a NUL': ({ subject }) => `\u0000${subject}`,
  'urn:uuid:': ({ subject }) => `urn:uuid:${subject}`,
  'in braces': ({ subject }) => `{${subject}}`,
  'without hyphens': ({ subject }) => subject.replaceAll('-', ''),
  'one digit short': ({ subject }) => subject.slice(0, -1),
  'one digit more': ({ subject }) => `${subject}0`,
  'in wide digits': ({ subject }) =>
    subject.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
  'with a condition of SQL': ({ subject }) => `${subject}' or '1'='1`,
  empty: () => '',
  null: () => null,
  missing: () => undefined,
})

const bound = claim('cnf', 'RFC 9449 7.2, RFC 8705 3', {
  'bound to a key': () => ({ jkt: 'A'.repeat(43) }),
  'bound to a certificate': () => ({ 'x5t#S256': 'A'.repeat(43) }),
  'bound to nothing': () => null,
})

const elsewhere = forgeries('RFC 7519 4, 5.3', {
  'the subject in the header alone': (provider) =>
    provider.sign('e', { sub: undefined }, { sub: provider.subject }),
  'the subject under a name in another case': (provider) =>
    provider.sign('e', { sub: undefined, Sub: provider.subject }),
  'all claims in the header': (provider) =>
    provider.signText('e', JSON.stringify({ ...provider.header('e'), ...provider.claims() }), '{}'),
  'the claims inherited through __proto__': (provider) =>
    provider.signText(
      'e',
      JSON.stringify(provider.header('e')),
      `{"__proto__":${JSON.stringify(provider.claims())}}`,
    ),
  'the claims inherited through constructor': (provider) =>
    provider.signText(
      'e',
      JSON.stringify(provider.header('e')),
      `{"constructor":{"prototype":${JSON.stringify(provider.claims())}}}`,
    ),
})

/** Well signed, but not for here, not for now, or for nobody. */
export const claimForgeries = [...issuer, ...audience, ...times, ...subject, ...bound, ...elsewhere]
