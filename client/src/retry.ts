import { AntenneError, onTheWay } from './error.ts'

interface Patience {
  /** The most retries. */
  readonly retries: number
  /** When the service asks for a longer wait, in milliseconds, the error is thrown instead, so that it can be shown. */
  readonly longestWait: number
  readonly signal: AbortSignal | undefined
  /** Called before each wait. */
  readonly onRetry?: ((error: AntenneError) => void) | undefined
}

const FIRST_WAIT = 300
/** The longest pause that the service did not ask for. */
const LONGEST_PAUSE = 8000

/**
 * Retries failures that may pass: 429, 502, 503, 504 and lost connections. Reads change nothing, and an action is done
 * once for its key, so that both can be sent again.
 */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  patience: Patience,
): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      const wait = waitAfter(error, tried)
      const failure = error as AntenneError
      if (
        wait === null ||
        tried >= patience.retries ||
        1000 * (failure.retryAfter ?? 0) > patience.longestWait
      )
        throw error
      patience.onRetry?.(failure)
      await sleep(wait, patience.signal)
    }
  }
}

/** Statuses, and codes where there was no answer. */
const passing: readonly (number | string)[] = [429, 502, 503, 504, 'reseau', 'delai']

/** Milliseconds until the next attempt; null if there is none. With jitter, so that not all return at once. */
function waitAfter(error: unknown, tried: number): number | null {
  if (!(error instanceof AntenneError)) return null
  const { code, status, retryAfter } = error
  if (!passing.includes(status ?? code) && code !== 'requete_en_cours') return null
  const usual = Math.min(FIRST_WAIT * 2 ** tried, LONGEST_PAUSE)
  // Never sooner than `Retry-After`.
  if (retryAfter !== null) return 1000 * retryAfter + FIRST_WAIT * Math.random()
  return usual * (0.5 + Math.random())
}

const sleep = (milliseconds: number, signal: AbortSignal | undefined): Promise<void> =>
  new Promise((resolve, reject) => {
    const done = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', done)
      if (signal?.aborted) reject(onTheWay('annulation'))
      else resolve()
    }
    const timer = setTimeout(done, milliseconds)
    signal?.addEventListener('abort', done)
    if (signal?.aborted) done()
  })
