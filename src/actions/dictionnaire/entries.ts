import { Failure, printable } from '../../failure.ts'
import { marks } from '../doublon/word.ts'

/**
 * A spelling that an administrator adds: the word that it stands for, and the mark of its role
 * (`antenne.nom_normalise`).
 */
export interface Spelling {
  readonly marque: string
  readonly mot: string
  readonly pour: string
}

/** A spelling, with the line of the file that has it. */
export type Placed = Spelling & { readonly line: number }

/** What is wrong in a line of the file, and what to do. */
export interface Fault {
  readonly line: number
  readonly message: string
}

/** The roles as the file names them, with their marks. */
const roles: Readonly<Record<string, string>> = {
  ignoré: '',
  métier: marks.trade,
  faible: marks.weak,
  lieu: marks.place,
  nombre: marks.number,
  nom: marks.known,
}

const WIDTH = 100
const SHOWN = 100

/** The spellings of a file, and the faults of its form. `checkSpellings` checks the words themselves. */
export function readEntries(text: string): { readonly spellings: Placed[]; readonly faults: Fault[] } {
  const spellings: Placed[] = []
  const faults: Fault[] = []
  for (const [index, whole] of text.split(/\r?\n/).entries()) {
    const content = whole.replace(/#.*/, '').trim()
    if (content === '') continue
    const line = index + 1
    const [role = '', words] = content.split(/:(.*)/s)
    const marque = markOf(role.trim())
    const entries = (words ?? '').split(',').map((entry) => entry.trim())
    if (words === undefined) {
      const message =
        'il manque « : » après le rôle. Écrivez par exemple « métier : grillade grill, kiosque ».'
      faults.push({ line, message })
    } else if (marque === undefined) {
      const known = Object.keys(roles).join(', ')
      faults.push({
        line,
        message: `« ${role.trim()} » n'est pas un rôle. Écrivez l'un de ceux-ci : ${known}.`,
      })
    } else if (entries.includes('')) {
      faults.push({
        line,
        message: 'il manque un mot après « : » ou une virgule. Ajoutez-le, ou retirez la virgule.',
      })
    } else {
      for (const entry of entries) {
        const [pour = '', ...others] = entry.split(/\s+/)
        for (const mot of [pour, ...others]) spellings.push({ line, marque, mot, pour })
      }
    }
  }
  return { spellings, faults }
}

/** The mark of a role, with or without its accents and capitals. */
function markOf(role: string): string | undefined {
  const plain = (name: string) => name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  return Object.entries(roles).find(([name]) => plain(name) === plain(role))?.[1]
}

/** The text of a file with these spellings. */
export function writeEntries(spellings: readonly Spelling[]): string {
  const lines: string[] = []
  for (const [role, mark] of Object.entries(roles)) {
    const entries = new Map<string, string>()
    for (const { mot, pour } of spellings.filter(({ marque }) => marque === mark)) {
      const entry = entries.get(pour)
      entries.set(pour, entry === undefined ? mot : `${entry} ${mot}`)
    }
    let line = ''
    for (const entry of entries.values()) {
      const longer = line === '' ? `${role} : ${entry}` : `${line}, ${entry}`
      if (line !== '' && longer.length > WIDTH) lines.push(line)
      line = line !== '' && longer.length > WIDTH ? `${role} : ${entry}` : longer
    }
    if (line !== '') lines.push(line)
  }
  return lines.join('\n')
}

/** Throws a Failure that lists the faults, if there are any. */
export function refuse(faults: readonly Fault[]): void {
  if (faults.length === 0) return
  const inOrder = [...faults].sort((a, b) => a.line - b.line)
  const more = faults.length - SHOWN
  throw new Failure(
    [
      ...inOrder.slice(0, SHOWN).map(({ line, message }) => `Ligne ${line} : ${printable(message)}`),
      ...(more > 0 ? [`… et ${more} de plus.`] : []),
      `Dictionnaire refusé : ${faults.length === 1 ? '1 erreur' : `${faults.length} erreurs`}. Rien n'a été changé. Corrigez, puis relancez.`,
    ].join('\n'),
  )
}
