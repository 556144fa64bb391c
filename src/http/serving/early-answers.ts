import { randomUUID } from 'node:crypto'
import { type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { Refusal } from '../../refusal.ts'
import type { Connections } from '../admission/connections.ts'
import { unavailable } from '../errors.ts'
import type { CommonHeaders } from './headers.ts'

/** Answers requests that never reach the router, in the usual shape (D4). */
export interface EarlyAnswers {
  /** What the HTTP parser refuses is answered on the socket itself, after the requests before it. */
  malformed(error: ConnectionError, socket: Socket): void
  /** The rest of its body is not waited for: the service stops. */
  unfinished(response: ServerResponse): void
  /** Refused by admission control, with as little work as possible. */
  crowded(request: IncomingMessage, response: ServerResponse): void
  /** CONNECT, and unsupported expectations. */
  unsupported(server: Server): void
}

interface Surroundings {
  readonly headers: CommonHeaders
  readonly longestUrl: number
  readonly connections: Connections
  /** Closes the connection after this answer, if nothing more can be answered on it. */
  readonly closeIfDue: (response: ServerResponse) => void
}

export function earlyAnswers({ headers, longestUrl, connections, closeIfDue }: Surroundings): EarlyAnswers {
  // Properties added after a spread cost V8 a microsecond each.
  const headersOf = (refusal: Refusal, request?: IncomingMessage) => ({
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(refusal.body)),
    'x-request-id': randomUUID(),
    ...headers.of(request),
    ...refusal.headers,
  })
  const conclude = (socket: Socket, refusal: Refusal) =>
    connections.conclude(socket, () => {
      const lines = Object.entries({ ...headersOf(refusal), connection: 'close' })
      const head = lines.map(([header, value]) => `${header}: ${value}`)
      const status = `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`
      socket.end([status, ...head, '', refusal.body].join('\r\n'))
    })
  const answer = (request: IncomingMessage, response: ServerResponse, refusal: Refusal) =>
    response.writeHead(refusal.status, headersOf(refusal, request)).end(refusal.body)
  /** Answers a request whose body is not read any further, and closes its connection. */
  const interrupt = (response: ServerResponse, refusal: Refusal) => {
    const { socket } = response.req
    connections.conclude(socket, () => socket.end())
    // Node.js forgets an answered request: whoever reads its body would wait for ever.
    socket.once('close', () => response.req.destroy())
    connections.dropRest(response)
    response.setHeader('connection', 'close')
    answer(response.req, response, refusal)
  }

  return {
    malformed(error, socket) {
      if (error.code === 'ECONNRESET') return void socket.destroy()
      const refusal = new Refusal('requete_invalide', { status: statusOf(error, longestUrl) })
      const unfinished = connections.unfinished(socket)
      if (unfinished === undefined || isRead(unfinished.req)) return conclude(socket, refusal)
      // The rest of this body cannot be read: the refusal answers its request.
      interrupt(unfinished, refusal)
    },
    unfinished(response) {
      interrupt(response, unavailable())
    },
    crowded(request, response) {
      closeIfDue(response)
      answer(request, response, unavailable())
    },
    unsupported(server) {
      const refused = { headers: { allow: 'GET, HEAD' } }
      server.on('connect', (_request, socket: Socket) => {
        conclude(socket, new Refusal('methode_non_autorisee', refused))
      })
      server.on('checkExpectation', (request, response) => {
        if (!connections.begin(response)) return
        closeIfDue(response)
        response.setHeader('connection', 'close')
        answer(request, response, new Refusal('requete_invalide', { status: 417 }))
      })
    },
  }
}

const isRead = ({ method }: IncomingMessage): boolean => method === 'GET' || method === 'HEAD'

function statusOf({ code, rawPacket }: ConnectionError, longestUrl: number): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code !== 'HPE_HEADER_OVERFLOW') return 400
  // Only the last packet is available (in truth a Buffer): a request line that long fills it alone.
  const packet = rawPacket as unknown as Buffer
  return packet.subarray(0, longestUrl).includes('\n') || !packet.toString('latin1').startsWith('GET ')
    ? 431
    : 414
}
