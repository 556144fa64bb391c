import { Redis } from 'ioredis'

/** The Redis-compatible store that all instances share, and whether it answers. */
interface Store {
  readonly redis: Redis
  readonly well: boolean
  /** Reports a failure: the store is not used again until it answers. */
  failed(): void
  close(): void
}

/** Requests never wait for a store that is down; at most once for one that has just gone silent. */
const ANSWER = 250
const ASK_AGAIN = 500

export function openStore(url: string): Store {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 500,
    commandTimeout: ANSWER,
    retryStrategy: (attempt) => Math.min(2000, 100 * attempt),
  })
  redis.on('error', () => {})
  let silent = false
  let asking: NodeJS.Timeout | undefined

  const askLater = () => {
    asking = setTimeout(ask, ASK_AGAIN).unref()
  }
  const ask = async () => {
    silent = await redis.ping().then(
      () => false,
      () => true,
    )
    if (silent && redis.status !== 'end') askLater()
  }
  return {
    redis,
    get well() {
      return !silent && redis.status === 'ready'
    },
    failed() {
      if (silent) return
      silent = true
      askLater()
    },
    close() {
      clearTimeout(asking)
      redis.disconnect()
    },
  }
}
