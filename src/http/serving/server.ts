import { randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerFactory,
  LogController,
} from 'fastify'
import { operations } from '../../operations/index.ts'
import type { AdmissionControl } from '../admission/admission.ts'
import type { Connections } from '../admission/connections.ts'
import { llms } from '../description/llms.ts'
import { openapi } from '../description/openapi.ts'
import { Refusal, refusalOf } from '../errors.ts'
import { sendConditional } from './conditional.ts'
import { type Demonstration, serveDemonstration } from './demonstration.ts'
import { failureLog } from './failure-log.ts'
import { commonHeaders, hasBody } from './headers.ts'
import { refuseOtherMethods } from './methods.ts'
import { type Outside, outside } from './outside.ts'
import { builtPages, servePages } from './pages.ts'
import { handlerOf, type Means } from './route.ts'
import { readId } from './validation.ts'

export interface ServerOptions extends Means {
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  readonly logStream?: NodeJS.WritableStream
  readonly admission: AdmissionControl
  readonly connections: Connections
  /** What the page is told, as JSON text. */
  readonly configuration: () => Promise<string>
  /** Absent where an identity provider signs people in. */
  readonly demonstration: Demonstration | undefined
  /** Where the page may ask for tokens, besides here. */
  readonly signInOrigins: readonly string[]
  /** True once a stop was asked for: nobody should come back on the same connection. */
  readonly draining: () => boolean
  /** Told of every answer. */
  readonly answered: (operation: string | null, status: number, milliseconds: number) => void
}

/** Longest address line; headers together may take twice that. */
const LONGEST_URL = 8192

const CONFIGURATION_PATH = '/configuration.json'

/** The HTTP service: the registry's operations under /api/v1, their description beside them, errors in one shape. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const headers = commonHeaders(options.corsOrigins)
  const { connections } = options
  const closesAfter = (response: ServerResponse) =>
    hasBody(response.req) || (options.draining() && connections.isLast(response))
  const beyond = outside({ headers, longestUrl: LONGEST_URL, connections, closesAfter })
  const note = (request: FastifyRequest, status: number, milliseconds: number) => {
    const operation = request.routeOptions.config?.operation ?? null
    options.answered(operation, status, milliseconds)
    request.log.info({
      operation,
      method: request.method,
      status,
      duration_ms: Math.round(milliseconds * 10) / 10,
      utilisateur_id: request.caller?.utilisateur_id ?? null,
      organisation_id: request.caller?.organisation_id ?? null,
      ressource_id: recordOf(request),
      filtres: request.filters ?? null,
      reason: request.reason ?? null,
    })
  }
  const server = Fastify({
    logger: {
      level: options.logLevel,
      messageKey: 'message',
      ...(options.logStream === undefined ? {} : { stream: options.logStream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    routerOptions: { maxParamLength: LONGEST_URL },
    serverFactory: behind(options, beyond),
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: beyond.malformed,
    // What has no readable address gets no hooks either.
    frameworkErrors: (error, request, reply) => {
      if (closesAfter(reply.raw)) reply.header('connection', 'close')
      refuse(error, request, reply.headers(headers.of(request.raw)))
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
      .headers({ 'x-request-id': request.id, ...refusal.headers })
      .type('application/json; charset=utf-8')
      .send(refusal.body)
  }
  refuseOtherMethods(server)
  server.decorateRequest('caller', undefined)
  server.decorateRequest('filters', undefined)
  server.decorateRequest('reason', undefined)
  server.addHook('onRequest', async (request, reply) => {
    // Whoever left before there was an answer did not get it.
    reply.raw.once('close', () =>
      note(request, reply.raw.writableEnded ? reply.statusCode : 499, reply.elapsedTime),
    )
    reply.headers(headers.of(request.raw)).header('x-request-id', request.id)
    requireSound(request)
    const preflight = headers.ofPreflight(request.raw)
    // The router would take `*` for the root.
    if (request.is404 || request.url === '*') throw new Refusal('ressource_introuvable')
    if (preflight !== undefined) return reply.code(204).headers(preflight).send()
  })
  server.addHook('onSend', (request, reply, payload, done) => {
    options.admission.leave(request.raw)
    // A stop may have been asked for while the answer was made.
    if (closesAfter(reply.raw)) reply.header('connection', 'close')
    if (request.method !== 'HEAD' || typeof payload !== 'string') return done()
    reply.header('content-length', Buffer.byteLength(payload))
    done(null, null)
  })
  server.setErrorHandler(refuse)

  for (const operation of operations) {
    server.route({
      method: ['GET', 'HEAD'],
      url: operation.path.replace('{id}', ':id(^[\\s\\S]+$)'),
      config: { operation: operation.id },
      handler: handlerOf(operation, options),
    })
  }
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapi()),
  )
  server.get(CONFIGURATION_PATH, async (request, reply) =>
    sendConditional(request, reply, await options.configuration(), ''),
  )
  if (options.demonstration !== undefined) serveDemonstration(server, options.demonstration, options.limits)
  server.get('/llms.txt', async (_request, reply) => reply.type('text/plain; charset=utf-8').send(llms()))
  servePages(server, builtPages('reference'), '/reference')
  servePages(server, builtPages('web'), '', { connect: options.signInOrigins })
  return server
}

/** A server whose requests pass admission control. Whoever sends or takes too slowly is cut off. */
const behind =
  ({ admission, connections }: ServerOptions, beyond: Outside): FastifyServerFactory<Server> =>
  (handler) => {
    const ways = { go: handler, refuse: beyond.crowded }
    const server = createServer(
      {
        maxHeaderSize: 2 * LONGEST_URL,
        requireHostHeader: false,
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        connectionsCheckingInterval: 1000,
        keepAliveTimeout: 75_000,
      },
      (request, response) => {
        if (connections.begin(response)) admission.enter(request, response, ways)
      },
    )
    connections.watch(server)
    server.setTimeout(30_000)
    beyond.beyondRequests(server)
    return server
  }

/** What is not sound HTTP is 400 or 414. */
function requireSound({ raw, url, headers }: FastifyRequest): void {
  const hosts = raw.rawHeaders.filter((header, index) => index % 2 === 0 && header.toLowerCase() === 'host')
  const missing = headers.host === undefined && raw.httpVersion !== '1.0'
  if (missing || hosts.length > 1) throw new Refusal('requete_invalide')
  if (url.length > LONGEST_URL) throw new Refusal('requete_invalide', { status: 414 })
}

/** The record that the path names (D27); what is no id is not repeated. */
const recordOf = ({ params }: FastifyRequest): string | null =>
  readId((params as { id?: string } | null)?.id ?? '')

const requestId = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
  }
}
