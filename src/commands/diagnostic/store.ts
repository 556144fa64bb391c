import { Redis } from 'ioredis'
import type { Config } from '../../config.ts'
import { type Question, well, worthKnowing, wrong } from './finding.ts'
import { unreached } from './reach.ts'

/** Checks the shared rate store. */
export function askStore({ redisUrl }: Config): Question {
  if (redisUrl === undefined) {
    const sujet = 'Compteurs partagés'
    const found = worthKnowing(
      sujet,
      "Aucun serveur Redis n'est configuré : chaque instance compte seule.",
      'Pour plusieurs instances, donnez REDIS_URL.',
    )
    return { sujet, ask: async () => [found] }
  }
  const sujet = `Compteurs partagés ${new URL(redisUrl).host}`
  return {
    sujet,
    async ask(signal) {
      const redis = new Redis(redisUrl, {
        lazyConnect: true,
        connectTimeout: 3000,
        commandTimeout: 3000,
        maxRetriesPerRequest: 0,
        retryStrategy: () => null,
      })
      let failure: unknown
      redis.on('error', (error) => {
        failure = error
      })
      signal.addEventListener('abort', () => redis.disconnect())
      try {
        await redis.connect()
        await redis.ping()
        const told = String(await redis.info())
        const fact = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(told)?.[1]?.trim()
        const version = fact('valkey_version') ?? fact('redis_version')
        const faits = { version, role: fact('role') }
        if (faits.role === 'slave') {
          const remedy = 'Donnez dans REDIS_URL l’adresse du serveur principal.'
          return [
            wrong(sujet, `Version ${version}, mais c'est une réplique en lecture seule.`, remedy, faits),
          ]
        }
        return [well(sujet, `Répond, version ${version}.`, faits)]
      } catch (error) {
        const { why, remedy, code } = unreached(failure ?? error)
        const meanwhile = 'Chaque instance compte seule en attendant.'
        return [wrong(sujet, `Ne répond pas : ${why}. ${meanwhile}`, remedy, { code })]
      } finally {
        redis.disconnect()
      }
    },
  }
}
