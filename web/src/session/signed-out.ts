/**
 * Whether somebody signed out on this device, and nobody signed in since. The provider may still have their session, as
 * without a network: it is then asked to have the next person sign in.
 */
const PLACE = 'antenne.deconnexion'

export function noteSignedOut(): void {
  try {
    localStorage.setItem(PLACE, 'oui')
  } catch {
    // A device that keeps nothing.
  }
}

export function isSignedOut(): boolean {
  try {
    return localStorage.getItem(PLACE) !== null
  } catch {
    return false
  }
}

export function noteSignedIn(): void {
  try {
    localStorage.removeItem(PLACE)
  } catch {
    // A device that keeps nothing.
  }
}
