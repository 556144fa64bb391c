import { randomUUID } from 'node:crypto'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { ConnectionError } from 'fastify'
import { Refusal } from './errors.ts'

/** What the HTTP parser refuses never becomes a request: answered on the socket itself, in shape (D4). */
export function answerMalformed(longestUrl: number) {
  return (error: ConnectionError, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    writeRefusal(socket, new Refusal('requete_invalide', { status: statusOf(error, longestUrl) }))
  }
}

function statusOf({ code, rawPacket }: ConnectionError, longestUrl: number): number {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return 408
  if (code !== 'HPE_HEADER_OVERFLOW') return 400
  // What came is not kept, only its last packet (in truth a Buffer): a request line that long has no other line in it.
  const packet = rawPacket as unknown as Buffer
  return packet.subarray(0, longestUrl).includes('\n') || !packet.toString('latin1').startsWith('GET ')
    ? 431
    : 414
}

/** CONNECT and expectations that cannot be met get an answer in shape as well. */
export function answerBeyondRequests(server: Server): void {
  server.on('connect', (_request, socket: Socket) =>
    writeRefusal(socket, new Refusal('methode_non_autorisee', { headers: { allow: 'GET, HEAD' } })),
  )
  server.on('checkExpectation', (_request, response) => {
    const refusal = new Refusal('requete_invalide', { status: 417 })
    response.writeHead(refusal.status, headersOf(refusal)).end(refusal.body)
  })
}

function writeRefusal(socket: Socket, refusal: Refusal): void {
  const headers = Object.entries(headersOf(refusal)).map(([header, value]) => `${header}: ${value}`)
  socket.end([`HTTP/1.1 ${refusal.status} Refused`, ...headers, '', refusal.body].join('\r\n'))
}

const headersOf = ({ body, headers }: Refusal) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'x-request-id': randomUUID(),
  ...headers,
  connection: 'close',
})
