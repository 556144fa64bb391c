import { randomUUID } from 'node:crypto'
import type { IncomingMessage, Server } from 'node:http'
import cors from '@fastify/cors'
import Fastify, {
  type FastifyHttpOptions,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify'
import { operations } from '../operations/index.ts'
import { Refusal, refusalOf } from './errors.ts'
import { answerBeyondRequests, answerMalformed } from './malformed.ts'
import { openapi } from './openapi.ts'
import { handlerOf, type Means } from './route.ts'

export interface ServerOptions extends Means {
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  readonly logLevel: string
  readonly logStream?: NodeJS.WritableStream
}

/** Longest address line; headers together may take twice that. */
const LONGEST_URL = 8192

/** The HTTP service: the registry's operations under /api/v1, their description beside them, errors in one shape. */
export function buildServer(options: ServerOptions): FastifyInstance {
  const settings: FastifyHttpOptions<Server> = {
    logger: {
      level: options.logLevel,
      ...(options.logStream === undefined ? {} : { stream: options.logStream }),
    },
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: requestId,
    trustProxy: options.trustProxy.length > 0 ? [...options.trustProxy] : false,
    routerOptions: { maxParamLength: LONGEST_URL },
    http: { maxHeaderSize: 2 * LONGEST_URL, requireHostHeader: false },
    requestTimeout: 30_000,
    keepAliveTimeout: 75_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    clientErrorHandler: answerMalformed(LONGEST_URL),
    frameworkErrors: (error, request, reply) => refuse(error, request, reply),
  }
  const server = Fastify(settings)

  server.decorateRequest('caller', undefined)
  server.addHook('onRequest', async (request, reply) => {
    reply.headers({
      'x-request-id': request.id,
      'cache-control': 'private, no-cache',
      vary: 'Authorization',
      'x-content-type-options': 'nosniff',
    })
    requireSound(request)
  })
  if (options.corsOrigins.length > 0) {
    server.register(cors, {
      origin: [...options.corsOrigins],
      methods: ['GET', 'HEAD'],
      allowedHeaders: ['authorization', 'if-none-match', 'x-request-id'],
      exposedHeaders: ['etag', 'retry-after', 'x-request-id'],
      maxAge: 600,
    })
  }
  server.addHook('onResponse', async (request, reply) => {
    request.log.info({
      operation: request.routeOptions.config.operation ?? null,
      method: request.method,
      status: reply.statusCode,
      duration_ms: Math.round(reply.elapsedTime * 10) / 10,
      utilisateur_id: request.caller?.utilisateur_id ?? null,
      organisation_id: request.caller?.organisation_id ?? null,
    })
  })
  server.setErrorHandler(refuse)
  server.setNotFoundHandler(async () => {
    throw new Refusal('ressource_introuvable')
  })

  for (const operation of operations) {
    server.get(
      operation.path.replace('{id}', ':id(^[\\s\\S]+$)'),
      { config: { operation: operation.id } },
      handlerOf(operation, options),
    )
  }
  server.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(openapi()),
  )

  answerBeyondRequests(server.server)
  return server
}

/** D1: an unknown path is 404; a known one is for GET and HEAD alone. What is not sound HTTP is 400 or 414. */
function requireSound(request: FastifyRequest): void {
  if (request.headers.host === undefined && request.raw.httpVersion !== '1.0')
    throw new Refusal('requete_invalide')
  if (request.url.length > LONGEST_URL) throw new Refusal('requete_invalide', { status: 414 })
  if (request.method === 'GET' || request.method === 'HEAD' || isPreflight(request)) return
  throw isKnown(pathOf(request.url))
    ? new Refusal('methode_non_autorisee', { headers: { allow: 'GET, HEAD' } })
    : new Refusal('ressource_introuvable')
}

/** The path as the router reads it; it has refused what cannot be decoded. */
const pathOf = (url: string): string => {
  const [path = ''] = url.split('?')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

const isPreflight = (request: FastifyRequest): boolean =>
  request.method === 'OPTIONS' &&
  request.headers['access-control-request-method'] !== undefined &&
  request.headers.origin !== undefined &&
  !request.is404

const knownPaths = [...operations.map(({ path }) => path), '/openapi.json'].map(
  (path) => new RegExp(`^${path.replace('{id}', '[^/]+')}$`),
)
const isKnown = (path: string): boolean => knownPaths.some((known) => known.test(path))

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply) {
  const refusal = refusalOf(error)
  if (refusal.status >= 500) {
    request.log.error({ code: refusal.code, faults: faultsOf(refusal.cause ?? refusal) })
  }
  return reply
    .code(refusal.status)
    .headers({ 'x-request-id': request.id, ...refusal.headers })
    .type('application/json; charset=utf-8')
    .send(refusal.body)
}

/** What went wrong, and what that came from: messages, codes and the way, never the values of a statement. */
function faultsOf(error: unknown): object[] {
  if (!(error instanceof Error)) return []
  const { message, code, stack, cause } = error as Error & { code?: string }
  return [{ message, code, stack }, ...faultsOf(cause)]
}

const requestId = (request: IncomingMessage): string => {
  const given = request.headers['x-request-id']
  return typeof given === 'string' && /^[\w.-]{1,64}$/.test(given) ? given : randomUUID()
}

declare module 'fastify' {
  interface FastifyContextConfig {
    operation?: string
  }
}
