import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Database } from '../database/database.ts'
import { type Caller, type CallerMemory, identify } from '../identity/caller.ts'
import type { Verify } from '../identity/token.ts'
import { execute } from '../operations/execute.ts'
import type { Operation, ReadOperation } from '../operations/operation.ts'
import { sendConditional } from './conditional.ts'
import { Refusal, unavailable } from './errors.ts'
import { checkHealth, type Dependencies } from './health.ts'
import type { Limits } from './limits.ts'
import { readId, readQuery } from './validation.ts'

/** What the routes work with. */
export interface Means {
  readonly database: Database
  readonly verify: Verify
  /** What is known of those who asked before. */
  readonly callers: CallerMemory
  readonly limits: Limits
  readonly now: () => Date
  readonly health: Dependencies
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The handler of an operation: the checks of D1, in their order, then the engine. */
export function handlerOf(operation: Operation, means: Means): Handler {
  if (operation.shape === 'health') return healthHandler(means)
  return async (request, reply) => {
    const subject = await authenticate(request, means)
    const { caller, body } =
      (await fromMemory(operation, means, request, subject)) ??
      (await afresh(operation, means, request, subject))
    request.caller = caller
    if (body === null) throw new Refusal('ressource_introuvable')
    return sendConditional(request, reply, body, caller.utilisateur_id)
  }
}

interface Answered {
  readonly caller: Caller
  readonly body: string | null
}

/**
 * Answers by what is remembered of the caller, which the statement confirms as it answers. Undefined when it does not, or
 * when memory would lead to a refusal: those are never given from memory.
 */
async function fromMemory(
  operation: ReadOperation,
  means: Means,
  request: FastifyRequest,
  subject: string,
): Promise<Answered | undefined> {
  const caller = means.callers.get(subject)
  if (caller === undefined || !mayUse(operation, caller)) return undefined
  try {
    return await answer(operation, means, request, caller)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Rights that change between two statements, again and again, are somebody's test. */
const ATTEMPTS = 5

/** Answers by what the database says of the caller now. */
async function afresh(
  operation: ReadOperation,
  means: Means,
  request: FastifyRequest,
  subject: string,
): Promise<Answered> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const caller = await identify(means.database, subject)
    if (caller === null) throw unknownCaller()
    request.caller = caller
    if (!mayUse(operation, caller)) {
      throw new Refusal('acces_refuse', { details: { permission_requise: operation.permission } })
    }
    means.callers.set(subject, caller)
    const answered = await answer(operation, means, request, caller)
    if (answered !== undefined) return answered
  }
  throw unavailable()
}

async function answer(
  operation: ReadOperation,
  { database, now }: Means,
  request: FastifyRequest,
  caller: Caller,
): Promise<Answered | undefined> {
  const asked = {
    id: pathId(request),
    query: readQuery(operation.query, request.query as Record<string, unknown>),
  }
  const aujourdhui = now().toISOString().slice(0, 10)
  const { confirmed, body } = await execute(database, operation, { ...caller, aujourdhui }, asked)
  return confirmed ? { caller, body } : undefined
}

const healthHandler =
  ({ limits, health }: Means): Handler =>
  async (request, reply) => {
    await limits.address(request.ip)
    return sendConditional(request, reply, JSON.stringify(await checkHealth(health)), '')
  }

/** Token, then rate: by user when the token is good, by address when it is not, so that guessing is slow. */
async function authenticate(request: FastifyRequest, { verify, limits }: Means): Promise<string> {
  const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  const subject = token === undefined ? null : await verify(token)
  if (subject === null) {
    await limits.address(request.ip)
    throw unknownCaller()
  }
  await limits.user(subject)
  return subject
}

const unknownCaller = () =>
  new Refusal('authentification_requise', { headers: { 'www-authenticate': 'Bearer' } })

const mayUse = ({ permission }: ReadOperation, { permissions }: Caller): boolean =>
  permission === null || permissions.includes(permission)

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
