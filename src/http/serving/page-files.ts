import { hash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { packageRoot } from '../../package.ts'
import { bestOf, type Coding } from './coding.ts'
import { matchesTag } from './conditional.ts'
import { serveRead } from './methods.ts'

/** The script that stores the files of a page in the browser: it fetches them, and nothing else. */
const WORKER = '/service-worker.js'
const workerPolicy = "default-src 'none'; connect-src 'self'"

/** The build's list of addresses that show the page, in router syntax: `/clients/:id`. */
const ADDRESSES = 'addresses.json'

/**
 * Serves the built pages of that name under a prefix (or ''), and their index.html at the prefix and at its addresses.
 * Files are read once, at start, with what the build has compressed: a page asks for many at once, and the first one to
 * open it after a start would wait for all of them.
 */
export function servePageFiles(
  server: FastifyInstance,
  name: string,
  prefix: string,
  allowed: Allowed = {},
): void {
  const folder = fileURLToPath(new URL(`dist/${name}/`, packageRoot))
  const policy = contentPolicy(allowed)
  const serve = (address: string, file: PageFile) => {
    const own = file.isPage ? policy : address.endsWith(WORKER) ? workerPolicy : undefined
    const headers = { ...file.headers, ...(own === undefined ? {} : { 'content-security-policy': own }) }
    serveRead(server, address, (request, reply) => send(request, reply.headers(headers), file))
  }
  const names = namesIn(folder)
  const addresses: string[] = names.includes(ADDRESSES)
    ? JSON.parse(readFileSync(join(folder, ADDRESSES), 'utf8'))
    : []
  for (const path of names.filter((one) => one !== ADDRESSES)) {
    const file = readPageFile(folder, path)
    if (path !== 'index.html') {
      serve(`${prefix}/${path}`, file)
      continue
    }
    const slashed = addresses.filter((address) => address !== '/').map((address) => `${address}/`)
    for (const address of new Set([prefix || '/', `${prefix}/`, ...addresses, ...slashed]))
      serve(address, file)
    // A browser at an unknown address gets the page, which says so.
    if (prefix === '')
      server.setNotFoundHandler((request, reply) =>
        sendAbsent(request, reply.headers({ ...file.headers, 'content-security-policy': policy }), file),
      )
  }
}

/** What scripts of a page may do beyond talking to this service. */
interface Allowed {
  /** Origins that they may connect to. */
  readonly connect?: readonly string[]
  /** Whether they may show contents that they fetched: pictures and PDF, as `blob:`. */
  readonly contents?: boolean
}

interface PageFile {
  readonly isPage: boolean
  readonly headers: Readonly<Record<string, string>>
  readonly tag: string
  readonly plain: Buffer
  /** Its compressed forms, the smallest first. */
  readonly compressed: ReadonlyMap<Coding, Buffer>
}

/** How the build names them. */
const suffixes: ReadonlyMap<Coding, string> = new Map([
  ['br', '.br'],
  ['gzip', '.gz'],
])

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
}

/** The build puts a hash into file names: such a file never changes. */
const isForever = (name: string): boolean => /-[\w-]{8,}\.\w+$/.test(name)

function readPageFile(folder: string, name: string): PageFile {
  const path = join(folder, name)
  const plain = readFileSync(path)
  const kind = extname(name)
  const built = [...suffixes].filter(([, suffix]) => existsSync(path + suffix))
  return {
    isPage: kind === '.html',
    headers: {
      'content-type': types[kind] ?? 'application/octet-stream',
      'cache-control': isForever(name) ? 'public, max-age=31536000, immutable' : 'no-cache',
      vary: 'Accept-Encoding',
    },
    tag: hash('sha1', plain, 'base64url'),
    plain,
    compressed: new Map(built.map(([coding, suffix]) => [coding, readFileSync(path + suffix)])),
  }
}

function send(request: FastifyRequest, reply: FastifyReply, file: PageFile) {
  const coding = codingFor(request, file)
  const etag = `"${file.tag}-${coding}"`
  reply.header('etag', etag)
  if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send()
  return sendCoded(reply, file, coding)
}

/** The page at an unknown address: never «unchanged», and only for those who accept HTML. */
function sendAbsent(request: FastifyRequest, reply: FastifyReply, file: PageFile) {
  reply.code(404).headers({ vary: 'Accept, Accept-Encoding', 'cache-control': 'no-store' })
  return sendCoded(reply, file, codingFor(request, file))
}

function sendCoded(reply: FastifyReply, { plain, compressed }: PageFile, coding: Coding) {
  if (coding !== 'identity') reply.header('content-encoding', coding)
  return reply.send(compressed.get(coding) ?? plain)
}

const codingFor = ({ headers }: FastifyRequest, { compressed }: PageFile): Coding =>
  bestOf([...compressed.keys()], headers['accept-encoding'] ?? '')

/**
 * Only our own scripts and styles, none inline; no framing; no requests elsewhere. A `blob:` is made by our own scripts
 * alone and inherits this policy: in it, no script runs. Chromium shows a PDF only where frame and object both allow
 * it.
 */
const contentPolicy = ({ connect = [], contents = false }: Allowed): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    ...(contents
      ? ["img-src 'self' data: blob:", 'frame-src blob:', 'object-src blob:']
      : ["img-src 'self' data:"]),
    "font-src 'self'",
    "manifest-src 'self'",
    ['connect-src', "'self'", ...connect].join(' '),
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

const namesIn = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => statSync(join(folder, name)).isFile() && !isCompressed(name))
        .map((name) => name.replaceAll('\\', '/'))
    : []

const isCompressed = (name: string): boolean => [...suffixes.values()].includes(extname(name))
