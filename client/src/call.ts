import { type Answer, ask, type Fetch } from './ask.ts'
import { AntenneError, onTheWay } from './error.ts'
import { KeptAnswers } from './kept.ts'
import type { ClientOptions } from './options.ts'
import { withRetries } from './retry.ts'

/** A read, or an action with its key. */
interface Call {
  readonly path: string
  readonly withToken: boolean
  readonly signal: AbortSignal | undefined
  /** In milliseconds; the client's own unless given. */
  readonly timeout: number | undefined
  readonly action?: {
    readonly method: string
    readonly body: string | Blob | undefined
    readonly headers: Record<string, string>
    readonly onRetry: ((error: AntenneError) => void) | undefined
  }
}

type Token = string | undefined

/** Makes calls as whoever is signed in: with retries, a token that is renewed, and answers kept with their tags. */
export function caller(options: ClientOptions): (call: Call) => Promise<unknown> {
  const { retries = 3, longestWait = 10_000, timeout: usual = 15_000, kept: most = 16_000_000 } = options
  // Called as a plain function: a browser's `fetch` is bound to its window.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const base = options.baseUrl.replace(/\/+$/, '')
  const kept = new KeptAnswers(most)
  const renew = sharedRenewal(options.onUnauthorized)

  return async ({ path, withToken, signal, timeout = usual, action }) => {
    const url = base + path
    const tokenNow = async () => (withToken ? sessionOf(async () => options.token?.(), signal) : undefined)
    const attempt = async (token: Token): Promise<unknown> => {
      const known = action === undefined ? kept.get(url) : undefined
      const headers: Record<string, string> = { accept: 'application/json', ...action?.headers }
      if (token !== undefined) headers.authorization = `Bearer ${token}`
      if (known !== undefined) headers['if-none-match'] = known.etag
      const { method = 'GET', body } = action ?? {}
      const question = { method, body, url, headers: sendable(headers), signal, fetch, timeout }
      const answer: Answer = await ask(question)
      if (answer.status === 304) return known?.body
      const { etag } = answer
      if (etag !== null) kept.set(url, { ...answer, etag })
      return answer.body
    }
    const asWhoever = async () => {
      const token = await tokenNow()
      try {
        return await attempt(token)
      } catch (error) {
        if (!withToken || !(error instanceof AntenneError) || error.status !== 401) throw error
        // Another call may have renewed it meanwhile.
        const later = await tokenNow()
        if (later !== token) return attempt(later)
        if (!(await sessionOf(renew, signal))) throw error
        return attempt(await tokenNow())
      }
    }
    const made = withRetries(asWhoever, { retries, longestWait, signal, onRetry: action?.onRetry })
    if (action === undefined) return made
    // Done, refused or unknown: what was read before may no longer hold.
    return made.finally(() => kept.clear())
  }
}

/** Characters that `fetch` refuses in a header become one that the service refuses, with a message. */
const sendable = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value.replace(/[^\t\x20-\x7e\x80-\xff]/g, '\xff')]),
  )

/** Calls that are refused at the same time renew the token once. */
function sharedRenewal(onUnauthorized: ClientOptions['onUnauthorized']): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  return () => {
    running ??= (async () => (await onUnauthorized?.()) === true)().finally(() => {
      running = undefined
    })
    return running
  }
}

/** What the application says of its session, unless the caller gives up first. */
function sessionOf<T>(ask: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(onTheWay('annulation'))
    signal?.addEventListener('abort', abort)
    if (signal?.aborted) abort()
    ask()
      .then(resolve, (cause) =>
        reject(cause instanceof AntenneError ? cause : onTheWay('session', { cause })),
      )
      .finally(() => signal?.removeEventListener('abort', abort))
  })
}
