/** What is sent beside or instead of a good `Authorization`: pairs of a header's name and value, in their order. */
interface HeaderForgery {
  readonly name: string
  readonly attacks: string
  readonly path?: (good: string) => string
  readonly headers: (good: string, forged: string) => readonly (readonly [name: string, value: string])[]
}

const schemes: HeaderForgery[] = [
  ...['Bearer', 'Bearer ', 'Bearer Bearer {}', 'Bearer {} {}', 'Bearer {},{}', 'Bearer {}, Bearer {}'],
  ...['Bearer {};', 'Bearer\t{}', 'Bearer,{}', 'Bearer:{}', 'Bearer={}', 'Bearer{}', 'Bearer token={}'],
  ...['Bearer token="{}"', 'Bearer\u00a0{}', 'Bearers {}', '"Bearer" {}', 'Basic {}', 'Basic dTpw'],
  ...['DPoP {}', 'JWT {}', 'Token {}', 'Digest username="{}"', '{}'],
].map((value) => ({
  name: `«${value.replaceAll('{}', '…')}»`,
  attacks: 'RFC 6750 2.1, RFC 9110 11.6.2',
  headers: (good) => [['authorization', value.replaceAll('{}', good)]],
}))

const elsewhere: HeaderForgery[] = [
  'proxy-authorization',
  'x-authorization',
  'x-forwarded-authorization',
].map((name) => ({
  name: `a good token in ${name}`,
  attacks: 'RFC 6750 2',
  headers: (good) => [[name, `Bearer ${good}`]],
}))

/** Good tokens sent in a way that is none, and good ones that hide a forged one. */
export const headerForgeries: readonly HeaderForgery[] = [
  ...schemes,
  ...elsewhere,
  {
    name: 'a forged token before a good one',
    attacks: 'RFC 9110 5.3',
    headers: (good, forged) => [
      ['authorization', `Bearer ${forged}`],
      ['authorization', `Bearer ${good}`],
    ],
  },
  {
    name: 'a good token before a forged one',
    attacks: 'RFC 9110 5.3',
    headers: (good, forged) => [
      ['authorization', `Bearer ${good}`],
      ['authorization', `Bearer ${forged}`],
    ],
  },
  {
    name: 'a forged token and a good one, joined',
    attacks: 'RFC 9110 5.3',
    headers: (good, forged) => [['authorization', `Bearer ${forged}, Bearer ${good}`]],
  },
  {
    name: 'a good token in the address',
    attacks: 'RFC 6750 2.3, RFC 9700 4.3.2',
    path: (good) => `?access_token=${good}`,
    headers: () => [],
  },
  {
    name: 'a good token in a cookie',
    attacks: 'RFC 6750 2',
    headers: (good) => [['cookie', `access_token=${good}; token=${good}; Authorization=Bearer ${good}`]],
  },
  {
    name: 'a user who says who it is',
    attacks: 'RFC 9110 11.6.2',
    headers: () => [
      ['x-user', 'admin'],
      ['x-remote-user', 'admin'],
    ],
  },
]
