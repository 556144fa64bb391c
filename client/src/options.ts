import type { Fetch } from './ask.ts'

type Token = string | undefined

/** How a client reaches the service, and as whom. */
export interface ClientOptions {
  /** The service's address, such as `https://api.example.ci`; empty in a page that the service itself serves. */
  readonly baseUrl: string
  /** Called before each request, so that it can return a fresh token. */
  readonly token?: () => Token | Promise<Token>
  /** Called when the service refused the token (401). True: there is a new one, try once more. */
  readonly onUnauthorized?: () => boolean | undefined | Promise<boolean | undefined>
  readonly fetch?: Fetch
  /** How often a request is retried after 429, 502, 503, 504 or a lost connection: 3. */
  readonly retries?: number
  /**
   * The longest wait for `Retry-After`, in milliseconds: 10 000. Beyond it the call fails, with the wait in
   * `retryAfter`.
   */
  readonly longestWait?: number
  /** Timeout of one attempt, in milliseconds: 15 000. */
  readonly timeout?: number
  /**
   * How many characters of answers are cached with their ETag: 16 000 000, about twenty thousand clients. Create a new
   * client when another person signs in.
   */
  readonly kept?: number
}
