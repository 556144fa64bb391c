import { pause } from '../database/leader.ts'

export const MINUTE = 60_000

/**
 * Does something again and again until it is stopped, resting for as many milliseconds as it says. A stop never waits:
 * it ends the rest, and `left` tells whoever is at work.
 */
export function repeat(work: (left: AbortSignal) => Promise<number>): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) await pause(await work(stopped.signal), stopped.signal)
  }
  const running = run()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}
