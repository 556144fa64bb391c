import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { typesFichier } from '../src/contract/types-fichier.ts'
import { spool } from '../src/http/serving/spool.ts'

/** What all open files share. */
let files: FileHandle
beforeEach(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-test-'))
  const file = await open(join(folder, 'essai'), 'w')
  files = Object.getPrototypeOf(file)
  await file.close()
  await rm(folder, { recursive: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})

const PDF = typesFichier['application/pdf']
const content = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(700_000, 'antenne')])
const receive = () => {
  const body = Object.assign(Readable.from([content]), { socket: new Socket(), complete: false })
  return spool(body as unknown as IncomingMessage, PDF, 1e6)
}

type Call = (bytes: Buffer, offset: number, length: number, position: number) => Promise<unknown>

/** As a disk that is almost full: each call writes or reads so many bytes at most. */
function limit(method: 'write' | 'read', most: number): void {
  const shared = files as unknown as Record<'write' | 'read', Call>
  const whole = shared[method]
  vi.spyOn(shared, method).mockImplementation(function (this: unknown, bytes, offset, length, position) {
    return whole.call(this, bytes, offset, Math.min(length, most), position)
  })
}

test('what the disk takes in parts is stored whole', async () => {
  limit('write', 10_000)
  const { size, pieces, close } = await receive()
  const stored: Buffer[] = []
  for await (const piece of pieces()) stored.push(piece)
  expect([size, Buffer.concat(stored).equals(content)]).toEqual([content.length, true])
  await close()
})

test('a disk that is full: nothing is stored, and one may come back', async () => {
  vi.spyOn(files, 'write').mockRejectedValue(Object.assign(new Error('no space left'), { code: 'ENOSPC' }))
  await expect(receive()).rejects.toMatchObject({ status: 503 })
})

test('what cannot be read back whole is not made up', async () => {
  limit('read', 1000)
  const { pieces, close } = await receive()
  await expect(pieces().next()).rejects.toThrow('shorter')
  await close()
})
