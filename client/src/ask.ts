import { AntenneError, onTheWay } from './error.ts'

/** The part of `fetch` that the client needs. */
export type Fetch = (url: string, init: FetchInit) => Promise<FetchResponse>

interface FetchInit {
  readonly method: string
  readonly body?: string | Blob
  readonly headers: Record<string, string>
  readonly signal: AbortSignal
}

interface FetchResponse {
  readonly status: number
  readonly headers: { get(name: string): string | null }
  text(): Promise<string>
}

/** A successful answer: 200 or 201 with its text, 204, or 304. */
export interface Answer {
  readonly status: number
  readonly etag: string | null
  readonly body: unknown
  /** Length of its text. */
  readonly length: number
}

interface Question {
  readonly method: string
  readonly body?: string | Blob | undefined
  readonly url: string
  readonly headers: Record<string, string>
  readonly signal: AbortSignal | undefined
  readonly timeout: number
  readonly fetch: Fetch
}

/** Sends one request. Anything but an answer is thrown as an AntenneError. */
export async function ask(question: Question): Promise<Answer> {
  const { response, text } = await send(question)
  const { status } = response
  const requestId = response.headers.get('x-request-id')
  const retryAfter = secondsOf(response.headers.get('retry-after'))
  if (status === 304 || status === 204) return { status, etag: null, body: undefined, length: 0 }
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch (cause) {
    throw onTheWay('reponse_inattendue', { status, requestId, retryAfter, cause })
  }
  if (status === 200 || status === 201)
    return { status, etag: response.headers.get('etag'), body, length: text.length }
  throw isErreur(body)
    ? new AntenneError({ ...body, status, requestId, retryAfter })
    : onTheWay('reponse_inattendue', { status, requestId, retryAfter })
}

async function send({ method, body, url, headers, signal, timeout, fetch }: Question) {
  if (signal?.aborted) throw onTheWay('annulation')
  // Signals are joined by hand: not every platform has `AbortSignal.any`.
  const giveUp = new AbortController()
  const abort = () => giveUp.abort()
  let late = false
  const timer = setTimeout(() => {
    late = true
    abort()
  }, timeout)
  signal?.addEventListener('abort', abort)
  try {
    const response = await fetch(url, {
      method,
      headers,
      signal: giveUp.signal,
      ...(body === undefined ? {} : { body }),
    })
    return { response, text: await response.text() }
  } catch (cause) {
    throw onTheWay(signal?.aborted ? 'annulation' : late ? 'delai' : 'reseau', { cause })
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', abort)
  }
}

const isErreur = (body: unknown): body is { code: string; message: string; details: unknown } => {
  const { code, message } = (body ?? {}) as { code?: unknown; message?: unknown }
  return typeof code === 'string' && typeof message === 'string'
}

/** Retry-After is a number of seconds or, from a proxy, a date. */
function secondsOf(header: string | null): number | null {
  if (header === null) return null
  const seconds = /^\d+$/.test(header) ? Number(header) : (Date.parse(header) - Date.now()) / 1000
  return Number.isNaN(seconds) ? null : Math.max(0, Math.ceil(seconds))
}
