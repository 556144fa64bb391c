import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Cancellation } from '../../database/cancellation.ts'
import { PIECE } from '../../database/pieces.ts'
import type { Wait } from '../../database/read-pool.ts'
import { type LinkedFile, linkedFile, pieceOf } from '../../extension/linked-file.ts'
import { isSigned, type Link, readLink } from '../../extension/links.ts'
import type { Caller } from '../../identity/caller.ts'
import { identify } from '../../identity/identify.ts'
import { Refusal } from '../../refusal.ts'
import type { Waiting } from '../admission/readmit.ts'
import type { ActionContext } from './action-route.ts'
import { dispositionOf } from './file-name.ts'
import { partOf } from './ranges.ts'
import { deadline, waitOf } from './route.ts'

/** What a link gives cannot run anything in a browser, and is kept nowhere. */
const headers = {
  'content-security-policy': "default-src 'none'; sandbox",
  'cache-control': 'private, no-store',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'accept-ranges': 'bytes',
}

/** Gives the file of a signed link. Whatever is wrong with the link, the answer is the same. */
export const download =
  (context: ActionContext) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const wait = waitOf(reply)
    const { file, caller } = await authorized(request, reply, { context, wait })
    const size = file.taille_octets
    const etag = `"${file.empreinte}"`
    const whole = request.method === 'HEAD' || (request.headers['if-range'] ?? etag) !== etag
    const part = whole ? null : partOf(request.headers.range, size)
    if (part === undefined)
      throw new Refusal('intervalle_invalide', {
        headers: { 'content-range': `bytes */${size}`, 'cache-control': headers['cache-control'] },
      })
    const { first, last } = part ?? { first: 0, last: size - 1 }
    const bytes = bytesOf(file, { first, last }, { caller, context, cancellation: wait.cancellation })
    // Found before anything is said: a link that is good no longer is refused as any other.
    const begin = request.method === 'HEAD' ? undefined : await bytes.next()
    reply
      .code(part === null ? 200 : 206)
      .headers(headers)
      .header('content-disposition', dispositionOf(file.nom_original))
      .header('content-length', last - first + 1)
      .header('etag', etag)
      .type(isMediaType(file.type_mime) ? file.type_mime : 'application/octet-stream')
    if (part !== null) reply.header('content-range', `bytes ${first}-${last}/${size}`)
    if (begin === undefined) return reply.send()
    return reply.send(Readable.from(resumed(begin, bytes), { objectMode: false }))
  }

/** Imported files have types as they were given. */
const isMediaType = (text: string): boolean => /^[\w.+-]+\/[\w.+-]+(; ?[\x20-\x7e]+)?$/.test(text)

async function* resumed(
  begin: IteratorResult<Buffer, void>,
  bytes: AsyncGenerator<Buffer, void>,
): AsyncGenerator<Buffer> {
  if (begin.done !== true) yield begin.value
  yield* bytes
}

async function authorized(
  request: FastifyRequest,
  reply: FastifyReply,
  { context, wait }: { readonly context: ActionContext; readonly wait: Wait },
): Promise<{ readonly file: LinkedFile; readonly caller: Caller }> {
  const { engine, database, limits } = context
  const link = await signedLink({ request, reply, cancellation: wait.cancellation }, context)
  await limits.download(link.utilisateur_id)
  const caller = await identify(database.current, link.utilisateur_id, wait)
  if (caller === null) throw invalid()
  request.caller = caller
  const { scanned } = engine.settings
  const file = await linkedFile(database.current, link, caller, { scanned, now: context.now(), wait })
  if (file === null) throw invalid()
  return { file, caller }
}

/**
 * The link, if it is signed. Other requests are counted by address; those with an unknown key before they wait for it,
 * outside admission: anybody can invent one.
 */
async function signedLink(
  asking: Waiting,
  { engine: { signingKeys }, limits, linkQueue }: ActionContext,
): Promise<Link> {
  const { request } = asking
  const address = request.raw.url ?? ''
  const link = readLink(address)
  const secret = link === null ? undefined : signingKeys.known(link.cle)
  if (link !== null && secret !== undefined && isSigned(address, link, secret)) return link
  await limits.address(request.ip)
  if (link === null || secret !== undefined) throw invalid()
  const found = await linkQueue.retry(asking, async () => signingKeys.known(link.cle))
  if (found === undefined && signingKeys.failure !== null) throw signingKeys.failure
  if (found === undefined || !isSigned(address, link, found)) throw invalid()
  return link
}

const invalid = () => new Refusal('lien_invalide', { headers: { 'cache-control': 'private, no-store' } })

/** These bytes of a file, a piece at a time: no connection is held while the caller reads. */
async function* bytesOf(
  file: LinkedFile,
  { first, last }: { readonly first: number; readonly last: number },
  {
    caller,
    context,
    cancellation,
  }: { readonly caller: Caller; readonly context: ActionContext; readonly cancellation: Cancellation },
): AsyncGenerator<Buffer, void> {
  for (let rang = Math.floor(first / PIECE); rang * PIECE <= last; rang += 1) {
    const piece = await context.transfers.reads.take(() => {
      const wait = { until: deadline(), cancellation }
      return pieceOf(context.database.current, file, rang, { caller, now: context.now(), wait })
    })
    if (piece === undefined) throw invalid()
    yield piece.subarray(Math.max(0, first - rang * PIECE), last + 1 - rang * PIECE)
  }
}
