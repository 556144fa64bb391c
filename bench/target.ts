/** A question and the only right answer to it; no answer is given where it may change meanwhile. */
export interface Question {
  readonly path: string
  readonly answer?: string
}

/** A server under load: where it is, what to ask, as whom. */
export interface Target {
  readonly origin: string
  readonly questions: readonly Question[]
  readonly token?: string
  /** The status of every answer, where it is meant to be no success. */
  readonly status?: number
}

/** What a load gave: requests per second, and how many milliseconds a request took. */
export interface Sample {
  readonly rate: number
  readonly p50: number
  readonly p99: number
  /** How many were answered. */
  readonly count: number
}
