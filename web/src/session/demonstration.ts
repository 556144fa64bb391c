import { type Compte, fetchJson, type Jeton } from '../configuration.ts'
import { keepToken } from './token.ts'

/** Which account was chosen, its e-mail and nothing else: a reload asks for a new token by itself. */
const CHOSEN = 'compte'

export const chosenAccount = (): string | null => sessionStorage.getItem(CHOSEN)
export const forgetAccount = (): void => sessionStorage.removeItem(CHOSEN)

export const listAccounts = async (): Promise<readonly Compte[]> =>
  (await fetchJson<{ donnees: Compte[] }>('/demonstration/comptes')).donnees

/** Signs in as that demonstration account. */
export async function chooseAccount(email: string): Promise<void> {
  const { access_token, expires_in } = await fetchJson<Jeton>('/demonstration/jeton', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email }),
  })
  keepToken(access_token, expires_in)
  sessionStorage.setItem(CHOSEN, email)
}
