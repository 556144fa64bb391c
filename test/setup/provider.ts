import { generateKeyPairSync, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Bytes, jws, type SignatureAlgorithm } from './jws.ts'

type PublishedKey = Record<string, unknown>

interface SigningKey {
  readonly alg: SignatureAlgorithm
  readonly privateKey: KeyObject
  readonly publicKey: KeyObject
}

/**
 * An identity provider on this machine that signs whatever it is told to, with any of its keys: discovery, published
 * keys, and what a real one would never issue.
 */
export class Provider {
  readonly keys: PublishedKey[] = []
  /** The addresses that were asked for, in their order. */
  readonly asked: string[] = []
  /** The user of the tokens that say nothing else. */
  subject = ''
  up = true
  /** Takes requests and says nothing to them, for ever. */
  hangs = false
  /** What its discovery document says instead of the truth. */
  discovery: Record<string, unknown> = {}
  readonly #signing = new Map<string, SigningKey>()
  #server: Server | undefined

  /** One that runs and has published one key, `a`. */
  static async open(): Promise<Provider> {
    const provider = new Provider()
    await provider.start()
    provider.addKey('a', 'ES256')
    return provider
  }

  async start() {
    this.#server = createServer((request, response) => {
      this.asked.push(request.url ?? '')
      if (this.hangs) return
      if (!this.up) return response.writeHead(500).end()
      response.setHeader('content-type', 'application/json')
      response.end(JSON.stringify(this.#answer(request.url)))
    })
    await new Promise<void>((resolve) => this.#server?.listen(0, '127.0.0.1', resolve))
  }

  /** Resolves when it is asked for anything. */
  async nextRequest() {
    if (this.#server !== undefined) await once(this.#server, 'request')
  }

  stop() {
    this.#server?.closeAllConnections()
    this.#server?.close()
  }

  #answer(url: string | undefined) {
    if (url === '/keys') return { keys: this.keys }
    // What an attacker could have put on the provider's own host.
    if (url?.startsWith('/depot')) return { keys: [this.jwk('foreign')] }
    return { issuer: this.issuer, jwks_uri: `${this.issuer}/keys`, ...this.discovery }
  }

  get issuer() {
    const address = this.#server?.address() as AddressInfo
    return `http://127.0.0.1:${address.port}`
  }

  /** A new key; published with these members beside its own, or not at all. */
  addKey(kid: string, alg: SignatureAlgorithm, published: PublishedKey | null = {}) {
    this.hold(kid, alg, generate(alg))
    if (published !== null) this.publish(kid, published)
  }

  hold(kid: string, alg: SignatureAlgorithm, pair: { privateKey: KeyObject; publicKey: KeyObject }) {
    this.#signing.set(kid, { alg, ...pair })
  }

  publish(kid: string, members: PublishedKey = {}) {
    this.keys.push({ ...this.jwk(kid), ...members })
  }

  key(kid: string): SigningKey {
    const key = this.#signing.get(kid)
    if (key === undefined) throw new Error(`no key ${kid}`)
    return key
  }

  /** The public key as it is published. */
  jwk(kid: string): PublishedKey {
    const { alg, publicKey } = this.key(kid)
    return { ...publicKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
  }

  header(kid: string): Record<string, unknown> {
    return { alg: this.key(kid).alg, kid, typ: 'at+jwt' }
  }

  claims(): Record<string, unknown> {
    const now = Math.floor(Date.now() / 1000)
    return { iss: this.issuer, aud: 'antenne', sub: this.subject, iat: now, exp: now + 300 }
  }

  /** A token that is good but for these changes; undefined leaves a member out. */
  sign(kid: string, claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
    return this.signText(
      kid,
      JSON.stringify({ ...this.header(kid), ...header }),
      JSON.stringify({ ...this.claims(), ...claims }),
    )
  }

  /** These very bytes, well signed. */
  signText(kid: string, header: Bytes, payload: Bytes, alg = this.key(kid).alg): string {
    return jws(header, payload, alg, this.key(kid).privateKey)
  }
}

function generate(alg: SignatureAlgorithm) {
  if (alg === 'EdDSA') return generateKeyPairSync('ed25519')
  if (alg === 'Ed448') return generateKeyPairSync('ed448')
  const namedCurve = { ES256: 'P-256', ES384: 'P-384', ES512: 'P-521', ES256K: 'secp256k1' }[alg as string]
  return namedCurve === undefined
    ? generateKeyPairSync('rsa', { modulusLength: 2048 })
    : generateKeyPairSync('ec', { namedCurve })
}
