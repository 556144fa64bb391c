import { generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Configuration, JWK } from 'oidc-provider'
import { freePort } from '../service/free-ports.ts'

export type Algorithm = 'RS256' | 'PS256' | 'ES256' | 'EdDSA'

/** A new private key for a provider to sign with. */
export function signingKey(kid: string, alg: Algorithm): JWK {
  const { privateKey } =
    alg === 'ES256'
      ? generateKeyPairSync('ec', { namedCurve: 'P-256' })
      : alg === 'EdDSA'
        ? generateKeyPairSync('ed25519')
        : generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kid, alg, use: 'sig' }
}

/** The name of the service at the provider, for tokens signed in that way. */
export const resource = (alg: Algorithm) => `urn:antenne:${alg}`

/** The public client that people log in with, and the secret of those that are machines. */
export const application = { id: 'back-office', redirect: 'https://back-office.example/retour' }
export const machineSecret = 'un secret de machine, assez long'

const HOUR = 3600

/** The page as a client of the provider, at the addresses where it is served. */
export const pageClient = { id: 'page', scope: 'openid lire' }
const clientsOf = (pages: readonly string[]): NonNullable<Configuration['clients']> =>
  pages.length === 0
    ? []
    : [
        {
          client_id: pageClient.id,
          token_endpoint_auth_method: 'none',
          redirect_uris: pages.map((origin) => `${origin}/retour`),
          post_logout_redirect_uris: pages.map((origin) => `${origin}/deconnexion`),
          grant_types: ['authorization_code'],
          id_token_signed_response_alg: 'ES256',
        },
      ]

interface Known {
  readonly hours: number
  readonly machines: readonly string[]
  readonly pages: readonly string[]
}

const configuration = (keys: readonly JWK[], { machines, pages, hours }: Known): Configuration => ({
  jwks: { keys },
  clients: [
    {
      client_id: application.id,
      token_endpoint_auth_method: 'none',
      redirect_uris: [application.redirect],
      grant_types: ['authorization_code', 'refresh_token'],
      id_token_signed_response_alg: 'ES256',
    },
    ...clientsOf(pages),
    ...machines.map((client_id) => ({
      client_id,
      client_secret: machineSecret,
      redirect_uris: [],
      response_types: [],
      grant_types: ['client_credentials'],
      id_token_signed_response_alg: 'ES256' as const,
    })),
  ],
  clientBasedCORS: (_context, origin) => pages.includes(origin),
  cookies: { keys: ['une clé pour les cookies des tests'] },
  ttl: {
    AccessToken: HOUR,
    ClientCredentials: hours * HOUR,
    Grant: HOUR,
    IdToken: HOUR,
    Interaction: HOUR,
    RefreshToken: HOUR,
    Session: HOUR,
  },
  findAccount: (_context, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: true },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: (_context, name) => ({
        scope: 'lire',
        audience: 'antenne',
        accessTokenFormat: 'jwt',
        accessTokenTTL: hours * HOUR,
        jwt: { sign: { alg: name.split(':')[2] as Algorithm } },
      }),
    },
  },
})

/** A certified OpenID provider on this machine. Its address stays the same when it is stopped and started again. */
export class OpenidProvider {
  /** The addresses that were asked for, in their order. */
  readonly asked: string[] = []
  /** The ids of the machines that may ask for tokens, once it is started again. */
  machines: readonly string[] = []
  /** How long a token is good, once it is started again. */
  hours = 1
  /** Where the page is served, once it is started again. */
  pages: readonly string[] = []
  #server: Server | undefined
  #port: number | undefined

  constructor(port?: number) {
    this.#port = port
  }

  /** Starts with these keys: it signs with the first that fits and publishes all of them. */
  async start(...keys: JWK[]) {
    const server = createServer()
    this.#port ??= await freePort()
    server.listen(this.#port, '127.0.0.1')
    await once(server, 'listening')
    this.#server = server
    const serve = await this.#callback(configuration(keys, this))
    server.on('request', (request, response) => {
      this.asked.push(request.url ?? '')
      // A connection that is kept would be found closed by the next to ask, after a new start.
      response.setHeader('connection', 'close')
      void serve(request, response)
    })
  }

  async stop() {
    const server = this.#server
    if (server?.listening !== true) return
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }

  async restart(...keys: JWK[]) {
    await this.stop()
    await this.start(...keys)
  }

  get issuer() {
    return `http://127.0.0.1:${this.#port}`
  }

  /** How often its keys were fetched. */
  get keysFetched() {
    return this.asked.filter((address) => address === '/jwks').length
  }

  /** It warns that it is not meant to be run like this. */
  async #callback(settings: Configuration) {
    const { warn } = console
    console.warn = () => {}
    try {
      const { Provider } = await import('oidc-provider')
      return new Provider(this.issuer, settings).callback()
    } finally {
      console.warn = warn
    }
  }
}
