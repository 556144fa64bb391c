import type { FastifyPluginAsync } from 'fastify'
import { operations } from '../../operations/index.ts'
import { llms } from '../description/llms.ts'
import { openapi } from '../description/openapi.ts'
import { sendConditional } from './conditional.ts'
import { serveRead } from './methods.ts'
import { handlerOf, type ReadContext } from './route.ts'

/** The registry's operations under /api/v1, and their description beside them. */
export const api: FastifyPluginAsync<{ readonly context: ReadContext }> = async (server, { context }) => {
  server.decorateRequest('caller', undefined)
  server.decorateRequest('filters', undefined)
  for (const operation of operations) {
    const url = operation.path.replace('{id}', ':id(^[\\s\\S]+$)')
    serveRead(server, url, handlerOf(operation, context), { operation: operation.id })
  }
  serveRead(server, '/openapi.json', async (request, reply) => sendConditional(request, reply, openapi()))
  serveRead(server, '/llms.txt', async (request, reply) =>
    sendConditional(request, reply, llms(), { type: 'text/plain' }),
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
  }
}
