import type { Provider } from '../provider.ts'

/** A token that nobody should be let in with. */
export interface Forgery {
  readonly name: string
  /** The known flaw that it aims at, or the rule that it breaks. */
  readonly attacks: string
  /** Whose good token it resembles. */
  readonly signer: string
  make(provider: Provider): string
}

type Make = Forgery['make']

/** Forgeries of one kind, by name. */
export const forgeries = (attacks: string, makes: Readonly<Record<string, Make>>, signer = 'e'): Forgery[] =>
  Object.entries(makes).map(([name, make]) => ({ name, attacks, signer, make }))

/** One forgery for each value, named after it. */
export const forgeriesOf = <Value>(kind: {
  readonly attacks: string
  readonly named: (what: string) => string
  readonly values: Readonly<Record<string, Value>>
  readonly make: (provider: Provider, value: Value) => string
}): Forgery[] =>
  Object.entries(kind.values).map(([what, value]) => ({
    name: kind.named(what),
    attacks: kind.attacks,
    signer: 'e',
    make: (provider) => kind.make(provider, value),
  }))

/** The JSON of an object with one member written as it stands, which JSON.stringify would not write. */
export const withRaw = (object: Readonly<Record<string, unknown>>, name: string, text: string): string =>
  JSON.stringify({ ...object, [name]: '\u0001' }).replace('"\\u0001"', text)

/** The three parts of a good token. */
export function partsOf(token: string): [header: string, payload: string, signature: string] {
  const [header = '', payload = '', signature = ''] = token.split('.')
  return [header, payload, signature]
}
