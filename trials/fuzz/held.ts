import { connect } from 'node:net'
import { takeAnswer } from '../../harness/fuzz/wire.ts'

/** A request is to come whole within 30 s, and a connection to say something as often: that, and as much again. */
const LONGEST = 60_000

const beginnings = [
  '',
  'GET',
  'GET /api/v1/sante HTTP/1.1\r\n',
  'GET /api/v1/sante HTTP/1.1\r\nHost: x\r\nX-Slow: ',
  'POST /api/v1/moi HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nabc',
  'POST /api/v1/moi HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab',
]

/** Connections on which a request never ends: each is to be answered 408, or anything in shape, and closed in the end. */
export async function holdUnfinished(port: number): Promise<string[]> {
  const outcomes = await Promise.all(beginnings.map((beginning) => hold(port, beginning)))
  return outcomes.flatMap((outcome) => outcome ?? [])
}

function hold(port: number, beginning: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(beginning))
    const received: Buffer[] = []
    const wrong = (what: string) => `held after ${JSON.stringify(beginning)}: ${what}`
    const late = setTimeout(() => {
      resolve(wrong(`still open after ${LONGEST / 1000} s`))
      socket.destroy()
    }, LONGEST)
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => {})
    socket.on('close', () => {
      clearTimeout(late)
      const bytes = Buffer.concat(received)
      resolve(
        bytes.length === 0 || takeAnswer(bytes, false) !== null ? undefined : wrong(`answered ${bytes}`),
      )
    })
  })
}
