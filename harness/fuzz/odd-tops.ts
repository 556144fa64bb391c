import type { Random } from './random.ts'

/** What odd bytes are made with. */
interface Means {
  readonly random: Random
  readonly marker: string
}

/** Headers about lengths that contradict one another. */
export const lengths = [
  ...['Content-Length: 5\r\nContent-Length: 6\r\n', 'Content-Length: 5\r\nTransfer-Encoding: chunked\r\n'],
  ...['Transfer-Encoding: chunked\r\nContent-Length: 5\r\n', 'Transfer-Encoding: chunked, identity\r\n'],
  ...['Transfer-Encoding: identity\r\n', 'Transfer-Encoding: xchunked\r\n'],
  ...['Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n', 'Transfer-Encoding:\x0bchunked\r\n'],
  ...['Content-Length: -1\r\n', 'Content-Length: +5\r\n', 'Content-Length: 0x5\r\n'],
  ...['Content-Length: 5 5\r\n', 'Content-Length: 5, 5\r\n', 'Content-Length: 99999999999999999999\r\n'],
  ...['Content-Length: 100000\r\n', 'Content-Length: \r\n', 'Content-Length : 5\r\n'],
  'Transfer-Encoding: chunked\r\n',
]
/** Bodies that contradict them. */
export const bodies = [
  ...['', 'abcde', '0\r\n\r\n', '5\r\nabcde\r\n0\r\n\r\n', 'zz\r\n', 'ffffffffffffffff\r\n'],
  ...['5\nabcde\n0\n\n', '-1\r\n\r\n', '5;\x00\r\nabcde\r\n'],
]

/** Beginnings of a conversation that no honest client makes, or that belong to another protocol. */
export const tops: readonly ((means: Means) => string)[] = [
  () => '',
  () => '\r\n',
  () => '\r\n'.repeat(1000),
  () => 'GET /api/v1/sante\r\n',
  () => 'GET /api/v1/sante\r\n\r\n',
  ({ marker }) => `GET /${marker}\r\n\r\n`,
  ({ marker }) => `GET  /${marker}  HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nUser-Agent: ${marker}\r\n\r\n`,
  () => 'GET /api/v1/sante HTTP/1.0\r\n\r\n',
  () => 'GET /api/v1/sante HTTP/1.0\r\nConnection: keep-alive\r\n\r\n',
  ({ random }) =>
    `GET /api/v1/sante ${random.pick(['HTTP/1.2', 'HTTP/2.0', 'HTTP/3', 'HTTP/9.9', 'http/1.1', 'HTTP/1.1x', 'HTTP/01.1', 'RTSP/1.0', 'ICE/1.0'])}\r\nHost: x\r\n\r\n`,
  () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n\x00\x00\x00\x04\x00\x00\x00\x00\x00',
  ({ marker }) => `\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03${marker.repeat(40)}\x00\x20`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nHost: ${marker}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost : ${marker}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nX-A: ${marker}\r\n folded\r\n\tmore\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\n Host: ${marker}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n: ${marker}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n${marker}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nX-\x00: ${marker}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/${marker}\x00 HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ marker, random }) =>
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n${`${marker}: 1\r\n`.repeat(100 + random.below(4000))}\r\n`,
  ({ marker, random }) =>
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\n${'a:\r\n'.repeat(500 + random.below(3500))}X-B: ${marker}\r\n\r\n`,
  ({ marker, random }) =>
    `GET /${marker}${'a'.repeat(8000 + random.below(120_000))} HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ marker }) => `${marker.repeat(5000)}\r\n\r\n`,
  ({ marker }) => `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nX-A: ${marker.repeat(10_000)}\r\n\r\n`,
  ({ marker }) => `OPTIONS * HTTP/1.1\r\nHost: ${marker}\r\n\r\n`,
  ({ marker }) =>
    `OPTIONS /api/v1/moi HTTP/1.1\r\nHost: x\r\nOrigin:\r\nAccess-Control-Request-Method: ${marker}\r\n\r\n`,
  ({ marker }) =>
    `CONNECT ${marker}:443 HTTP/1.1\r\nHost: x\r\n\r\nGET /api/v1/sante HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ marker }) =>
    `POST /api/v1/moi HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 50\r\n\r\n${marker}`,
  ({ marker }) =>
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nExpect: ${marker}\r\nContent-Length: 3\r\n\r\nabc`,
  ({ marker }) => `GET http://${marker}/api/v1/sante HTTP/1.1\r\nHost: x\r\n\r\n`,
  ({ marker }) =>
    `GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n\x81\x05${marker}`,
]
