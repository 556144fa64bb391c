import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { actions } from '../../extension/index.ts'
import { Refusal } from '../../refusal.ts'
import type { AdmissionControl } from '../admission/admission.ts'
import type { Connections } from '../admission/connections.ts'
import { refusalOf } from '../errors.ts'
import type { ActionContext } from './action-route.ts'
import { api } from './api.ts'
import { type Demonstration, demonstration } from './demonstration.ts'
import { type EarlyAnswers, earlyAnswers } from './early-answers.ts'
import { extension } from './extension.ts'
import { failureLog } from './failure-log.ts'
import { commonHeaders, hasBody, timesSent } from './headers.ts'
import { refuseOtherMethods } from './methods.ts'
import { type PagesOptions, pages } from './pages.ts'
import { type CountAnswer, requestLog } from './request-log.ts'

interface ServerOptions extends ActionContext, PagesOptions {
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  readonly logStream?: NodeJS.WritableStream
  readonly admission: AdmissionControl
  readonly connections: Connections
  /** Absent where people sign in at an identity provider. */
  readonly demonstration: Demonstration | undefined
  /** True once a stop was requested: connections should not be reused. */
  readonly draining: () => boolean
  readonly answered: CountAnswer
}

/** Longest URL; all headers together may take twice that. */
const LONGEST_URL = 8192

/** The HTTP server: what all answers share (ids, headers, one shape of errors), and the plug-ins that answer. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const headers = commonHeaders(options.corsOrigins)
  const { connections } = options
  const closeIfDue = (response: ServerResponse) => {
    const isUnread = hasBody(response.req) && !response.req.readableEnded
    if (isUnread) connections.dropRest(response)
    // A stop may have been requested meanwhile.
    if (isUnread || (options.draining() && connections.isLast(response)))
      response.setHeader('connection', 'close')
  }
  const early = earlyAnswers({ headers, longestUrl: LONGEST_URL, connections, closeIfDue })
  const note = requestLog(options.answered)
  const server = Fastify({
    logger: {
      level: options.logLevel,
      messageKey: 'message',
      ...(options.logStream === undefined ? {} : { stream: options.logStream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    // An x-request-id that the caller sent is only logged beside it: nobody chooses what the journal notes (A7).
    genReqId: () => randomUUID(),
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    routerOptions: { maxParamLength: LONGEST_URL },
    serverFactory: behind(options, early),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    // HEAD is answered as GET is (`serveRead`); its body is kept back below.
    exposeHeadRoutes: false,
    clientErrorHandler: early.malformed,
    // Requests with an unreadable URL get no hooks.
    frameworkErrors: (error, request, reply) => {
      closeIfDue(reply.raw)
      refuse(error, request, reply.headers(headers.of(request.raw)).header('x-request-id', request.id))
      note(request, reply.statusCode, 0)
    },
  })

  const failures = failureLog(server.log)
  server.addHook('onClose', async () => failures.close())
  const refuse = (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
    const refusal = refusalOf(error)
    if (refusal.status >= 500 && !request.raw.socket?.destroyed) failures.note(refusal, request)
    return reply
      .code(refusal.status)
      .headers(refusal.headers)
      .type('application/json; charset=utf-8')
      .send(refusal.body)
  }
  refuseOtherMethods(server)
  server.decorateRequest('reason', undefined)
  // Without a promise: it runs for every request.
  server.addHook('onRequest', (request, reply, done) => {
    // A caller who hung up before the answer did not get it.
    reply.raw.once('close', () =>
      note(request, reply.raw.writableEnded ? reply.statusCode : 499, reply.elapsedTime),
    )
    reply.headers(headers.of(request.raw)).header('x-request-id', request.id)
    const unsound = faultOf(request)
    if (unsound !== undefined) return done(unsound)
    // The router would treat `*` as the root.
    if ((request.is404 && !wantsPage(request)) || request.url === '*') return done(nothingThere)
    const preflight = headers.ofPreflight(request.raw)
    if (preflight === undefined) return done()
    reply.code(204).headers(preflight).send()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    options.admission.leave(request.raw)
    closeIfDue(reply.raw)
    const whole = typeof payload === 'string' || Buffer.isBuffer(payload)
    if (!whole || request.method !== 'HEAD') return done()
    reply.header('content-length', Buffer.byteLength(payload))
    done(null, null)
  })
  server.setErrorHandler(refuse)

  server.register(api, { context: options })
  server.register(extension, { context: options })
  server.register(pages, { configuration: options.configuration, signInOrigins: options.signInOrigins })
  if (options.demonstration !== undefined)
    server.register(demonstration, { ...options.demonstration, limits: options.limits })
  return server
}

/** The longest time that a request takes to come, in milliseconds: a file on a weak network, and anything else. */
const LONGEST_UPLOAD = 610_000
const LONGEST_ARRIVAL = 30_000

const uploads = new Set(actions.flatMap(({ binary, method, path }) => (binary ? `${method} ${path}` : [])))
const isUpload = ({ method, url = '' }: IncomingMessage): boolean =>
  uploads.has(`${method} ${url.split('?', 1)[0]}`)

/** Cuts off a request whose body does not come; a file has limits of its own. */
function cutSlow(request: IncomingMessage): void {
  if (!hasBody(request) || isUpload(request)) return
  const late = setTimeout(() => void (request.complete || request.destroy()), LONGEST_ARRIVAL)
  request.once('close', () => clearTimeout(late))
}

/** A server whose requests pass admission control. Clients that send or read too slowly are cut off. */
const behind =
  ({ admission, connections }: ServerOptions, early: EarlyAnswers): FastifyServerFactory<Server> =>
  (handler) => {
    const callbacks = { go: handler, refuse: early.crowded }
    const enter = (request: IncomingMessage, response: ServerResponse) => {
      cutSlow(request)
      if (connections.begin(response)) admission.enter(request, response, callbacks)
    }
    const server = createServer(
      {
        maxHeaderSize: 2 * LONGEST_URL,
        requireHostHeader: false,
        headersTimeout: 10_000,
        requestTimeout: LONGEST_UPLOAD,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 75_000,
      },
      enter,
    )
    // Sends 100 Continue only when the body will be read.
    server.on('checkContinue', enter)
    connections.watch(server, early.unfinished)
    server.setTimeout(30_000)
    early.unsupported(server)
    return server
  }

/** Whether a browser asks for a page at an address that is none of the service's own. */
const wantsPage = ({ method, url, headers: { accept = '' } }: FastifyRequest): boolean =>
  method === 'GET' && accept.includes('text/html') && !/^\/(api|extension)(\/|\?|$)/.test(url)

/** Nothing has this address. Those who probe for addresses ask often, so the refusal is made once. */
const nothingThere = new Refusal('ressource_introuvable')

/** Malformed HTTP is 400 or 414. */
function faultOf({ raw, url, headers }: FastifyRequest): Refusal | undefined {
  const missing = headers.host === undefined && raw.httpVersion !== '1.0'
  if (missing || timesSent(raw, 'host') > 1) return new Refusal('requete_invalide')
  return url.length > LONGEST_URL ? new Refusal('requete_invalide', { status: 414 }) : undefined
}
