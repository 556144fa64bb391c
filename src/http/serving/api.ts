import type { FastifyPluginAsync } from 'fastify'
import { operations } from '../../operations/index.ts'
import { llms } from '../description/llms.ts'
import { openapi } from '../description/openapi.ts'
import { handlerOf, type Means } from './route.ts'

/** The registry's operations under /api/v1, and their description beside them. */
export const api: FastifyPluginAsync<{ readonly means: Means }> = async (server, { means }) => {
  server.decorateRequest('caller', undefined)
  server.decorateRequest('filters', undefined)
  for (const operation of operations) {
    server.route({
      method: ['GET', 'HEAD'],
      url: operation.path.replace('{id}', ':id(^[\\s\\S]+$)'),
      config: { operation: operation.id },
      handler: handlerOf(operation, means),
    })
  }
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapi()),
  )
  server.get('/llms.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(llms()))
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
  }
}
