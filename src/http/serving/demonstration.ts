import type { FastifyPluginAsync } from 'fastify'
import type { Static } from 'typebox'
import type { CompteDemonstration, JetonDemonstration } from '../../contract/page.ts'
import { Refusal } from '../../refusal.ts'
import type { Limits } from '../admission/rate-limits.ts'
import { serveRead } from './methods.ts'

/** How people sign in without an identity provider. */
export interface Demonstration {
  /** The accounts that anybody may use; no other gets a token here. */
  readonly accounts: readonly Static<typeof CompteDemonstration>[]
  readonly token: (subject: string, seconds: number) => Promise<string>
}

/** Short: the page requests a new one. */
const SECONDS = 900
const LARGEST_BODY = 1024

/** The two routes of the demonstration. With an identity provider they do not exist. */
export const demonstration: FastifyPluginAsync<Demonstration & { readonly limits: Limits }> = async (
  server,
  { accounts, token, limits },
) => {
  serveRead(server, '/demonstration/comptes', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(JSON.stringify({ donnees: accounts })),
  )
  server.post('/demonstration/jeton', { bodyLimit: LARGEST_BODY }, async (request, reply) => {
    await limits.address(request.ip)
    const { email } = (request.body ?? {}) as { email?: unknown }
    const account = accounts.find((candidate) => candidate.email === email)
    if (account === undefined) throw new Refusal('ressource_introuvable')
    const given: Static<typeof JetonDemonstration> = {
      access_token: await token(account.id, SECONDS),
      expires_in: SECONDS,
    }
    return reply
      .header('cache-control', 'no-store')
      .type('application/json; charset=utf-8')
      .send(JSON.stringify(given))
  })
}
