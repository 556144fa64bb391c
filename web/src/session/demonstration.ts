import { type Compte, fetchJson, type Jeton } from '../configuration.ts'
import { keepToken } from './token.ts'

/** The e-mail of the chosen account, and nothing else: after a reload the page requests a new token. */
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
