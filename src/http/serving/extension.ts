import type { FastifyInstance, FastifyPluginAsync, RouteHandlerMethod } from 'fastify'
import type { Action } from '../../extension/action.ts'
import { actions, alternatives, reads } from '../../extension/index.ts'
import type { ReadOperation } from '../../operations/operation.ts'
import { DOWNLOAD } from '../description/download.ts'
import { openapiExtension } from '../description/openapi-extension.ts'
import { LONGEST_BODY } from '../errors.ts'
import { type ActionContext, actionHandler, authorize } from './action-route.ts'
import { changes } from './changes.ts'
import { sendConditional } from './conditional.ts'
import { download } from './download.ts'
import { allowOnly, readMethods, serveRead } from './methods.ts'
import { handlerOf } from './route.ts'
import { uploadHandler } from './upload.ts'

/** What is under /extension/v1 (A1–A10): actions, reads beside the contract's, files and their description. */
export const extension: FastifyPluginAsync<{ readonly context: ActionContext }> = async (
  server,
  { context },
) => {
  server.decorateRequest('caller', undefined)
  server.decorateRequest('filters', undefined)
  server.decorateRequest('acting', undefined)
  server.decorateRequest('announced', undefined)
  server.removeAllContentTypeParsers()
  // The headers were checked before; only the size is checked here.
  server.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: LONGEST_BODY }, (_request, body, done) =>
    done(null, body),
  )
  const methods = new Map<string, readonly string[]>()
  const route = (path: string) => path.replace(/\{(\w+)\}/g, ':$1(^[^/]+)')
  for (const read of reads) {
    const url = route(read.path)
    methods.set(url, readMethods)
    const handler = read.shape === 'changes' ? changes(context) : readHandler(read, context)
    serveRead(server, url, handler, { operation: read.id })
  }
  const serve = (plugin: FastifyInstance, action: Action, handler: RouteHandlerMethod) => {
    const url = route(action.path)
    methods.set(url, [...(methods.get(url) ?? []), action.method])
    const config = { operation: action.id }
    plugin.route({ method: action.method, url, config, onRequest: authorize(action, context), handler })
  }
  for (const action of actions.filter(({ binary }) => !binary))
    serve(server, action, actionHandler(action, context))
  // Files are passed on as streams, unparsed.
  await server.register(async (files) => {
    files.removeAllContentTypeParsers()
    files.addContentTypeParser('*', (_request, body, done) => done(null, body))
    for (const action of actions.filter(({ binary }) => binary))
      serve(files, action, uploadHandler(action, context))
  })
  const file = route(DOWNLOAD.path)
  methods.set(file, readMethods)
  serveRead(server, file, download(context), { operation: DOWNLOAD.id })
  serveRead(server, '/extension/v1/openapi.json', async (request, reply) =>
    sendConditional(request, reply, openapiExtension()),
  )
  methods.set('/extension/v1/openapi.json', readMethods)
  for (const [url, allowed] of methods) allowOnly(server, url, allowed)
}

/** The handler of a read, or of the one that its query chooses. */
function readHandler(read: ReadOperation, context: ActionContext): ReturnType<typeof handlerOf> {
  const usual = handlerOf(read, context)
  const other = alternatives.find(({ of }) => of.id === read.id)
  if (other === undefined) return usual
  const chosen = handlerOf(other.operation, context)
  return (request, reply) =>
    (other.when(request.query as Record<string, unknown>) ? chosen : usual)(request, reply)
}
