import { AntenneError, onTheWay } from './error.ts'

export interface Patience {
  /** The most retries. */
  readonly retries: number
  /** Beyond this wait, in milliseconds, the error is thrown instead, so that it can be shown. */
  readonly longestWait: number
  readonly signal: AbortSignal | undefined
}

const FIRST_WAIT = 300

/** Retries failures that may pass: 429, 503 and lost connections. All operations are reads. */
export async function withRetries<Result>(
  attempt: () => Promise<Result>,
  patience: Patience,
): Promise<Result> {
  for (let tried = 0; ; tried += 1) {
    try {
      return await attempt()
    } catch (error) {
      const wait = waitAfter(error, tried)
      if (wait === null || tried >= patience.retries || wait > patience.longestWait) throw error
      await sleep(wait, patience.signal)
    }
  }
}

/** Milliseconds until the next attempt; null if there is none. With jitter, so that not all return at once. */
function waitAfter(error: unknown, tried: number): number | null {
  if (!(error instanceof AntenneError)) return null
  const { code, status, retryAfter } = error
  if (status !== 429 && status !== 503 && code !== 'reseau' && code !== 'delai') return null
  const usual = FIRST_WAIT * 2 ** tried
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
