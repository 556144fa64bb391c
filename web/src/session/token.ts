/** What a sign-in gave. Kept in this variable and nowhere else: it is gone with the page. */
interface Granted {
  readonly token: string
  readonly since: number
  readonly until: number
  /** The provider's own note of who this is, for signing out. */
  readonly idToken: string | undefined
}

let granted: Granted | undefined

/** Seconds before its end at which a token is not used any more. */
const MARGIN = 10

export function keepToken(token: string, seconds: number, idToken?: string): void {
  const since = Date.now()
  granted = { token, since, until: since + 1000 * seconds, idToken }
}

export const forgetToken = (): void => {
  granted = undefined
}

/** The token while it is good. */
export const currentToken = (): string | undefined =>
  granted !== undefined && Date.now() < granted.until - 1000 * MARGIN ? granted.token : undefined

export const currentIdToken = (): string | undefined => granted?.idToken

/** Whether it was given a moment ago: whoever is refused with it would be refused with another one too. */
export const isFresh = (): boolean => granted !== undefined && Date.now() - granted.since < 5000
