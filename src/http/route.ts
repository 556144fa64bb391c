import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { type Caller, identify } from '../identity/caller.ts'
import type { Verify } from '../identity/token.ts'
import { execute } from '../operations/execute.ts'
import type { Operation, ReadOperation } from '../operations/operation.ts'
import { sendConditional } from './conditional.ts'
import { Refusal } from './errors.ts'
import { checkHealth, type Dependencies } from './health.ts'
import type { Limits } from './limits.ts'
import { readId, readQuery } from './validation.ts'

/** What the routes work with. */
export interface Means {
  readonly database: Database
  readonly verify: Verify
  readonly limits: Limits
  readonly now: () => Date
  readonly health: Dependencies
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The handler of an operation: the checks of D1, in their order, then the engine. */
export function handlerOf(operation: Operation, means: Means): Handler {
  if (operation.shape === 'health') return healthHandler(means)
  return async (request, reply) => {
    const caller = await authenticate(request, means)
    permit(operation, caller)
    const asked = {
      id: pathId(request),
      query: readQuery(operation.query, request.query as Record<string, unknown>),
    }
    const aujourdhui = means.now().toISOString().slice(0, 10)
    const body = await execute(means.database, operation, { ...caller, aujourdhui }, asked)
    if (body === null) throw new Refusal('ressource_introuvable')
    return sendConditional(request, reply, body, caller.utilisateur_id)
  }
}

const healthHandler =
  ({ limits, health }: Means): Handler =>
  async (request, reply) => {
    await limits.address(request.ip)
    return sendConditional(request, reply, JSON.stringify(await checkHealth(health)), '')
  }

/** Token, then rate: by user when the token is good, by address when it is not, so that guessing is slow. */
async function authenticate(request: FastifyRequest, { database, verify, limits }: Means): Promise<Caller> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const subject = token === undefined ? null : await verify(token)
  if (subject === null) {
    await limits.address(request.ip)
    throw unknownCaller()
  }
  await limits.user(subject)
  const caller = await identify(database, subject)
  if (caller === null) throw unknownCaller()
  request.caller = caller
  return caller
}

const unknownCaller = () =>
  new Refusal('authentification_requise', { headers: { 'www-authenticate': 'Bearer' } })

function permit({ permission }: ReadOperation, { permissions }: Caller): void {
  if (permission === null || permissions.includes(permission)) return
  throw new Refusal('acces_refuse', { details: { permission_requise: permission } })
}

function pathId(request: FastifyRequest): string | null {
  const { id } = request.params as { id?: string }
  if (id === undefined) return null
  const known = readId(id)
  if (known === null) throw new Refusal('ressource_introuvable')
  return known
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, once known; for the log. */
    caller?: Caller
  }
}
