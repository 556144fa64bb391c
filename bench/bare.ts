import { createServer } from 'node:http'
import pg from 'pg'
import type { Prepared } from './prepared.ts'

/**
 * The least that an answer from the database costs: node:http and a pool of `pg`, with the service's own statement and
 * its values. Nobody is recognised, nothing is limited, logged or compared. Speaks to its parent.
 */
const pool = new pg.Pool({
  connectionString: process.argv[2],
  max: 10,
  options: '-c search_path=antenne -c timezone=UTC -c jit=off -c plan_cache_mode=force_generic_plan',
})

let prepared: Prepared = { name: 'none', text: 'select', values: [], suffix: null }

const server = createServer((_request, response) => {
  const { suffix, ...query } = prepared
  pool
    .query<{ donnees: string }>(query)
    .then(({ rows: [row] }) => {
      const body = suffix === null ? (row?.donnees ?? '') : `{"donnees":${row?.donnees}${suffix}`
      response
        .writeHead(200, {
          'content-type': 'application/json; charset=utf-8',
          'content-length': Buffer.byteLength(body),
        })
        .end(body)
    })
    .catch((error: Error) => response.writeHead(500).end(error.message))
})
server.listen(0, '127.0.0.1', () => process.send?.(server.address()))
process.on('message', (next: Prepared) => {
  prepared = next
  process.send?.('set')
})
process.on('disconnect', () => process.exit())
