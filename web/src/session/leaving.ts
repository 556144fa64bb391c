import { SignInFailed } from './sign-in-failed.ts'

/** A page that is still there so long after it was left stays, in milliseconds. */
const STAYED = 60_000

let byItself = false

/** Leaves the page of its own accord, to sign in or out: nobody is asked. What is under way is on the device. */
export function leaveFor(address: string | URL): void {
  byItself = true
  location.assign(address)
}

/** Whether the page leaves of its own accord, and nobody has to be asked. */
export const leavesByItself = (): boolean => byItself

/** Rejects where the page is still there: somebody was asked after all, or nobody answered. */
export const stayed = (): Promise<never> =>
  new Promise((_, reject) => {
    setTimeout(() => {
      byItself = false
      reject(new SignInFailed('La connexion n’a pas abouti. Réessayez.', { unreachable: true }))
    }, STAYED)
  })

// The browser shows a page again as it was left, by its back button: it is of a session that is over.
addEventListener('pageshow', ({ persisted }) => {
  if (persisted && byItself) location.reload()
})
