import { setTimeout as sleep } from 'node:timers/promises'

/** Asks until it is so; an error when it is not in time. What throws is not so yet. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + 1000 * seconds
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > end) throw new Error(`after ${seconds} s there is still not: ${what}`)
    await sleep(200)
  }
}
