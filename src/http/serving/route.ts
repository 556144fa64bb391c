import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACTIVE } from '../../contract/permissions.ts'
import type { Database, Source, Wait } from '../../database/database.ts'
import { HangUp } from '../../database/hang-up.ts'
import { type Caller, type CallerMemory, dated } from '../../identity/caller.ts'
import { identify } from '../../identity/identify.ts'
import { confirm } from '../../identity/scope.ts'
import type { ReadRequest } from '../../operations/compose.ts'
import { type Answer, type DatedCaller, execute } from '../../operations/execute.ts'
import type { ChangesOperation, HealthOperation, ReadOperation } from '../../operations/operation.ts'
import { Refusal, unknownCaller } from '../../refusal.ts'
import { unavailable } from '../errors.ts'
import { checkHealth, type Health } from '../observation/health.ts'
import { authenticate, type Identification } from './authenticate.ts'
import { sendConditional } from './conditional.ts'
import { readId, readQuery, tracedQuery } from './validation.ts'

/** The dependencies of the routes. */
export interface ReadMeans extends Identification {
  readonly database: Database
  /** What is remembered of earlier callers. */
  readonly callers: CallerMemory
  readonly now: () => Date
  readonly health: Health
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The handler of an operation: the checks of D1 in their order, then the engine. */
export function handlerOf(operation: ReadOperation | HealthOperation, means: ReadMeans): Handler {
  if (operation.shape === 'health') return healthHandler(means)
  const run: Asked['run'] = (source, ...given) => execute(source, operation, ...given)
  return async (request, reply) => {
    const { caller, body } = await answered({ operation, run, request, reply }, means)
    return sendConditional(request, reply, body, { reader: caller.utilisateur_id })
  }
}

/** What a caller gets who may ask for this; a refusal is thrown. */
export async function answered(
  { reply, ...given }: Omit<Asked, 'subject' | 'wait'> & { readonly reply: FastifyReply },
  means: ReadMeans,
): Promise<{ readonly caller: Caller; readonly body: string }> {
  const { request } = given
  const wait = waitOf(reply)
  const subject = await authenticate({ request, reply, hangUp: wait.hangUp }, means)
  const asked = { subject, wait, ...given }
  const { caller, body } = (await fromMemory(asked, means)) ?? (await afresh(asked, means))
  request.caller = caller
  if (body === null) throw new Refusal('ressource_introuvable')
  return { caller, body }
}

/** The deadline of a request; with the time in the queue, under 4 s. */
const LONGEST_REQUEST = 3400

/** Until when a request that begins now is answered. */
export const deadline = (): number => performance.now() + LONGEST_REQUEST

/** How long this caller waits: until the deadline or until they hang up. */
export function waitOf(reply: FastifyReply): Wait {
  const hangUp = new HangUp()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) hangUp.tell()
  })
  return { until: deadline(), hangUp }
}

interface Asked {
  readonly operation: ReadOperation | ChangesOperation
  /** Answers it, from data that may be a moment old. */
  readonly run: (source: Source, caller: DatedCaller, asked: ReadRequest, wait: Wait) => Promise<Answer>
  readonly request: FastifyRequest
  readonly subject: string
  readonly wait: Wait
}

interface Answered {
  readonly caller: Caller
  readonly body: string | null
}

/**
 * Answers with what is remembered of the caller; the statement confirms it. Undefined when it does not, or when memory
 * would lead to a refusal: memory never refuses.
 */
async function fromMemory(asked: Asked, means: ReadMeans): Promise<Answered | undefined> {
  const caller = means.callers.get(asked.subject)
  if (caller === undefined || !mayUse(asked.operation, caller)) return undefined
  try {
    return await answer(asked, means, caller)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Rights that keep changing between two statements occur only in tests. */
const ATTEMPTS = 5

/** Answers with what the database says of the caller now. */
async function afresh(asked: Asked, means: ReadMeans): Promise<Answered> {
  const { operation, request, subject, wait } = asked
  const { current } = means.database
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const caller = await identify(current, subject, wait)
    if (caller === null) throw unknownCaller()
    request.caller = caller
    if (!mayUse(operation, caller)) {
      throw new Refusal('acces_refuse', { details: { permission_requise: operation.permission } })
    }
    means.callers.set(subject, caller)
    // After the first attempt the primary answers: a replica may not have the change yet.
    const answered = await (attempt === 0
      ? answer(asked, means, caller)
      : answerFrom(current, asked, means, caller))
    if (answered !== undefined) return answered
  }
  throw unavailable()
}

/**
 * Answers from any server that may answer. With replicas, the primary confirms the rights, so that a withdrawn right is
 * gone at once.
 */
async function answer(asked: Asked, means: ReadMeans, caller: Caller): Promise<Answered | undefined> {
  const { database } = means
  const { operation } = asked
  if (!database.replicated) return answerFrom(database, asked, means, caller)
  if (operation.newest) return answerFrom(database.current, asked, means, caller)
  const [answered, confirmed] = await Promise.all([
    answerFrom(database, asked, means, caller),
    confirm(database.current, caller, operation.permission, asked.wait),
  ])
  return confirmed ? answered : undefined
}

async function answerFrom(
  source: Source,
  { operation, run, request, wait }: Asked,
  { now }: ReadMeans,
  caller: Caller,
): Promise<Answered | undefined> {
  const asked = {
    id: pathId(request),
    query: readQuery(operation, request.query as Record<string, unknown>),
  }
  request.filters = tracedQuery(operation.query, asked.query)
  const { confirmed, body } = await run(source, dated(caller, now()), asked, wait)
  return confirmed ? { caller, body } : undefined
}

const healthHandler =
  ({ limits, health, now }: ReadMeans): Handler =>
  async (request, reply) => {
    await limits.address(request.ip)
    return sendConditional(request, reply, JSON.stringify(await checkHealth(health, now())))
  }

const mayUse = (
  { permission, operators }: Asked['operation'],
  { type, actif, permissions }: Caller,
): boolean =>
  (operators !== true || type === 'operateur') &&
  (permission === null || (permission === ACTIVE ? actif : permissions.includes(permission)))

export function pathId(request: FastifyRequest, parameter: 'id' | 'sous' = 'id'): string | null {
  const { [parameter]: id } = request.params as { id?: string; sous?: string }
  if (id === undefined) return null
  const known = readId(id)
  if (known === null) throw new Refusal('ressource_introuvable')
  return known
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, once known; for the log. */
    caller?: Caller
    /** What was asked of a list, free texts as `true`; for the log. */
    filters?: Readonly<Record<string, unknown>>
  }
}
