import { METHODS } from 'node:http'
import type { FastifyContextConfig, FastifyInstance, RouteHandlerMethod } from 'fastify'
import { Refusal } from '../../refusal.ts'

export const readMethods = ['GET', 'HEAD']

/** Answers GET and HEAD at an address; the body of HEAD is kept back for all alike. */
export function serveRead(
  server: FastifyInstance,
  url: string,
  handler: RouteHandlerMethod,
  config: FastifyContextConfig = {},
): void {
  server.route({ method: readMethods, url, config, handler })
}

/** Any method but GET and HEAD on a known path outside /extension is 405 (D1). Applies to routes added afterwards. */
export function refuseOtherMethods(server: FastifyInstance): void {
  for (const method of METHODS) {
    // Node.js does not treat CONNECT as a request.
    if (method !== 'CONNECT' && !server.supportedMethods.includes(method)) server.addHttpMethod(method)
  }
  server.addHook('onRoute', function ({ url, method }) {
    if ([method].flat().includes('GET') && !url.startsWith('/extension/')) allowOnly(this, url, readMethods)
  })
}

/** Refuses all other methods on a path, and names those that it has. */
export function allowOnly(server: FastifyInstance, url: string, allowed: readonly string[]): void {
  const allow = allowed.join(', ')
  const reads = allowed.every((method) => readMethods.includes(method))
  const refuse = async () => {
    throw new Refusal('methode_non_autorisee', {
      headers: { allow },
      ...(reads ? {} : { message: `Cette adresse accepte uniquement ces méthodes : ${allow}.` }),
    })
  }
  const others = server.supportedMethods.filter((method) => !allowed.includes(method))
  server.route({ method: others, url, onRequest: refuse, handler: refuse })
}
