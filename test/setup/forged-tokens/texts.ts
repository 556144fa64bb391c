import { base64url } from '../jws.ts'
import type { Provider } from '../provider.ts'
import { type Forgery, forgeries, forgeriesOf, partsOf } from './forgery.ts'

const header = (provider: Provider) => JSON.stringify(provider.header('e'))
const claims = (provider: Provider) => JSON.stringify(provider.claims())

/** A good token written in another way. */
const written: Forgery[] = forgeries('RFC 7515 2, 7.1', {
  'padding after the signature': (provider) => `${provider.sign('e')}==`,
  'padding after the header': (provider) => provider.sign('e').replace('.', '=.'),
  'the alphabet of plain base64': (provider) => {
    let parts: string[]
    do parts = partsOf(provider.sign('e'))
    while (!/[-_]/.test(parts[2] ?? ''))
    return `${parts[0]}.${parts[1]}.${parts[2]?.replaceAll('-', '+').replaceAll('_', '/')}`
  },
  'the signature in hexadecimal': (provider) => {
    const [first, second, good] = partsOf(provider.sign('e'))
    return `${first}.${second}.${Buffer.from(good, 'base64url').toString('hex')}`
  },
  'a space after it': (provider) => `${provider.sign('e')} `,
  'a tab after it': (provider) => `${provider.sign('e')}\t`,
  'a line end after it': (provider) => `${provider.sign('e')}\n`,
  'a line end within': (provider) => provider.sign('e').replace('.', '.\n'),
  'a space within': (provider) => provider.sign('e').replace('.', '. '),
  'a NUL after it': (provider) => `${provider.sign('e')}\u0000`,
  'a no-break space after it': (provider) => `${provider.sign('e')}\u00a0`,
  'percent-encoded dots': (provider) => provider.sign('e').replaceAll('.', '%2E'),
  'between quotes': (provider) => `"${provider.sign('e')}"`,
  'between angles': (provider) => `<${provider.sign('e')}>`,
  'a dot before': (provider) => `.${provider.sign('e')}`,
  'a dot after': (provider) => `${provider.sign('e')}.`,
  'four parts': (provider) => `${provider.sign('e')}.AAAA`,
  'an empty payload part': (provider) => {
    const [first, , good] = partsOf(provider.sign('e'))
    return `${first}..${good}`
  },
  'an empty header part': (provider) => provider.sign('e').replace(/^[^.]+/, ''),
  'nothing but dots': () => '..',
  'thousands of dots': () => '.'.repeat(8000),
  'one word': () => 'jeton',
  'three words': () => 'un.deux.trois',
  'the parts in another order': (provider) => partsOf(provider.sign('e')).reverse().join('.'),
  'over 8 kB': (provider) => provider.sign('e', { x: 'a'.repeat(7000) }),
})

const bom = '\ufeff'
const invalidUtf8 = (text: string) =>
  Buffer.concat([Buffer.from(text.slice(0, -1)), Buffer.from(',"x":"\xff\xfe"}', 'latin1')])

type Change = (text: string) => string | Buffer

const headers: Forgery[] = forgeriesOf<Change>({
  attacks: 'RFC 7515 4, RFC 8259',
  named: (what) => `a header ${what}`,
  values: {
    'that names its algorithm twice, the last one none': (text) => text.replace(/}$/, ',"alg":"none"}'),
    'that names its key twice, the last one unknown': (text) => text.replace(/}$/, ',"kid":"autre"}'),
    'that is no JSON': () => 'alg=ES256',
    'with a comment': (text) => `/**/${text}`,
    'with a comma too many': (text) => text.replace(/}$/, ',}'),
    'in single quotes': (text) => text.replaceAll('"', "'"),
    'with something after it': (text) => `${text}x`,
    'with another after it': (text) => `${text}${text}`,
    'with a NUL after it': (text) => `${text}\u0000`,
    'of invalid UTF-8': invalidUtf8,
    'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
    'that is a list': (text) => `[${text}]`,
    'that is a text': (text) => JSON.stringify(text),
    'that is a number': () => '1',
    'that is null': () => 'null',
    'that is an empty object': () => '{}',
    'inherited through __proto__': (text) => `{"__proto__":${text}}`,
    'of a thousand levels': (text) =>
      text.replace(/}$/, `,"x":${'['.repeat(1000)}${']'.repeat(1000)},"alg":"none"}`),
  },
  make: (provider, change) => provider.signText('e', change(header(provider)), claims(provider)),
})

const payloads: Forgery[] = forgeriesOf<Change>({
  attacks: 'RFC 7519 7.2, RFC 8725 3.7',
  named: (what) => `a payload ${what}`,
  values: {
    'that names its subject twice, the last one nobody': (text) => text.replace(/}$/, ',"sub":"nobody"}'),
    'that names its audience twice, the last one another': (text) => text.replace(/}$/, ',"aud":"autre"}'),
    'that expires twice, the last time long ago': (text) => text.replace(/}$/, ',"exp":1}'),
    'that is a list': (text) => `[${text}]`,
    'that is a text': (text) => JSON.stringify(text),
    'that is a number': () => '1',
    'that is true': () => 'true',
    'that is null': () => 'null',
    'that is an empty object': () => '{}',
    'that is no JSON': () => 'sub=admin',
    'with something after it': (text) => `${text}x`,
    'with another after it': (text) => `${text}${text}`,
    'with a NUL after it': (text) => `${text}\u0000`,
    'with two byte order marks': (text) => `${bom}${bom}${text}`,
    'of invalid UTF-8': invalidUtf8,
    'in UTF-16': (text) => Buffer.from(text, 'utf16le'),
    'encoded twice': (text) => base64url(text),
  },
  make: (provider, change) => provider.signText('e', header(provider), change(claims(provider))),
})

/** What the text of a token can be made of. */
export const textForgeries = [...written, ...headers, ...payloads]
