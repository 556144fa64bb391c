import { resolve } from 'node:path'
import { antivirusAddress, isNetwork, isOrigin } from './addresses.ts'
import { integer, items, server, servers, special, text, url, word } from './variable.ts'

const web = ['https:', 'http:']
const MANY = 1_000_000_000

/** Exact values: anything else in NODE_ENV is meant to be production, or should be. */
const notProduction = ['', 'development', 'test']

/**
 * Every variable, under the name that its value has in the program. They are checked by this declaration, and
 * docs/configuration.md is made from it, in this order.
 */
export const variables = {
  production: special(
    'NODE_ENV',
    {
      value: (given) => !notProduction.includes(given),
      values: '`development`, `test`, or production: anything else',
      fault: '',
    },
    {
      byDefault: 'development',
      meaning: 'in production the demonstration identity is refused, and messages are log lines',
    },
  ),
  port: integer('PORT', [0, 65_535], { byDefault: '3000', meaning: 'where to listen; `0`: any free port' }),
  host: text('HOST', { byDefault: '127.0.0.1', meaning: 'the address to listen on' }),
  databaseUrl: server('DATABASE_URL', {
    meaning:
      'PostgreSQL 15 or newer: one host or a HAProxy, not PgBouncer; without it, the embedded server, in `DATA_DIR`',
  }),
  replicaUrls: servers('DATABASE_REPLICA_URLS', {
    meaning:
      'the other servers of its cluster; they share the reads. Each server reports whether it is the primary',
  }),
  failover: integer('DATABASE_FAILOVER_S', [0, 3600], {
    byDefault: '30',
    meaning:
      'for how many seconds after the primary was last seen an up-to-date standby may confirm rights ([0014](decisions/0014-after-a-failover.md)); `0`: never',
  }),
  poolSize: integer('DATABASE_POOL', [1, 100], {
    byDefault: '10',
    meaning:
      'connections to each server; without replicas, that many requests run at once, with them that many for each',
  }),
  actionUrls: servers('DATABASE_ACTIONS_URLS', {
    absentMeans: 'as the reads',
    meaning:
      'addresses of the cluster’s servers under an account that may act ([the two roles](operations.md#the-two-roles)); the primary among them is used',
  }),
  actionPoolSize: integer('DATABASE_ACTIONS_POOL', [1, 100], {
    byDefault: '4',
    meaning: 'connections for actions',
  }),
  dataDir: text(
    'DATA_DIR',
    {
      byDefault: '.antenne',
      meaning: 'where the embedded database and the keys of the demonstration identity are stored',
    },
    (given) => resolve(given),
  ),
  issuer: url('OIDC_ISSUER', web, {
    meaning:
      'the OpenID provider whose tokens are accepted, in production https or on this machine, unless `OIDC_JWKS_URL` is; without it, the demonstration identity',
  }),
  audience: text('OIDC_AUDIENCE', {
    byDefault: 'antenne',
    meaning: 'the audience (`aud`) that tokens must name',
  }),
  jwksUrl: url('OIDC_JWKS_URL', web, {
    absentMeans: 'by discovery',
    meaning: 'where the provider publishes its keys; in production https, or on this machine',
  }),
  keysRefresh: integer('OIDC_KEYS_REFRESH_S', [10, 86_400], {
    byDefault: '600',
    meaning: 'a withdrawn key is refused after this many seconds at most, as long as the provider answers',
  }),
  clientId: text('OIDC_CLIENT_ID', {
    meaning: 'the page’s public client at the provider; without it nobody can sign in through the page',
  }),
  oidcScope: text('OIDC_SCOPE', { byDefault: 'openid', meaning: 'the scope that the page requests' }),
  oidcResource: text('OIDC_RESOURCE', {
    meaning: 'the service’s name at the provider, for providers that require `resource` (RFC 8707)',
  }),
  rateLimitUser: integer('RATE_LIMIT_USER', [1, MANY], {
    byDefault: '1200',
    meaning: 'requests per user and window',
  }),
  rateLimitAddress: integer('RATE_LIMIT_ADDRESS', [1, MANY], {
    byDefault: '600',
    meaning: 'requests without a valid token per address and window',
  }),
  rateLimitActions: integer('RATE_LIMIT_ACTIONS', [1, MANY], {
    byDefault: '120',
    meaning: 'actions per user and window',
  }),
  rateLimitQuestions: integer('RATE_LIMIT_QUESTIONS', [1, MANY], {
    byDefault: '20',
    meaning: 'questions about clients of others, per user and window',
  }),
  questionsPerDay: integer('RATE_LIMIT_QUESTIONS_JOUR', [1, MANY], {
    byDefault: '300',
    meaning: 'questions about clients of others, per organisation and day',
  }),
  rateLimitUploads: integer('RATE_LIMIT_DEPOTS', [1, MANY], {
    byDefault: '20',
    meaning: 'files deposited per user and window',
  }),
  rateLimitWindow: integer('RATE_LIMIT_WINDOW_S', [1, 86_400], {
    byDefault: '60',
    meaning: 'length of the window, in seconds',
  }),
  redisUrl: url('REDIS_URL', ['redis:', 'rediss:'], {
    meaning: 'a Redis-compatible store, so that several instances share their rate limits',
  }),
  mostPending: integer('RESERVATIONS_EN_ATTENTE_MAX', [1, 1_000_000], {
    byDefault: '100',
    meaning: 'pending reservations of a partner',
  }),
  fileSize: integer('FICHIER_TAILLE_MAX', [1024, 104_857_600], {
    byDefault: '10485760',
    meaning: 'largest file, in bytes ([files](files.md))',
  }),
  mostUnattached: integer('FICHIERS_EN_ATTENTE_MAX', [1, 1_000_000], {
    byDefault: '20',
    meaning: 'files of an organisation that no document takes',
  }),
  mostFileBytes: integer('FICHIERS_OCTETS_MAX', [1024, Number.MAX_SAFE_INTEGER], {
    byDefault: '1073741824',
    meaning: 'bytes of all files of an organisation',
  }),
  antivirus: special(
    'ANTIVIRUS_URL',
    {
      value: antivirusAddress,
      values: '`tcp://host:3310`, `unix:///path`',
      fault:
        "n'est pas une adresse valable : donnez tcp://machine:3310, ou unix:///chemin de la socket de clamd.",
    },
    {
      meaning:
        'clamd, which scans deposited files ([operations](operations.md#the-scanner-of-files)); without it, files stay `en_attente`',
    },
  ),
  publicUrl: url(
    'PUBLIC_URL',
    web,
    {
      meaning:
        'where people reach the service: links to files begin with it; without it they are path-absolute',
    },
    (given) => given.replace(/\/+$/, ''),
  ),
  connectionsPerAddress: integer('CONNECTIONS_PER_ADDRESS', [1, 10_000], {
    byDefault: '512',
    meaning:
      'open connections per address (an IPv6 /64 counts as one address; proxies in `TRUST_PROXY` are exempt)',
  }),
  corsOrigins: items(
    'CORS_ORIGINS',
    {
      valid: isOrigin,
      values: 'origins: `https://app.example.ci`, `capacitor://localhost`, never `*`',
      expected:
        'donnez des origines comme https://app.exemple.ci ou capacitor://localhost, une à une, sans « * » ni chemin, séparées par des virgules.',
    },
    { meaning: 'origins whose pages may call the API' },
  ),
  trustProxy: items(
    'TRUST_PROXY',
    {
      valid: isNetwork,
      values: 'addresses or networks: `10.0.0.0/8`',
      expected: 'donnez les adresses ou réseaux de vos proxys, comme 10.0.0.0/8, séparés par des virgules.',
    },
    { meaning: 'the proxies in front of the service' },
  ),
  logLevel: word('LOG_LEVEL', ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
    absentMeans: '`info` (`warn` with `--demo`)',
    meaning: 'what is logged; start and stop always are',
  }),
  metricsPort: integer('METRICS_PORT', [0, 65_535], {
    absentMeans: 'off',
    meaning: 'where Prometheus scrapes `/metrics`',
  }),
  metricsHost: text('METRICS_HOST', { byDefault: '127.0.0.1', meaning: 'the address of that port' }),
  startTimeout: integer('START_TIMEOUT_S', [1, 86_400], {
    byDefault: '600',
    meaning:
      'how many seconds a start may wait for the database; it logs that it waits, and serves from a standby meanwhile',
  }),
  drainNotice: integer('DRAIN_NOTICE_S', [0, 300], {
    byDefault: '0',
    meaning: 'after SIGTERM: for how many seconds health answers 503 while requests are still served',
  }),
  drainTimeout: integer('DRAIN_TIMEOUT_S', [1, 600], {
    byDefault: '5',
    meaning: 'after that: how many seconds running requests have to finish',
  }),
}
