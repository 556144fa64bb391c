import { generateKeyPairSync } from 'node:crypto'
import { Provider } from 'oidc-provider'
import { SECRET } from './tokens.ts'

/**
 * A certified OpenID provider in a process of its own: on the port of the first argument, for the users of the others.
 * Each is a client of its own, as machines are: it asks for its token with its id and a secret.
 */
const SECONDS = 12 * 3600

const [port, ...users] = process.argv.slice(2)
const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
new Provider(`http://127.0.0.1:${port}`, {
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'a', alg: 'ES256', use: 'sig' }] },
  clients: users.map((client_id) => ({
    client_id,
    client_secret: SECRET,
    redirect_uris: [],
    response_types: [],
    grant_types: ['client_credentials'],
    id_token_signed_response_alg: 'ES256' as const,
  })),
  ttl: { ClientCredentials: SECONDS },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'lire',
        audience: 'antenne',
        accessTokenFormat: 'jwt',
        accessTokenTTL: SECONDS,
        jwt: { sign: { alg: 'ES256' } },
      }),
    },
  },
}).listen(Number(port), '127.0.0.1')
