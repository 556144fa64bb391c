import type pg from 'pg'
import { isUuid } from '../contract/primitives.ts'
import { Failure } from '../failure.ts'
import { findAccounts } from '../identity/accounts.ts'
import { type Arguments, WrongUsage } from './command.ts'

/** The UUID given with an option, in lower case. */
export function givenId({ options }: Arguments, option: string): string {
  const text = options[option]
  if (typeof text !== 'string') throw new WrongUsage(`Il manque --${option}.`)
  return uuidOf(text, `--${option}`)
}

export function uuidOf(text: string, what: string): string {
  if (isUuid(text)) return text.toLowerCase()
  throw new WrongUsage(`${what} : « ${text} » n'est pas un id. Donnez un UUID.`)
}

/** The user that `--par` names, by id or e-mail. */
export async function givenUser(client: pg.Client, { options }: Arguments): Promise<string> {
  const key = options.par
  if (typeof key !== 'string') {
    throw new WrongUsage('Il manque --par : donnez l’e-mail ou l’id de l’utilisateur qui agit.')
  }
  const [account, another] = await findAccounts(client, key)
  if (account === undefined) {
    throw new Failure(`Aucun compte « ${key} ». Voyez la liste avec : npx antenne comptes`, {
      code: 'utilisateur_introuvable',
    })
  }
  if (another !== undefined)
    throw new Failure(`Plusieurs comptes « ${key} ». Donnez l'id plutôt que l'e-mail.`)
  return account.id
}
