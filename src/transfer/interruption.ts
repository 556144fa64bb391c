import { rmSync } from 'node:fs'
import { constants } from 'node:os'

/** Removes a folder into which files may just be coming: no more than were under way before this. */
export function removeBusy(folder: string): void {
  for (let left = 100; ; left -= 1) {
    try {
      rmSync(folder, { recursive: true, force: true })
      return
    } catch (error) {
      if (left === 0) throw error
    }
  }
}

/** Does this before Ctrl-C or SIGTERM ends the process. Returns what gives that up. */
export function onInterruption(last: () => void): () => void {
  const end = (signal: NodeJS.Signals) => {
    try {
      last()
    } finally {
      process.exit(128 + constants.signals[signal])
    }
  }
  process.once('SIGINT', end).once('SIGTERM', end)
  return () => void process.off('SIGINT', end).off('SIGTERM', end)
}
