import type pg from 'pg'

/** How to reach a server: an address, or the folder of a private socket. */
export type DatabaseAddress = Pick<
  pg.ClientConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database'
>

/** What an address may set: the server, the account and its credentials. The service sets everything else. */
const told = /^(host|port|user|password|ssl.*|uselibpqcompat|application_name|fallback_application_name)$/

/**
 * The configuration of a client. An address may add `options`, but the service's own come last and win: answers depend
 * on the search path, the deadlines and on being read-only.
 */
export function clientConfig(connection: DatabaseAddress, own: pg.ClientConfig): pg.ClientConfig {
  const { connectionString } = connection
  if (connectionString === undefined) return { ...connection, ...own }
  const url = new URL(connectionString)
  const added = url.searchParams.get('options')
  for (const key of [...url.searchParams.keys()]) if (!told.test(key)) url.searchParams.delete(key)
  const options = [added, own.options].filter(Boolean).join(' ')
  return { ...own, connectionString: url.href, options }
}

/** The same server, another database of it. */
export function databaseOf(connection: DatabaseAddress, database: string): DatabaseAddress {
  if (connection.connectionString === undefined) return { ...connection, database }
  const url = new URL(connection.connectionString)
  url.pathname = `/${database}`
  return { connectionString: url.href }
}

/** The server's name in messages and metrics: host and port, no secret. */
export function nameOf({ connectionString, host, port }: DatabaseAddress): string {
  if (connectionString === undefined) return `${host ?? 'localhost'}:${port ?? 5432}`
  const { hostname, port: given, searchParams } = new URL(connectionString)
  return `${searchParams.get('host') ?? (hostname || 'localhost')}:${searchParams.get('port') ?? (given || 5432)}`
}
