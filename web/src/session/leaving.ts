let byItself = false

/** Leaves the page of its own accord, to sign in or out: nobody is asked. What is under way is on the device. */
export function leaveFor(address: string | URL): void {
  byItself = true
  location.assign(address)
}

/** Whether the page leaves of its own accord, and nobody has to be asked. */
export const leavesByItself = (): boolean => byItself
