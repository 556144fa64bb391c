/**
 * Characters that look like others. In a number of a register or a company's name they would pass the duplicate check,
 * and people would see two records alike. Only what people send is judged: an import keeps its own rules.
 */

/** Characters that nobody sees, and a blank that is no white space. */
const HIDDEN = '\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}\\u2800'
const hidden = new RegExp(`[${HIDDEN}]`, 'gu')
/** A run is tried once, from its start: a text of nothing but white space and a letter costs no more than another. */
const around = new RegExp(`^[\\s${HIDDEN}]+|(?<![\\s${HIDDEN}])[\\s${HIDDEN}]+$`, 'gu')

/** The text without the characters that nobody sees. */
export const visible = (text: string): string => text.replace(hidden, '')

/** The text without white space and invisible characters around it: pasted texts bring both. */
export const visiblyTrimmed = (text: string): string => text.replace(around, '')

/** What is wrong with a text of one line, if people would not see all of it. */
export const invisibleFault = (text: string): string | undefined =>
  visible(text) === text
    ? undefined
    : 'Caractère invisible dans ce texte : effacez le texte, et tapez-le au lieu de le coller.'

/** What is wrong with the characters of an e-mail address. One final point is the same address again. */
export const emailFault = (text: string): string | undefined =>
  /^[!-~]*[!-\-/-~]$/.test(text)
    ? undefined
    : 'Écrivez cette adresse sans accent, sans caractère invisible et sans point à la fin, comme contact@exemple.ci.'

/** A number of a register in one form: full-width and other compatibility characters, and dashes, made plain. */
export const plainNumber = (text: string): string =>
  visiblyTrimmed(text.normalize('NFKC').replace(/[\p{Pd}\u2212]/gu, '-'))

/** What is wrong with the characters of a number. `N°` is how people write it. */
export const numberFault = (text: string): string | undefined =>
  /^[ -~°]*$/.test(text)
    ? undefined
    : 'Écrivez ce numéro avec des chiffres, des lettres sans accent et des tirets, comme CI-ABJ-03-2024-B12-09431 ; s’il n’y en a pas, laissez le champ vide.'

/** What is wrong with the characters of a company's name. */
export function nameFault(text: string): string | undefined {
  const mixed = text.match(/[\p{L}\p{M}]+/gu)?.find(isMixed)
  return mixed === undefined
    ? undefined
    : `« ${mixed} » mêle des lettres latines et des lettres cyrilliques ou grecques qui leur ressemblent : retapez ce mot.`
}

const isMixed = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
