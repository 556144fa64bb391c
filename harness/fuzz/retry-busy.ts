import { setTimeout as sleep } from 'node:timers/promises'

const ATTEMPTS = 6
const PAUSE = 300

/**
 * Asks again while the answer is that there is no room (D22): a machine that is busy with other things makes the
 * service say so for a moment. What is refused every time is answered as it is.
 */
export async function retryBusy<T>(
  ask: () => Promise<T>,
  isBusy: (outcome: T) => boolean,
  busy: () => void = () => {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await ask()
    if (attempt === ATTEMPTS || !isBusy(outcome)) return outcome
    busy()
    await sleep(PAUSE * attempt)
  }
}
