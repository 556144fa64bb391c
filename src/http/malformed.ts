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
  // The declared type is another one than what Node.js gives: the bytes received.
  const firstLineEnds = (rawPacket as unknown as Buffer).subarray(0, longestUrl).includes('\n')
  return firstLineEnds ? 431 : 414
}

/** CONNECT and expectations that cannot be met get an answer in shape as well. */
export function answerBeyondRequests(server: Server): void {
  server.on('connect', (_request, socket: Socket) =>
    writeRefusal(socket, new Refusal('methode_non_autorisee', { headers: { allow: 'GET, HEAD' } })),
  )
  server.on('checkExpectation', (_request, response) => {
    const { status, body } = new Refusal('requete_invalide', { status: 417 })
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', connection: 'close' })
    response.end(body)
  })
}

function writeRefusal(socket: Socket, { status, body, headers }: Refusal): void {
  const lines = [
    `HTTP/1.1 ${status} Refused`,
    'content-type: application/json; charset=utf-8',
    `content-length: ${Buffer.byteLength(body)}`,
    `x-request-id: ${randomUUID()}`,
    ...Object.entries(headers).map(([header, value]) => `${header}: ${value}`),
    'connection: close',
  ]
  socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`)
}
