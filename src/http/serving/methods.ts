import { METHODS } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Refusal } from '../errors.ts'

/** Any method but GET and HEAD on a known path is 405 (D1). Applies to routes added afterwards. */
export function refuseOtherMethods(server: FastifyInstance): void {
  for (const method of METHODS) {
    // Node.js does not treat CONNECT as a request.
    if (method !== 'CONNECT' && !server.supportedMethods.includes(method)) server.addHttpMethod(method)
  }
  const others = server.supportedMethods.filter((method) => method !== 'GET' && method !== 'HEAD')
  const refuse = async () => {
    throw new Refusal('methode_non_autorisee', { headers: { allow: 'GET, HEAD' } })
  }
  server.addHook('onRoute', function ({ url, method }) {
    if ([method].flat().includes('GET'))
      this.route({ method: others, url, onRequest: refuse, handler: refuse })
  })
}
