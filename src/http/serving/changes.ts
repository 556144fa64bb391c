import type { FastifyReply, FastifyRequest } from 'fastify'
import { noteServer } from '../../extension/engine.ts'
import { changesSince, listerChangements as operation } from '../../extension/lister-changements.ts'
import type { ActionContext } from './action-route.ts'
import { sendUnstored } from './conditional.ts'
import { answered } from './route.ts'

/** Tells what changed since a token. Always from the newest data, and never to be stored. */
export const changes =
  (context: ActionContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { database, engine, now } = context
    const { body } = await answered(
      {
        operation,
        run: (_, caller, { query }, wait) =>
          changesSince(
            {
              current: database.current,
              signingKeys: engine.signingKeys,
              noteServer: (within) => noteServer(engine, within),
              now: now(),
            },
            caller,
            query,
            wait,
          ),
        request,
        reply,
      },
      context,
    )
    return sendUnstored(request, reply, body)
  }
