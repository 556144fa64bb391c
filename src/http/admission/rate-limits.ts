import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Config } from '../../config.ts'
import { Refusal } from '../../refusal.ts'

/** Rate limits (D23): each call counts, and throws a refusal above the limit. */
export interface Limits {
  user(id: string): Promise<void>
  /** An action of a user (A8). */
  action(id: string): Promise<void>
  /** A download by a link of a user: as many as requests, apart from them, since a link needs no token. */
  download(id: string): Promise<void>
  /** A file that a user deposits (A8). */
  upload(id: string): Promise<void>
  /** A question of a user about clients of others (A8). */
  question(id: string): Promise<void>
  /** Refuses when no question is left, without counting one. */
  roomForQuestion(id: string): Promise<void>
  /** Takes `request.ip`, which is undefined, despite its type, once the caller has hung up: then nothing is counted. */
  address(address: string | undefined): Promise<void>
  /** False while the shared store does not answer and each instance counts alone. */
  readonly shared: boolean
  close(): Promise<void>
}

type Settings = Pick<
  Config,
  | 'rateLimitUser'
  | 'rateLimitAddress'
  | 'rateLimitActions'
  | 'rateLimitQuestions'
  | 'rateLimitUploads'
  | 'rateLimitWindow'
  | 'redisUrl'
>

/** Counts in this process, or in the Redis-compatible store of all instances. */
export async function openLimits(settings: Settings): Promise<Limits> {
  // Its client is loaded by those who have a store.
  const store =
    settings.redisUrl === undefined
      ? undefined
      : (await import('./rate-limit-store.ts')).openStore(settings.redisUrl)

  const limiter = (keyPrefix: string, points: number): Consume => {
    const options = { keyPrefix: `antenne:${keyPrefix}`, points, duration: settings.rateLimitWindow }
    const local = new RateLimiterMemory(options)
    if (store === undefined) return (key, of) => consume(local, key, of)
    // Above the limit the store need not be asked until the window ends.
    const common = { ...options, storeClient: store.redis, inMemoryBlockOnConsumed: points + 1 }
    const shared = new RateLimiterRedis(common)
    return async (key, of) => {
      if (!store.well) return consume(local, key, of)
      try {
        return await consume(shared, key, of)
      } catch (outcome) {
        if (outcome instanceof RateLimiterRes) throw outcome
        store.failed()
        return consume(local, key, of)
      }
    }
  }
  const users = limiter('utilisateur', settings.rateLimitUser)
  const downloads = limiter('telechargement', settings.rateLimitUser)
  const actions = limiter('action', settings.rateLimitActions)
  const uploads = limiter('depot', settings.rateLimitUploads)
  const questions = limiter('question', settings.rateLimitQuestions)
  const addresses = limiter('adresse', settings.rateLimitAddress)

  return {
    user: (id) => count(users, id),
    download: (id) => count(downloads, id),
    action: (id) => count(actions, id),
    upload: (id) => count(uploads, id),
    question: (id) => count(questions, id),
    roomForQuestion: (id) => count((key) => questions(key, 0), id),
    address: async (address) => (address === undefined ? undefined : count(addresses, networkOf(address))),
    get shared() {
      return store === undefined || store.well
    },
    close: async () => store?.close(),
  }
}

/** Counts one, or none: then it only tells whether there is room. */
type Consume = (key: string, of?: 0) => Promise<RateLimiterRes>

async function consume(limiter: RateLimiterAbstract, key: string, of?: 0): Promise<RateLimiterRes> {
  if (of === undefined) return limiter.consume(key)
  const known = await limiter.get(key)
  if (known !== null && known.remainingPoints <= 0) throw known
  return known ?? new RateLimiterRes()
}

/** An IPv6 customer has a whole /64, which counts as one address. */
export function networkOf(address: string): string {
  if (!address.includes(':') || address.includes('.')) return address
  const [head = '', tail = ''] = address.split('::')
  const groups = head.split(':')
  const missing = address.includes('::') ? 8 - groups.length - tail.split(':').filter(Boolean).length : 0
  return [...groups, ...Array<string>(Math.max(0, missing)).fill('0'), ...tail.split(':')]
    .slice(0, 4)
    .join(':')
}

async function count(consume: Consume, key: string): Promise<void> {
  try {
    await consume(key)
  } catch (outcome) {
    if (!(outcome instanceof RateLimiterRes)) throw outcome
    const seconds = Math.max(1, Math.ceil(outcome.msBeforeNext / 1000))
    throw new Refusal('trop_de_requetes', {
      details: { reessayer_dans_secondes: seconds },
      headers: { 'retry-after': String(seconds) },
    })
  }
}
