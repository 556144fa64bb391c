/** A request to send, and what is expected of it. */
export interface Question {
  readonly path: string
  readonly token?: string
  /** An action: its method, its JSON, and headers of its own. */
  readonly action?: {
    readonly method: string
    readonly body?: string
    readonly headers: Readonly<Record<string, string>>
  }
  /** The statuses that are right; 503 is always one of them. */
  readonly right?: readonly number[]
  /** Whoever asks hangs up after so many milliseconds. */
  readonly patience?: number
}

/** The bytes of a request. */
export function bytesOf({ path, token, action }: Question): string {
  const { method = 'GET', body = '', headers = {} } = action ?? {}
  const sent = {
    Host: 'antenne',
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === '' ? {} : { 'Content-Type': 'application/json', 'Content-Length': String(body.length) }),
    ...headers,
  }
  const lines = Object.entries(sent).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body}`
}
