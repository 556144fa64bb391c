import { isEmail } from '../contract/primitives.ts'

/**
 * Characters that look like others. In a number of a register or a company's name they would pass the duplicate check,
 * and people would see two records alike. Only what people send is judged: an import keeps its own rules.
 */

/** Characters that nobody sees, and a blank that is no white space. */
const HIDDEN = '\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'
const hidden = new RegExp(`[${HIDDEN}]`, 'gu')
/** A run is tried once, from its start: a text of nothing but white space and a letter costs no more than another. */
const around = new RegExp(`^[\\s${HIDDEN}]+|(?<![\\s${HIDDEN}])[\\s${HIDDEN}]+$`, 'gu')
/** What makes one picture of several characters. Keyboards write it. */
const PICTURE = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}]'
const joined = new RegExp(
  `(?<=${PICTURE})\\ufe0f|((?<=${PICTURE})|(?<=\\ufe0f))\\u200d(?=${PICTURE})|(?<=[\\d#*])\\ufe0f(?=\\u20e3)`,
  'gu',
)

/** The text without the characters that nobody sees. */
export const visible = (text: string): string => text.replace(hidden, '')

/** The same of a text in which people may have put pictures. */
export function visibleWithPictures(text: string): string {
  const kept = new Set([...text.matchAll(joined)].map(({ index }) => index))
  return text.replace(hidden, (character, at: number) => (kept.has(at) ? character : ''))
}

/** The text without white space and invisible characters around it: pasted texts bring both. */
export const visiblyTrimmed = (text: string): string => text.replace(around, '')

/** What is wrong with the characters of an e-mail address. With a sign around it, it is the same address again. */
export const emailFault = (text: string): string | undefined =>
  !isEmail(text) || (/^[!-~]+$/.test(text) && /^[^<>()[\]\\,;:"@]+@[a-z\d-]+(\.[a-z\d-]+)+$/i.test(text))
    ? undefined
    : 'Écrivez cette adresse sans accent et sans signe autour, comme contact@exemple.ci.'

/** A number of a register in one form: full-width and other compatibility characters, accents and dashes made plain. */
export const plainNumber = (text: string): string =>
  visiblyTrimmed(
    text
      .normalize('NFKD')
      .replace(/[\u0300-\u036f]/g, '')
      .replace(/[\p{Pd}\u2212]/gu, '-'),
  )

/** What is wrong with the characters of a number. `N°` is how people write it. */
export const numberFault = (text: string): string | undefined =>
  /^[ -~°]*$/.test(text)
    ? undefined
    : 'Écrivez ce numéro avec des chiffres, des lettres sans accent et des tirets, comme CI-ABJ-03-2024-B12-09431 ; s’il n’y en a pas, laissez le champ vide.'

/** What is wrong with the characters of a company's name. */
export function nameFault(text: string): string | undefined {
  if (visible(text) !== text)
    return 'Caractère invisible dans ce nom : effacez le nom, et tapez-le au lieu de le coller.'
  const mixed = text.match(/[\p{L}\p{M}]+/gu)?.find(isMixed)
  return mixed === undefined
    ? undefined
    : `« ${mixed} » mêle des lettres latines et des lettres cyrilliques ou grecques qui leur ressemblent : retapez ce mot.`
}

const isMixed = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
