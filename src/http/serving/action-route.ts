import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Wait } from '../../database/database.ts'
import { type Action, partParameter } from '../../extension/action.ts'
import { type ActionServices, act, type Outcome, requireRights } from '../../extension/engine.ts'
import type { Caller } from '../../identity/caller.ts'
import { identify } from '../../identity/identify.ts'
import { unknownCaller } from '../../refusal.ts'
import type { AdmissionControl } from '../admission/admission.ts'
import type { KeyQueue } from '../admission/key-queue.ts'
import { readmit } from '../admission/readmit.ts'
import { bodyOf, fingerprint, keyOf, requireMediaType, versionOf } from './action-request.ts'
import { type Announced, announcedBy } from './announced-file.ts'
import { authenticate } from './authenticate.ts'
import type { FileTransfers } from './file-transfers.ts'
import { deadline, pathId, type ReadContext, waitOf } from './route.ts'

/** The dependencies of the actions' routes. */
export interface ActionContext extends ReadContext {
  readonly engine: ActionServices
  readonly admission: Pick<AdmissionControl, 'enter' | 'leave'>
  /** How files are stored, and the largest that is accepted, in bytes. */
  readonly transfers: FileTransfers
  readonly fileSize: number
  /** Where links with an unknown key wait. */
  readonly linkQueue: KeyQueue
}

/** Before the body is read: token, rates, rights, path and media type, in this order (A1). */
export const authorize =
  (action: Action, context: ActionContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const wait = waitOf(reply)
    const subject = await authenticate({ request, reply, cancellation: wait.cancellation }, context)
    await (action.binary ? context.limits.upload(subject) : context.limits.action(subject))
    const caller = await identify(context.database.current, subject, wait)
    if (caller === null) throw unknownCaller()
    request.caller = caller
    requireRights(action, caller)
    const id = pathId(request) ?? ''
    const part = partParameter(action.path)
    const partId = (part === undefined ? null : pathId(request, part)) ?? ''
    if (action.binary) request.announced = announcedBy(request, context.fileSize)
    else if (!action.empty) requireMediaType(request, action.method)
    // A body that comes slowly takes no capacity from others.
    const outside = !action.binary && !request.raw.complete && context.admission.leave(request.raw)
    request.acting = { caller, id, partId, wait, outside }
    if (request.headers.expect !== undefined) reply.raw.writeContinue()
  }

/** What the body brings, then the engine (A1–A4). */
export const actionHandler =
  (action: Action, { engine, admission, now }: ActionContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { acting } = request
    if (acting === undefined) throw new Error('not authorized')
    if (acting.outside) await readmit(admission, { request, reply, cancellation: acting.wait.cancellation })
    const raw = request.body as Buffer | undefined
    const body = action.empty ? {} : bodyOf(raw)
    const cle = action.keyed ? keyOf(request, action.method === 'POST') : null
    const version = versionOf(request, action.versioned)
    const key = cle === null ? null : { cle, empreinte: fingerprint(request, raw) }
    const asked = { ...acting, body, key, version, file: null, requete: request.id, now: now() }
    // After a body that came slowly, the time is the service's own from here on.
    const wait = acting.outside ? { ...acting.wait, until: deadline() } : acting.wait
    return answerWith(reply, await act(engine, action, asked, wait))
  }

/** Sends what an action answered. */
export function answerWith(reply: FastifyReply, outcome: Outcome): FastifyReply {
  const { statut, corps, emplacement, rejouee } = outcome
  reply.code(statut).headers({
    'cache-control': 'no-store',
    ...(emplacement === null ? {} : { location: emplacement }),
    ...(rejouee ? { 'idempotency-replayed': 'true' } : {}),
  })
  return corps === null ? reply.send() : reply.type('application/json; charset=utf-8').send(corps)
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who acts on what, once authorized. */
    acting?: {
      readonly caller: Caller
      readonly id: string
      readonly partId: string
      readonly wait: Wait
      /** Whether it has given up its place until its body is there. */
      readonly outside: boolean
    }
    /** The file that an upload announces. */
    announced?: Announced
  }
}
