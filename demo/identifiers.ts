import { keyOf, mix } from './random.ts'

const hex = Array.from({ length: 0x10000 }, (_, n) => n.toString(16).padStart(4, '0'))

/** A UUID (version 8) for the `index`-th thing under a key: never twice the same under one key. */
export function uuid(key: number, index: number): string {
  const a = mix(key, index)
  const b = mix(a, key)
  const c = mix(b, index)
  const d = mix(c, key)
  return `${hex[a >>> 16]}${hex[a & 0xffff]}-${hex[b >>> 16]}-${hex[0x8000 | (b & 0x0fff)]}-${hex[0x8000 | (c >>> 18)]}-${hex[c & 0xffff]}${hex[d >>> 16]}${hex[d & 0xffff]}`
}

/** The UUID of a name such as `client:12`: the same in every run. */
export const uuidOf = (name: string): string => uuid(keyOf(name), 0)

const digits = (value: number, length: number): string => String(value).padStart(length, '0')

const CATEGORIES = ['A10', 'B12', 'B13', 'B14'] as const
const SPREAD = 7919

/**
 * A trade-register number: distinct serials below 3,200,000 give distinct numbers, one in five of the form before 2019.
 */
export function rccm(court: string, serial: number): string {
  const place = Math.floor(serial / 5)
  if (serial % 5 === 0) {
    const spread = (place * SPREAD) % 1_700_000
    return `CI-${court}-${2001 + (spread % 17)}-B-${Math.floor(spread / 17) + 1}`
  }
  const spread = (serial * SPREAD) % 3_200_000
  const year = 2019 + (spread % 8)
  const category = CATEGORIES[Math.floor(spread / 8) % 4]
  return `CI-${court}-03-${year}-${category}-${digits(Math.floor(spread / 32), 5)}`
}

/**
 * A taxpayer account number, 7 digits and a letter, sometimes written with a space; distinct for distinct serials below
 * ten million.
 */
export function ncc(serial: number, hash: number): string {
  const number = digits((serial * SPREAD + 1_234_567) % 10_000_000, 7)
  return `${number}${hash % 5 === 0 ? ' ' : ''}${String.fromCharCode(65 + ((hash >>> 8) % 26))}`
}

const MOBILE = ['01', '05', '07'] as const
const FIXED = ['21', '25', '27'] as const
const number = (prefixes: readonly string[], hash: number): string =>
  `+225${prefixes[hash % 3]}${digits(mix(hash, 3) % 100_000_000, 8)}`

/** A mobile number: +225 and 10 digits. */
export const mobile = (hash: number): string => number(MOBILE, hash)
/** A fixed-line number: +225 and 10 digits. */
export const fixedLine = (hash: number): string => number(FIXED, hash)

const BANKS = ['CI008', 'CI032', 'CI034', 'CI042', 'CI059', 'CI092', 'CI121', 'CI166'] as const
const lettersToDigits = (text: string): string =>
  text.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))

/** A bank account: 28 characters that pass the IBAN check. */
export function iban(hash: number): string {
  const branch = digits(1001 + (mix(hash, 1) % 900), 5)
  const account = digits(mix(hash, 2), 12)
  const bban = `${BANKS[hash % BANKS.length]}${branch}${account}`
  const remainder = Number(BigInt(lettersToDigits(`${bban}00CI93`)) % 97n)
  // The key stands six digits (CI93 = 121893) from the end of the checked number.
  const weight = Number(10n ** 6n % 97n)
  for (let key = 1; key <= 97; key++) {
    if ((remainder + key * weight) % 97 === 1) return `CI93${bban}${digits(key, 2)}`
  }
  throw new Error('Every remainder has a key between 1 and 97.')
}
