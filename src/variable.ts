import Type, { type TSchema } from 'typebox'
import { mistypesTls, namesSeveralHosts } from './addresses.ts'

/** A variable of the environment: what its text becomes and must be, and what is said of it. */
export interface Variable<T> {
  readonly name: string
  /** What it means, for the documentation. */
  readonly meaning: string
  /** The text that stands for an absent one. */
  readonly byDefault: string | undefined
  /** What is said of an absent one that has no such text. */
  readonly absentMeans: string
  /** The value without any text. */
  readonly absent: T
  /** The value of a text, which the schema checks. */
  value(text: string): unknown
  readonly schema: TSchema
  /** Which values there are, for the documentation. */
  readonly values: string
  /** What is wrong with this text, in French, after the name; what to give instead comes last. */
  faults(text: string): string[]
}

/** What every declaration says. */
interface VariableOptions {
  readonly meaning: string
  readonly byDefault?: string
  readonly absentMeans?: string
}

type Rules<T> = Pick<Variable<T>, 'value' | 'schema' | 'values' | 'faults'>

/** A variable with a default always has a value; one without is absent, or has an empty list. */
type Valued<Options extends VariableOptions, T, Absent> = Options extends { byDefault: string }
  ? T
  : T | Absent

const declare = <T, Absent, Options extends VariableOptions>(
  name: string,
  { meaning, byDefault, absentMeans = 'none' }: Options,
  rules: Rules<unknown> & { absent: Absent },
): Variable<Valued<Options, T, Absent>> =>
  ({ name, meaning, byDefault, absentMeans, ...rules }) as Variable<Valued<Options, T, Absent>>

/** Any text. */
export const text = <Options extends VariableOptions>(
  name: string,
  options: Options,
  value = (given: string) => given,
) =>
  declare<string, undefined, Options>(name, options, {
    absent: undefined,
    value,
    schema: Type.String(),
    values: 'text',
    faults: () => [],
  })

/** A whole number, both ends included. */
export const integer = <Options extends VariableOptions>(
  name: string,
  [minimum, maximum]: readonly [number, number],
  options: Options,
) =>
  declare<number, undefined, Options>(name, options, {
    absent: undefined,
    value: (given) => (/^\d+$/.test(given) ? Number(given) : given),
    schema: Type.Integer({ minimum, maximum }),
    values: `${minimum} to ${maximum}`,
    faults: (given) => [`vaut « ${given} » : donnez un nombre entier de ${minimum} à ${maximum}.`],
  })

/** One of a few words. */
export const word = <Options extends VariableOptions>(
  name: string,
  words: readonly string[],
  options: Options,
) =>
  declare<string, undefined, Options>(name, options, {
    absent: undefined,
    value: (given) => given,
    schema: Type.Enum([...words]),
    values: words.map((each) => `\`${each}\``).join(', '),
    faults: (given) => [`vaut « ${given} » : valeurs possibles : ${words.join(', ')}.`],
  })

const isUrl = (protocols: readonly string[]) => (given: string) =>
  URL.canParse(given) && protocols.includes(new URL(given).protocol)
const shapes = (protocols: readonly string[]) => protocols.map((protocol) => `${protocol}//…`)
const documented = (protocols: readonly string[]) =>
  shapes(protocols)
    .map((shape) => `\`${shape}\``)
    .join(', ')

const holdsPassword = (protocol: string): boolean => /^(postgres|redis)/.test(protocol)
const PASSWORD = '. Dans un mot de passe, écrivez %23 pour #, %2F pour /, %3F pour ?.'

/** An address. Its text is not repeated in messages: it may hold a password. */
export const url = <Options extends VariableOptions>(
  name: string,
  protocols: readonly string[],
  options: Options,
  value = (given: string) => given,
) =>
  declare<string, undefined, Options>(name, options, {
    absent: undefined,
    value,
    schema: Type.Refine(Type.String(), isUrl(protocols)),
    values: documented(protocols),
    faults: () => [
      `n'est pas une adresse valable : donnez une adresse ${shapes(protocols).join(' ou ')}${protocols.some(holdsPassword) ? PASSWORD : ''}`,
    ],
  })

const listed = (given: string): string[] => given.split(',').flatMap((item) => item.trim() || [])

const postgres = ['postgres:', 'postgresql:']
/** The driver accepts one host; it would read several as one strange name. */
const ONE_HOST =
  "nomme plusieurs serveurs dans une adresse : donnez-en un seul par adresse, les autres dans DATABASE_REPLICA_URLS, séparées par des virgules, ou l'adresse d'un HAProxy. Le service trouve lui-même lequel est le principal."

const TLS =
  "demande un chiffrement qui n'existe pas sous ce nom : donnez sslmode=verify-full (ou require, disable…), sslrootcert, sslcert, sslkey."

/** What is wrong with an address that is one. */
const serverFault = (given: string): string | undefined =>
  namesSeveralHosts(given) ? ONE_HOST : mistypesTls(given) ? TLS : undefined

/** The address of a PostgreSQL. */
export const server = <Options extends VariableOptions>(name: string, options: Options) => {
  const plain = url(name, postgres, options)
  return {
    ...plain,
    schema: Type.Refine(plain.schema, (given) => serverFault(given as string) === undefined),
    faults(given: string) {
      const fault = serverFault(given)
      return fault === undefined ? plain.faults(given) : [fault]
    },
  }
}

/** A list, separated by commas. */
const list = <Options extends VariableOptions>(
  name: string,
  options: Options,
  { item, values, faults }: { item: TSchema; values: string; faults(items: readonly string[]): string[] },
) =>
  declare<readonly string[], readonly string[], Options>(name, options, {
    absent: [],
    value: listed,
    schema: Type.Array(item),
    values: `${values}; several separated by commas`,
    faults: (given) => faults(listed(given)),
  })

/** Addresses of PostgreSQL servers. */
export const servers = <Options extends VariableOptions>(name: string, options: Options) =>
  list(name, options, {
    item: Type.Refine(Type.String(), (given) => isUrl(postgres)(given) && serverFault(given) === undefined),
    values: documented(postgres),
    faults: (items) => [
      items.flatMap((item) => serverFault(item) ?? [])[0] ??
        ': donnez des adresses postgres://…, séparées par des virgules.',
    ],
  })

/** Items of one kind; each wrong one is reported. */
export const items = <Options extends VariableOptions>(
  name: string,
  { valid, values, expected }: { valid: (item: string) => boolean; values: string; expected: string },
  options: Options,
) =>
  list(name, options, {
    item: Type.Refine(Type.String(), valid),
    values,
    faults: (given) =>
      given.filter((item) => !valid(item)).map((item) => `contient « ${item} » : ${expected}`),
  })

/** What is read by a function of its own, which gives undefined for a wrong text. */
export const special = <T, Options extends VariableOptions>(
  name: string,
  { value, values, fault }: { value: (given: string) => T | undefined; values: string; fault: string },
  options: Options,
) =>
  declare<T, undefined, Options>(name, options, {
    absent: undefined,
    value,
    schema: Type.Refine(Type.Unknown(), (read) => read !== undefined),
    values,
    faults: () => [fault],
  })
