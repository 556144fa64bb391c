/** The result of a sign-in. Only in this variable: it is gone with the page. */
interface Granted {
  readonly token: string
  readonly since: number
  readonly until: number
  /** The identity token, for signing out. */
  readonly idToken: string | undefined
}

let granted: Granted | undefined

/** A token is not used in its last seconds. */
const MARGIN = 10

export function keepToken(token: string, seconds: number, idToken?: string): void {
  const since = Date.now()
  granted = { token, since, until: since + 1000 * seconds, idToken }
}

export const forgetToken = (): void => {
  granted = undefined
}

/** The token while it is valid. */
export const currentToken = (): string | undefined =>
  granted !== undefined && Date.now() < granted.until - 1000 * MARGIN ? granted.token : undefined

/** Whose token it is, as far as that can be read from it: whether it is good is for the service to say. */
export function currentSubject(): string | undefined {
  try {
    const text = atob((granted?.token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
    return (JSON.parse(text) as { readonly sub?: string }).sub
  } catch {
    return undefined
  }
}

export const currentIdToken = (): string | undefined => granted?.idToken

/** Whether it is new: a refusal would repeat with another one. */
export const isFresh = (): boolean => granted !== undefined && Date.now() - granted.since < 5000
