/** A request to send, and what is expected of it. */
export interface Question {
  readonly path: string
  readonly token?: string
  /** The statuses that are right; 503 is always one of them. */
  readonly right?: readonly number[]
  /** Whoever asks hangs up after so many milliseconds. */
  readonly patience?: number
}

/** The bytes of a request. */
export const bytesOf = ({ path, token }: Question): string =>
  `GET ${path} HTTP/1.1\r\nHost: antenne\r\n${token === undefined ? '' : `Authorization: Bearer ${token}\r\n`}\r\n`
