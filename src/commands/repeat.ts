import { pause } from '../database/leader.ts'

export const MINUTE = 60_000
/** The longest that one round takes: a server that owes an answer for longer is given up until the next one. */
const ROUND_TIMEOUT = 30 * MINUTE

/**
 * Does something again and again until it is stopped, resting for as many milliseconds as it says. A stop never waits:
 * it ends the rest, and aborts `round`, as does the end of its time.
 */
export function repeat(
  work: (round: AbortSignal, stopped: AbortSignal) => Promise<number>,
  longest = ROUND_TIMEOUT,
): { stop(): Promise<void> } {
  const stopped = new AbortController()
  const run = async () => {
    while (!stopped.signal.aborted) {
      // Not `AbortSignal.timeout`: a signal made by `any` does not keep it from being collected as garbage.
      const late = new AbortController()
      const end = setTimeout(() => late.abort(), longest).unref()
      const round = AbortSignal.any([stopped.signal, late.signal])
      const rest = await work(round, stopped.signal).finally(() => clearTimeout(end))
      await pause(rest, stopped.signal)
    }
  }
  const running = run()
  return {
    async stop() {
      stopped.abort()
      await running
    },
  }
}
