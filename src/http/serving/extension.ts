import type { FastifyPluginAsync } from 'fastify'
import { actions } from '../../extension/index.ts'
import { openapiExtension } from '../description/openapi-extension.ts'
import { LONGEST_BODY } from '../errors.ts'
import { type ActionMeans, actionHandler, admit } from './action-route.ts'
import { allowOnly } from './methods.ts'

/** The actions under /extension/v1 (A1–A10). */
export const extension: FastifyPluginAsync<{ readonly means: ActionMeans }> = async (server, { means }) => {
  server.decorateRequest('acting', undefined)
  server.removeAllContentTypeParsers()
  // What may come was judged before; here only its size is.
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_BODY }, (_request, body, done) =>
    done(null, body),
  )
  const methods = new Map<string, string[]>()
  for (const action of actions) {
    const url = action.path.replace('{id}', ':id(^[^/]+)').replace('{sous}', ':sous(^[^/]+)')
    methods.set(url, [...(methods.get(url) ?? []), action.method])
    server.route({
      method: action.method,
      url,
      config: { operation: action.id },
      onRequest: admit(action, means),
      handler: actionHandler(action, means),
    })
  }
  server.get('/extension/v1/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapiExtension()),
  )
  methods.set('/extension/v1/openapi.json', ['GET', 'HEAD'])
  for (const [url, allowed] of methods) allowOnly(server, url, allowed)
}
