import type { QuestionDoublon } from 'antenne-client'
import { phoneOf } from './client-body.ts'
import type { ClientDraft } from './client-draft.ts'

/** So many telephones of contacts are asked for while one types: questions are counted, creating compares them all. */
const PHONES = 4
/** So many addresses have room in a question. */
const EMAILS = 50

const isPhone = (text: string): boolean => /^\+225(\d{8}|\d{10})$/.test(text)
const isEmail = (text: string): boolean => /^\S+@\S+\.\S+$/.test(text)

interface Reached {
  readonly telephone: string
  readonly email: string
}
const phonesOf = (all: readonly Reached[]) => all.map(({ telephone }) => phoneOf(telephone)).filter(isPhone)
const emailsOf = (all: readonly Reached[]) => all.map(({ email }) => email.trim()).filter(isEmail)

/** What is worth comparing so far: what is typed of the company itself, and what only its contacts have. */
export interface Questions {
  readonly company: readonly QuestionDoublon[]
  readonly contacts: readonly QuestionDoublon[]
}

export const noQuestions: Questions = { company: [], contacts: [] }

export function questionsOf({ fields, contacts }: ClientDraft): Questions {
  const [raison_sociale, rccm, ncc] = [fields.raison_sociale.trim(), fields.rccm.trim(), fields.ncc.trim()]
  const [phones, emails] = [phonesOf([fields]), emailsOf([fields])]
  const company = questions(phones, emails, {
    ...(raison_sociale.length >= 3 && { raison_sociale }),
    ...(rccm !== '' && { rccm }),
    ...(ncc !== '' && { ncc }),
  })
  const theirPhones = phonesOf(contacts).filter((one) => !phones.includes(one))
  const theirEmails = emailsOf(contacts).filter((one) => !emails.includes(one))
  return { company, contacts: questions(theirPhones, theirEmails) }
}

/** A question has room for one telephone. */
function questions(
  phones: readonly string[],
  emails: readonly string[],
  named: QuestionDoublon = {},
): readonly QuestionDoublon[] {
  const [telephone, ...others] = [...new Set(phones)].slice(0, PHONES)
  const first: QuestionDoublon = {
    ...named,
    ...(telephone !== undefined && { telephone }),
    ...(emails.length > 0 && { emails: [...new Set(emails)].slice(0, EMAILS) }),
  }
  return Object.keys(first).length === 0 ? [] : [first, ...others.map((other) => ({ telephone: other }))]
}
