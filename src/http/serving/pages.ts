import type { FastifyPluginAsync } from 'fastify'
import { sendConditional } from './conditional.ts'
import { servePageFiles } from './page-files.ts'

export interface PagesOptions {
  /** What the back-office page is told, as JSON text. */
  readonly configuration: () => Promise<string>
  /** Where it may ask for tokens, besides here. */
  readonly signInOrigins: readonly string[]
}

/** What people see: the back-office page with its configuration, and the reference. */
export const pages: FastifyPluginAsync<PagesOptions> = async (server, { configuration, signInOrigins }) => {
  server.get('/configuration.json', async (request, reply) =>
    sendConditional(request, reply, await configuration(), ''),
  )
  servePageFiles(server, 'reference', '/reference', [])
  servePageFiles(server, 'web', '', signInOrigins)
}
