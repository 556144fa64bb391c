import type { FastifyReply, FastifyRequest } from 'fastify'
import { ACTIVE } from '../../contract/permissions.ts'
import { Cancellation } from '../../database/cancellation.ts'
import type { Database, Source, Wait } from '../../database/database.ts'
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
export interface ReadContext extends Identification {
  readonly database: Database
  /** What is remembered of earlier callers. */
  readonly callers: CallerMemory
  readonly now: () => Date
  readonly health: Health
}

type Handler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** The handler of an operation: the checks of D1 in their order, then the engine. */
export function handlerOf(operation: ReadOperation | HealthOperation, context: ReadContext): Handler {
  if (operation.shape === 'health') return healthHandler(context)
  const run: ReadCall['run'] = (source, ...given) => execute(source, operation, ...given)
  return async (request, reply) => {
    const { caller, body } = await answered({ operation, run, request, reply }, context)
    return sendConditional(request, reply, body, { caller: caller.utilisateur_id })
  }
}

/** What a caller gets who may ask for this; a refusal is thrown. */
export async function answered(
  { reply, ...given }: Omit<ReadCall, 'subject' | 'wait'> & { readonly reply: FastifyReply },
  context: ReadContext,
): Promise<{ readonly caller: Caller; readonly body: string }> {
  const { request } = given
  const wait = waitOf(reply)
  const subject = await authenticate({ request, reply, cancellation: wait.cancellation }, context)
  const call = { subject, wait, ...given }
  const { caller, body } = (await fromMemory(call, context)) ?? (await afresh(call, context))
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
  const cancellation = new Cancellation()
  reply.raw.once('close', () => {
    if (!reply.raw.writableEnded) cancellation.cancel()
  })
  return { until: deadline(), cancellation }
}

interface ReadCall {
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
async function fromMemory(call: ReadCall, context: ReadContext): Promise<Answered | undefined> {
  const caller = context.callers.get(call.subject)
  if (caller === undefined || !mayUse(call.operation, caller)) return undefined
  try {
    return await answer(call, context, caller)
  } catch (error) {
    if (error instanceof Refusal) return undefined
    throw error
  }
}

/** Rights that keep changing between two statements occur only in tests. */
const ATTEMPTS = 5

/** Answers with what the database says of the caller now. */
async function afresh(call: ReadCall, context: ReadContext): Promise<Answered> {
  const { operation, request, subject, wait } = call
  const { current } = context.database
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const caller = await identify(current, subject, wait)
    if (caller === null) throw unknownCaller()
    request.caller = caller
    if (!mayUse(operation, caller)) {
      throw new Refusal('acces_refuse', { details: { permission_requise: operation.permission } })
    }
    context.callers.set(subject, caller)
    // After the first attempt the primary answers: a standby may not have the change yet.
    const answered = await (attempt === 0
      ? answer(call, context, caller)
      : answerFrom(current, call, context, caller))
    if (answered !== undefined) return answered
  }
  throw unavailable()
}

/** Whether the answer depends on more rights than the one that opens the operation. */
const isByRights = (operation: ReadCall['operation']): boolean =>
  operation.shape !== 'changes' && operation.reads.includes('mes_permissions')

/**
 * Answers from any server that may answer. With standbys, the primary confirms the right that the operation needs, and
 * answers itself where others count: a withdrawn right is gone at once.
 */
async function answer(call: ReadCall, context: ReadContext, caller: Caller): Promise<Answered | undefined> {
  const { database } = context
  const { operation } = call
  if (!database.replicated) return answerFrom(database, call, context, caller)
  if (isByRights(operation)) return answerFrom(database.current, call, context, caller)
  const [answered, confirmed] = await Promise.all([
    answerFrom(database, call, context, caller),
    confirm(database.current, caller, operation.permission, call.wait),
  ])
  return confirmed ? answered : undefined
}

async function answerFrom(
  source: Source,
  { operation, run, request, wait }: ReadCall,
  { now }: ReadContext,
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
  ({ limits, health, now }: ReadContext): Handler =>
  async (request, reply) => {
    await limits.address(request.ip)
    return sendConditional(request, reply, JSON.stringify(await checkHealth(health, now())))
  }

const mayUse = (
  { permission, operators }: ReadCall['operation'],
  { type, actif, permissions }: Caller,
): boolean =>
  (operators !== true || type === 'operateur') &&
  (permission === null || (permission === ACTIVE ? actif : permissions.includes(permission)))

export function pathId(request: FastifyRequest, parameter = 'id'): string | null {
  const { [parameter]: id } = request.params as Readonly<Record<string, string | undefined>>
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
