import type { FastifyPluginAsync } from 'fastify'
import { sendConditional } from './conditional.ts'
import { serveRead } from './methods.ts'
import { servePageFiles } from './page-files.ts'

export interface PagesOptions {
  /** The page's configuration, as JSON text. */
  readonly configuration: () => Promise<string>
  /** Origins where the page may get tokens. */
  readonly signInOrigins: readonly string[]
}

/** The pages for people: the back-office page with its configuration, and the reference. */
export const pages: FastifyPluginAsync<PagesOptions> = async (server, { configuration, signInOrigins }) => {
  serveRead(server, '/configuration.json', async (request, reply) =>
    sendConditional(request, reply, await configuration()),
  )
  servePageFiles(server, 'reference', '/reference')
  servePageFiles(server, 'web', '', { connect: signInOrigins, contents: true })
}
