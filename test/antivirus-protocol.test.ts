import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { FOUND, OK, openStandIn, type StandIn } from '../harness/antivirus/stand-in.ts'
import { guarded } from '../harness/http/socket.ts'
import { freePort } from '../harness/service/free-ports.ts'
import { antivirusAddress } from '../src/addresses.ts'
import { ping, scan } from '../src/antivirus/clamd.ts'

const forever = new AbortController().signal

async function* inPieces(...pieces: readonly string[]) {
  for (const piece of pieces) yield Buffer.from(piece)
}

const addressOf = ({ url }: Pick<StandIn, 'url'>) => {
  const address = antivirusAddress(url)
  if (address === undefined) throw new Error(url)
  return address
}

describe.each(['a port', 'a Unix socket'] as const)('a scanner on %s', (kind) => {
  let folder: string
  let standIn: StandIn
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'antenne-antivirus-'))
    standIn = await openStandIn(kind === 'a port' ? await freePort() : join(folder, 'clamd.ctl'))
  })
  afterAll(async () => {
    await standIn.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const scanned = (pieces: AsyncIterable<Buffer>, silence?: number) =>
    scan(addressOf(standIn), pieces, { signal: forever, ...(silence === undefined ? {} : { silence }) })

  test('gets contents whole and in order, an empty piece being no end, and clears them', async () => {
    standIn.reply = () => OK
    expect(await scanned(inPieces('un', '', 'deux', 'trois'))).toEqual({ statut: 'sain' })
    expect(standIn.scanned.at(-1)).toBe('undeuxtrois')
    const large = 'x'.repeat(3_000_000)
    expect(await scanned(inPieces(large, large, large))).toEqual({ statut: 'sain' })
    expect(standIn.scanned.at(-1)?.length).toBe(9_000_000)
  })

  test('names what it found', async () => {
    standIn.reply = () => FOUND
    expect(await scanned(inPieces('un'))).toEqual({ statut: 'infecte', signature: 'Essai.Virus' })
  })

  test('may take its time', async () => {
    standIn.reply = async () => {
      await once(AbortSignal.timeout(200), 'abort')
      return OK
    }
    expect(await scanned(inPieces('un'))).toEqual({ statut: 'sain' })
  })

  test.each([
    ['an error', 'Essai: Access denied. ERROR', 'Access denied'],
    ['another sentence that holds a verdict', 'stream: OK stream: OK', 'stream: OK stream: OK'],
    ['a finding without a name', 'stream: FOUND', 'stream: FOUND'],
    ['nothing', '', ''],
    ['a connection that is closed', 'closed', 'closed without an answer'],
  ])('gives no verdict by %s', async (_, reply, reason) => {
    standIn.reply = () => reply
    const outcome = scanned(inPieces('un'))
    await expect(outcome).rejects.toMatchObject({
      name: 'NoVerdict',
      message: expect.stringContaining(reason),
      reached: true,
    })
  })

  test('gives no verdict by silence', async () => {
    standIn.reply = () => 'silent'
    // A busy machine may take longer to connect than a short silence lasts.
    for (let silence = 100, reached = false; !reached; silence *= 4) {
      const error = await scanned(inPieces('un'), silence).catch((failure) => failure)
      expect(error).toMatchObject({ name: 'NoVerdict', message: `silent for ${silence / 1000} s` })
      reached = error.reached
    }
  })

  test('gives no verdict on contents that are too long for it, and the rest is not read', async () => {
    standIn.longest = 10
    let read = 0
    async function* endless() {
      for (;;) {
        read += 1
        yield Buffer.alloc(1_000_000)
      }
    }
    await expect(scanned(endless())).rejects.toMatchObject({ name: 'NoVerdict', reached: true })
    await expect(scanned(inPieces('0123456789', 'x'))).rejects.toThrow()
    expect(read).toBeGreaterThan(0)
    standIn.longest = Number.POSITIVE_INFINITY
  })

  test('hears why when the contents cannot be read', async () => {
    async function* broken() {
      yield Buffer.from('un')
      throw new Error('the pieces end here')
    }
    const before = standIn.scanned.length
    await expect(scanned(broken())).rejects.toThrow('the pieces end here')
    expect(standIn.scanned.length).toBe(before)
  })

  test('is left at once', async () => {
    const left = new AbortController()
    standIn.reply = () => {
      left.abort()
      return 'silent'
    }
    await expect(scan(addressOf(standIn), inPieces('un'), { signal: left.signal })).rejects.toThrow()
  })

  test('answers when it is asked whether it is there; one that is gone was not reached', async () => {
    await ping(addressOf(standIn), { signal: forever })
    await standIn.stop()
    await expect(ping(addressOf(standIn), { signal: forever })).rejects.toMatchObject({ reached: false })
    await expect(scanned(inPieces('un'))).rejects.toMatchObject({ name: 'NoVerdict', reached: false })
    await standIn.start()
    await ping(addressOf(standIn), { signal: forever })
  })
})

describe('a scanner of ill manners', () => {
  /** Listens, and does that with each connection. */
  async function rude(answer: string) {
    const server = createServer((socket) => {
      void guarded(socket)
      socket.write(answer)
      socket.once('data', () => socket.end())
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    return { host: '127.0.0.1', port: (server.address() as AddressInfo).port }
  }

  async function* slow() {
    for (let piece = 0; piece < 3; piece += 1) {
      await once(AbortSignal.timeout(50), 'abort')
      yield Buffer.from('un')
    }
  }

  test.each([
    ['that clears contents before it has them', 'stream: OK\0'],
    ['whose answer is cut off', 'stream: OK'],
    ['that talks without end', 'x'.repeat(2000)],
    ['that is none', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
  ])('%s gives no verdict', async (_, answer) => {
    const outcome = scan(await rude(answer), slow(), { signal: forever })
    await expect(outcome).rejects.toMatchObject({ name: 'NoVerdict', reached: true })
  })

  test('that is none is not there', async () => {
    await expect(ping(await rude('220 smtp.exemple.ci\r\n\0'), { signal: forever })).rejects.toThrow('220')
  })
})
