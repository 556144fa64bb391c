/**
 * Characters that look like others. In a number of a register or a company's name they would pass the duplicate check,
 * and people would see two records alike. Only what people send is judged: an import keeps its own rules.
 */

/** A number of a register in one form: full-width and other compatibility characters, and dashes, made plain. */
export const plainNumber = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .trim()

/** What is wrong with the characters of a number. `N°` is how people write it. */
export const numberFault = (text: string): string | undefined =>
  /^[ -~°]*$/.test(text)
    ? undefined
    : 'Écrivez ce numéro avec des chiffres, des lettres sans accent et des tirets, comme CI-ABJ-03-2024-B12-09431 ; s’il n’y en a pas, laissez le champ vide.'

/** What is wrong with the characters of a company's name. */
export function nameFault(text: string): string | undefined {
  if (/\p{Default_Ignorable_Code_Point}/u.test(text))
    return 'Caractère invisible dans ce nom : effacez le nom, et tapez-le au lieu de le coller.'
  const mixed = text.match(/[\p{L}\p{M}]+/gu)?.find(isMixed)
  return mixed === undefined
    ? undefined
    : `« ${mixed} » mêle des lettres latines et des lettres cyrilliques ou grecques qui leur ressemblent : retapez ce mot.`
}

const isMixed = (word: string): boolean =>
  /\p{Script=Latin}/u.test(word) && /[\p{Script=Cyrillic}\p{Script=Greek}]/u.test(word)
