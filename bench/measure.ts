import autocannon from 'autocannon'

/** A server under load: where it is, what to ask, as whom. */
export interface Target {
  readonly origin: string
  readonly urls: readonly string[]
  readonly token: string | undefined
}

const CONNECTIONS = 10

/** Requests per second over so many seconds. Throws when anything but 200 came back: such a figure means nothing. */
export async function load({ origin, urls, token }: Target, seconds: number): Promise<number> {
  const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const result = await autocannon({
    url: origin,
    connections: CONNECTIONS,
    duration: seconds,
    requests: urls.map((path) => ({ method: 'GET' as const, path, headers })),
  })
  const good = result['2xx']
  if (result.non2xx > 0 || result.errors > 0) {
    throw new Error(`${urls[0]}: ${good} × 200, ${result.non2xx} others, ${result.errors} errors`)
  }
  return good / result.duration
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? 0)
    : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** How far the rounds lie apart, as a share of their median. */
export const spread = (values: readonly number[]): number =>
  values.length < 2 || median(values) === 0 ? 0 : (Math.max(...values) - Math.min(...values)) / median(values)
