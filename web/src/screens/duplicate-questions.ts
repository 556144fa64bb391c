import type { QuestionDoublon } from 'antenne-client'
import { phoneOf } from './client-body.ts'
import type { ClientDraft } from './client-draft.ts'

/** So many telephones are asked for while one types: questions are counted, and creating compares them all. */
const PHONES = 5
/** So many addresses have room in a question. */
const EMAILS = 50

const isPhone = (text: string): boolean => /^\+225(\d{8}|\d{10})$/.test(text)
const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text)

/** What is known so far, as far as it is worth comparing. A question has room for one telephone. */
export function questionsOf({ fields, contacts }: ClientDraft): readonly QuestionDoublon[] {
  const [raison_sociale, rccm, ncc] = [fields.raison_sociale.trim(), fields.rccm.trim(), fields.ncc.trim()]
  const all = [fields, ...contacts]
  const phones = new Set(all.map(({ telephone }) => phoneOf(telephone)).filter(isPhone))
  const emails = new Set(all.map(({ email }) => email.trim()).filter(isEmail))
  const [telephone, ...others] = [...phones].slice(0, PHONES)
  const first: QuestionDoublon = {
    ...(raison_sociale.length >= 3 && { raison_sociale }),
    ...(rccm !== '' && { rccm }),
    ...(ncc !== '' && { ncc }),
    ...(telephone !== undefined && { telephone }),
    ...(emails.size > 0 && { emails: [...emails].slice(0, EMAILS) }),
  }
  return Object.keys(first).length === 0 ? [] : [first, ...others.map((other) => ({ telephone: other }))]
}
