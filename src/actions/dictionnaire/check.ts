import type pg from 'pg'
import { marks } from '../doublon/word.ts'
import type { Fault, Placed } from './entries.ts'

const MAX_LETTERS = 40

/** The faults of the words of a file: not a word, a number without its digits, a repeated word. */
export async function checkSpellings(connection: pg.Client, spellings: readonly Placed[]): Promise<Fault[]> {
  const faults: Fault[] = []
  const words = spellings.filter((spelling) => {
    const message = formOf(spelling)
    if (message !== undefined) faults.push({ line: spelling.line, message })
    return message === undefined
  })
  const { rows } = await connection.query<{ plie: string; cle: string }>(
    `select plie, antenne.cle_mot(plie) as cle from unnest($1::text[]) with ordinality as m (mot, rang),
      lateral (select antenne.plier(mot)) as p (plie) order by rang`,
    [words.map(({ mot }) => mot)],
  )
  const known = new Map<string, Placed>()
  for (const [index, word] of words.entries()) {
    const { plie = '', cle = '' } = rows[index] ?? {}
    const first = known.get(cle)
    if (!/^([a-z]+|\d+)$/.test(plie)) faults.push({ line: word.line, message: noWord(word.mot) })
    else if (first === undefined) known.set(cle, word)
    else faults.push({ line: word.line, message: twice(word, first) })
  }
  return faults
}

/**
 * The fault of one word, if any. Names are split at signs, and between letters and digits: no other word would match.
 */
function formOf({ marque, mot, pour }: Placed): string | undefined {
  if (mot.length > MAX_LETTERS)
    return `« ${mot.slice(0, MAX_LETTERS)}… » est trop long. Donnez ${MAX_LETTERS} lettres au plus.`
  if (marque === marks.number && mot === pour) {
    return /^[1-9]\d*$/.test(mot)
      ? undefined
      : `« ${mot} » n'est pas un nombre en chiffres. Commencez par lui : « nombre : 21 vingtetun ».`
  }
  return /^\p{L}[\p{L}\p{M}]*$/u.test(mot) ? undefined : noWord(mot)
}

const noWord = (mot: string): string =>
  `« ${mot} » n'est pas un mot. Écrivez-le en lettres latines, sans apostrophe, tiret, point ni chiffre.`

const twice = ({ mot }: Placed, first: Placed): string =>
  mot === first.mot
    ? `« ${mot} » est déjà à la ligne ${first.line}. Gardez l'un des deux.`
    : `« ${mot} » s'entend comme « ${first.mot} », à la ligne ${first.line} : il est compris sans être écrit. Gardez l'un des deux.`
