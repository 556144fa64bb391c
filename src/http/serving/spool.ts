import { createHash, randomUUID } from 'node:crypto'
import { type FileHandle, open, unlink } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isOf, SIGNATURE_BYTES, type TypeFichier } from '../../contract/types-fichier.ts'
import { PIECE } from '../../database/pieces.ts'
import { Refusal } from '../../refusal.ts'
import { unavailable } from '../errors.ts'

/** Bytes that were received whole, on disk. */
export interface Spooled {
  readonly size: number
  /** SHA-256. */
  readonly hash: Buffer
  pieces(): AsyncGenerator<Buffer>
  close(): Promise<void>
}

/** Without a byte for so long, or not whole after so long, the sender is cut off; in milliseconds. */
const IDLE = 15_000
const UPLOAD_TIMEOUT = 600_000

/**
 * Receives the bytes of a file of this type into a file that has no name: whatever ends this process, no byte is left.
 * Refuses more bytes than allowed, and first bytes of another type, without waiting for the rest.
 */
export async function spool(body: IncomingMessage, type: TypeFichier, most: number): Promise<Spooled> {
  const file = await openNameless()
  try {
    return await receive(body, type, most, file)
  } catch (error) {
    await file.close()
    throw error
  }
}

/** A process that is killed between the two calls leaves an empty file. */
async function openNameless(): Promise<FileHandle> {
  const path = join(tmpdir(), `antenne-${randomUUID()}`)
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  return file
}

async function receive(
  body: IncomingMessage,
  type: TypeFichier,
  most: number,
  file: FileHandle,
): Promise<Spooled> {
  const sum = createHash('sha256')
  let head: Buffer = Buffer.alloc(0)
  let size = 0
  const cut = () => void body.destroy(new Error('the rest does not come'))
  const late = setTimeout(cut, UPLOAD_TIMEOUT)
  const idle = setTimeout(cut, IDLE)
  // Whoever closes their half of the connection sends nothing more.
  if (body.socket.readableEnded && !body.complete) cut()
  else body.socket.once('end', cut)
  try {
    // A sender who is refused half way still gets the answer.
    const chunks: AsyncIterable<Buffer> = body.iterator({ destroyOnReturn: false })
    for await (const chunk of chunks) {
      idle.refresh()
      if (head.length < SIGNATURE_BYTES) {
        head = Buffer.concat([head, chunk.subarray(0, SIGNATURE_BYTES)])
        if (head.length >= SIGNATURE_BYTES) requireType(type, head)
      }
      if (size + chunk.length > most) throw tooLarge(most)
      sum.update(chunk)
      await writeWhole(file, chunk, size)
      size += chunk.length
    }
  } finally {
    clearTimeout(late)
    clearTimeout(idle)
    body.socket.off('end', cut)
  }
  requireType(type, head)
  return {
    size,
    hash: sum.digest(),
    close: () => file.close(),
    async *pieces() {
      for (let at = 0; at < size; at += PIECE) {
        const piece = Buffer.alloc(Math.min(PIECE, size - at))
        const { bytesRead } = await file.read(piece, 0, piece.length, at)
        if (bytesRead < piece.length) throw new Error('the temporary file is shorter than what was written')
        yield piece
      }
    },
  }
}

/** A disk that is almost full takes a part of the bytes, and says nothing. */
async function writeWhole(file: FileHandle, bytes: Buffer, at: number): Promise<void> {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await file
      .write(bytes, written, bytes.length - written, at + written)
      .catch((error: unknown) => Promise.reject(unavailable(error)))
    written += bytesWritten
  }
}

function requireType(type: TypeFichier, head: Buffer): void {
  if (isOf(type, head)) return
  throw new Refusal('parametres_invalides', {
    details: {
      corps:
        'Ce fichier n’est pas du type annoncé, ou il est vide. Choisissez un PDF, un JPEG, un PNG ou un WebP.',
    },
  })
}

export const tooLarge = (most: number): Refusal =>
  new Refusal('corps_trop_grand', {
    message: `Ce fichier dépasse ${sizeText(most)}. Réduisez-le, puis réessayez.`,
    details: { taille_max_octets: most },
  })

const sizeText = (bytes: number): string =>
  bytes < 2 ** 20 ? `${Math.floor(bytes / 2 ** 10)} ko` : `${Math.floor(bytes / 2 ** 20)} Mo`
