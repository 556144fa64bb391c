import { readConfig } from '../src/config.ts'
import { openService } from '../src/http/serving/service.ts'

/** The service itself, in a process of its own as in production, on the database of the first argument. */
const [connectionString = ''] = process.argv.slice(2)
const config = readConfig({
  ...process.env,
  RATE_LIMIT_USER: '1000000000',
  RATE_LIMIT_ADDRESS: '1000000000',
  CONNECTIONS_PER_ADDRESS: '10000',
})
const service = await openService(config, { connection: { connectionString }, logLevel: 'silent' })
await service.server.listen({ port: 0, host: '127.0.0.1' })
process.send?.(service.server.server.address())
process.on('message', () => process.send?.(process.memoryUsage().rss))
process.on('disconnect', () => process.exit())
