import { type Answer, ask, type Fetch } from './ask.ts'
import { type Operations, operations } from './contract.ts'
import { AntenneError } from './error.ts'
import { KeptAnswers } from './kept.ts'
import { withRetries } from './retry.ts'

/** Options of a call. */
export interface CallOptions {
  /** Aborts the call, which then fails with the code `annulation`. */
  readonly signal?: AbortSignal | undefined
}

type Token = string | undefined

export interface ClientOptions {
  /** The service's address, such as `https://api.example.ci`; empty in a page that the service itself serves. */
  readonly baseUrl: string
  /** Called before each request, so that it can return a fresh token. */
  readonly token?: () => Token | Promise<Token>
  /** Called when the service refused the token (401). True: there is a new one, try once more. */
  readonly onUnauthorized?: () => boolean | undefined | Promise<boolean | undefined>
  readonly fetch?: Fetch
  /** How often a request is retried after 429, 503 or a lost connection: 3. */
  readonly retries?: number
  /**
   * The longest wait for `Retry-After`, in milliseconds: 10 000. Beyond it the call fails, with the wait in
   * `retryAfter`.
   */
  readonly longestWait?: number
  /** Timeout of one attempt, in milliseconds: 15 000. */
  readonly timeout?: number
  /** How many answers are cached with their ETag: 100. Create a new client when another person signs in. */
  readonly kept?: number
}

/** One function per operation; each works on its own: `const { listerClients } = createClient(…)`. */
export type Client = Operations<CallOptions>

export function createClient(options: ClientOptions): Client {
  const get = getter(options)
  const functions = Object.entries(operations).map(([id, { path, query, open }]) => [
    id,
    (...parameters: unknown[]) => {
      const address = path.replace('{id}', () => encodeURIComponent(String(parameters.shift())))
      const asked = query === true ? queryString(parameters.shift() as object | undefined) : ''
      const { signal } = (parameters.shift() ?? {}) as CallOptions
      return get(address + asked, open !== true, signal)
    },
  ])
  return Object.fromEntries(functions)
}

type Get = (path: string, withToken: boolean, signal: AbortSignal | undefined) => Promise<unknown>

function getter(options: ClientOptions): Get {
  const { retries = 3, longestWait = 10_000, timeout = 15_000, kept: most = 100 } = options
  // Called as a plain function: a browser's `fetch` is bound to its window.
  const fetch: Fetch = options.fetch ?? ((url, init) => globalThis.fetch(url, init))
  const base = options.baseUrl.replace(/\/+$/, '')
  const kept = new KeptAnswers(most)
  const renew = sharedRenewal(options.onUnauthorized)

  return async (path, withToken, signal) => {
    const url = base + path
    const tokenNow = async () => (withToken ? options.token?.() : undefined)
    const attempt = async (token: Token): Promise<unknown> => {
      const known = kept.get(url)
      const headers: Record<string, string> = { accept: 'application/json' }
      if (token !== undefined) headers.authorization = `Bearer ${token}`
      if (known !== undefined) headers['if-none-match'] = known.etag
      const answer: Answer = await ask({ url, headers, signal, timeout, fetch })
      if (answer.status === 304) return known?.body
      if (answer.etag !== null) kept.set(url, { etag: answer.etag, body: answer.body })
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
        if (!(await renew())) throw error
        return attempt(await tokenNow())
      }
    }
    return withRetries(asWhoever, { retries, longestWait, signal })
  }
}

/** Calls that are refused at the same time renew the token once. */
function sharedRenewal(onUnauthorized: ClientOptions['onUnauthorized']): () => Promise<boolean> {
  let running: Promise<boolean> | undefined
  return () => {
    running ??= Promise.resolve(onUnauthorized?.())
      .then((renewed) => renewed === true)
      .finally(() => {
        running = undefined
      })
    return running
  }
}

function queryString(query: object = {}): string {
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const text = given.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&')
  return text === '' ? '' : `?${text}`
}
