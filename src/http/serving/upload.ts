import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Action } from '../../extension/action.ts'
import { act } from '../../extension/engine.ts'
import { unavailable } from '../errors.ts'
import { fingerprint } from './action-request.ts'
import { type ActionContext, answerWith } from './action-route.ts'
import { type Spooled, spool } from './spool.ts'

/** How many uploads are received at once, in all and of one person: each takes room on the disk. */
const MOST_RECEIVED = 200
const MOST_OF_ONE = 10
/** A file is stored within this time of its turn, in milliseconds. */
const LONGEST_STORING = 20_000

/**
 * Receives a file, then stores it as any action does its work (A1–A4). While it comes, it takes no capacity of
 * admission control.
 */
export function uploadHandler(action: Action, context: ActionContext) {
  const receiving = new Map<string, number>()
  const count = (id: string, more: 1 | -1) => {
    const now = (receiving.get(id) ?? 0) + more
    if (now === 0) receiving.delete(id)
    else receiving.set(id, now)
  }
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { acting, announced } = request
    if (acting === undefined || announced === undefined) throw new Error('not authorized')
    const { utilisateur_id } = acting.caller
    const all = [...receiving.values()].reduce((sum, one) => sum + one, 0)
    if (all >= MOST_RECEIVED || (receiving.get(utilisateur_id) ?? 0) >= MOST_OF_ONE) throw unavailable()
    context.admission.leave(request.raw)
    // The server cuts silent connections unless somebody listens; an upload has its own limits, and may wait for its
    // turn.
    reply.raw.on('timeout', () => {})
    count(utilisateur_id, 1)
    let spooled: Spooled | undefined
    try {
      spooled = await spool(request.body as IncomingMessage, announced.type, context.fileSize)
      const { size: taille_octets, hash: empreinte, pieces } = spooled
      const { nom_original, type_mime, cle } = announced
      const asked = {
        ...acting,
        body: {},
        key: { cle, empreinte: fingerprint(request, empreinte) },
        version: null,
        file: { nom_original, type_mime, taille_octets, empreinte, pieces },
        requete: request.id,
        now: context.now(),
      }
      const { writers, stores } = context.transfers
      const outcome = await stores.take(() =>
        act({ ...context.engine, writers }, action, asked, {
          until: performance.now() + LONGEST_STORING,
          cancellation: acting.wait.cancellation,
        }),
      )
      return answerWith(reply, outcome)
    } finally {
      count(utilisateur_id, -1)
      await spooled?.close()
    }
  }
}
