import { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Config } from '../config.ts'
import { Refusal } from './errors.ts'

/** How often one may ask (D23): each call counts, and throws a refusal when it was one too many. */
export interface Limits {
  user(id: string): Promise<void>
  address(address: string): Promise<void>
  /** False while the shared store does not answer and each instance counts alone. */
  readonly shared: boolean
  close(): Promise<void>
}

type Settings = Pick<Config, 'rateLimitUser' | 'rateLimitAddress' | 'rateLimitWindow' | 'redisUrl'>

/** Counts in this process, or in the Redis-compatible store that all instances share. */
export function openLimits(settings: Settings): Limits {
  const redis = settings.redisUrl === undefined ? undefined : connect(settings.redisUrl)

  const limiter = (keyPrefix: string, points: number) => {
    const local = new RateLimiterMemory({ keyPrefix, points, duration: settings.rateLimitWindow })
    if (redis === undefined) return local
    return new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `antenne:${keyPrefix}`,
      points,
      duration: settings.rateLimitWindow,
      // Spent here: no need to ask the store again until the window ends.
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: local,
    })
  }
  const users = limiter('utilisateur', settings.rateLimitUser)
  const addresses = limiter('adresse', settings.rateLimitAddress)

  return {
    user: (id) => consume(users, id),
    address: (address) => consume(addresses, networkOf(address)),
    get shared() {
      return redis === undefined || redis.status === 'ready'
    },
    close: async () => redis?.disconnect(),
  }
}

/** An IPv6 customer holds a whole /64: it counts as one. */
function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')]
    .slice(0, 4)
    .join(':')
}

async function consume(limiter: RateLimiterMemory | RateLimiterRedis, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
    throw new Refusal('trop_de_requetes', {
      details: { reessayer_dans_secondes: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
}

/** A store that fails fast: a request never waits for one that is down. */
function connect(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    connectTimeout: 500,
    commandTimeout: 250,
    retryStrategy: (attempt) => Math.min(2000, 100 * attempt),
  })
  redis.on('error', () => {})
  return redis
}
