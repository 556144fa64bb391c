import { resolve } from 'node:path'
import {
  type AntivirusAddress,
  antivirusAddress,
  isNetwork,
  isOpenToAll,
  isOrigin,
  namesSeveralHosts,
} from './addresses.ts'
import { Failure } from './failure.ts'

/** The configuration from the environment: read once, checked, frozen. Nothing else reads `process.env`. */
export interface Config {
  readonly production: boolean
  readonly port: number
  readonly host: string
  /** Absent: the embedded PostgreSQL, in `dataDir`. */
  readonly databaseUrl: string | undefined
  /** Streaming replicas that share the reads. */
  readonly replicaUrls: readonly string[]
  /** For how many seconds after the primary was last seen a standby may confirm rights; 0: never. */
  readonly failover: number
  /** Connections to each server. */
  readonly poolSize: number
  /** The servers for actions, under an account that may act. Absent: those of the reads. */
  readonly actionUrls: readonly string[]
  /** Connections for actions. */
  readonly actionPoolSize: number
  readonly dataDir: string
  /** Absent: the demonstration identity, whose keys are in `dataDir`. */
  readonly issuer: string | undefined
  readonly audience: string
  /** Absent: found by discovery. */
  readonly jwksUrl: string | undefined
  /** A withdrawn key is refused after this many seconds at most. */
  readonly keysRefresh: number
  /** The page's client id at the provider. Absent: nobody can sign in through the page. */
  readonly clientId: string | undefined
  /** The OpenID scope that the page requests. */
  readonly oidcScope: string
  /** The service's name at providers that require `resource` (RFC 8707). */
  readonly oidcResource: string | undefined
  readonly rateLimitUser: number
  readonly rateLimitAddress: number
  /** Actions of a user in a window. */
  readonly rateLimitActions: number
  /** Questions of a user about clients of others in a window, and of an organisation in a day. */
  readonly rateLimitQuestions: number
  readonly questionsPerDay: number
  /** How many pending requests a partner may have. */
  readonly mostPending: number
  /** The largest file that is accepted, in bytes. */
  readonly fileSize: number
  /** How many files that no document takes an organisation may have, and how many bytes in all. */
  readonly mostUnattached: number
  readonly mostFileBytes: number
  /** Uploads of a user per window. */
  readonly rateLimitUploads: number
  /** Where people reach the service, for links that leave it. */
  readonly publicUrl: string | undefined
  readonly rateLimitWindow: number
  /** Open connections per address. */
  readonly connectionsPerAddress: number
  readonly redisUrl: string | undefined
  /** Absent: files are not scanned, and stay `en_attente`. */
  readonly antivirus: AntivirusAddress | undefined
  readonly corsOrigins: readonly string[]
  readonly trustProxy: readonly string[]
  /** Absent: `info`, or `warn` in demonstration, where a person reads the terminal. */
  readonly logLevel: string | undefined
  /** Absent: no metrics. */
  readonly metricsPort: number | undefined
  readonly metricsHost: string
  /** How many seconds a start may take. */
  readonly startTimeout: number
  /** After a stop was requested: for how many seconds health says so while the service still serves. */
  readonly drainNotice: number
  /** How many seconds running requests then have to finish. */
  readonly drainTimeout: number
}

type Environment = Readonly<Record<string, string | undefined>>

/** Exact values: anything else in NODE_ENV is meant to be production, or should be. */
const notProduction = [undefined, '', 'development', 'test']

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']

/** Whether this is production. Works even if the rest of the configuration is wrong. */
export const isProduction = (environment: Environment = process.env): boolean =>
  !notProduction.includes(environment.NODE_ENV)

/** The configuration, or one Failure that lists all faults. An empty variable counts as absent. */
export function readConfig(environment: Environment = process.env): Config {
  const faults: string[] = []

  const text = (variable: string): string | undefined => environment[variable]?.trim() || undefined

  const integer = (variable: string, fallback: number, minimum: number, maximum: number): number => {
    const value = text(variable)
    if (value === undefined) return fallback
    const number = /^\d+$/.test(value) ? Number(value) : Number.NaN
    if (number >= minimum && number <= maximum) return number
    faults.push(`${variable} vaut « ${value} » : donnez un nombre entier de ${minimum} à ${maximum}.`)
    return fallback
  }

  const url = (variable: string, ...protocols: string[]): string | undefined => {
    const value = text(variable)
    if (value === undefined) return undefined
    if (URL.canParse(value) && protocols.includes(new URL(value).protocol)) return value
    const expected = protocols.map((protocol) => `${protocol}//…`).join(' ou ')
    // Not echoed: an address may carry a password.
    faults.push(`${variable} n'est pas une adresse valable : donnez une adresse ${expected}`)
    return undefined
  }

  /** The driver accepts one host; it would read several as one strange name. */
  const oneHost = (variable: string, addresses: readonly string[]): boolean => {
    if (!addresses.some(namesSeveralHosts)) return true
    faults.push(
      `${variable} nomme plusieurs serveurs dans une adresse : donnez-en un seul par adresse, les autres dans DATABASE_REPLICA_URLS, séparées par des virgules, ou l'adresse d'un HAProxy. Le service trouve lui-même lequel est le principal.`,
    )
    return false
  }

  const listed = (variable: string): string[] =>
    (text(variable) ?? '').split(',').flatMap((item) => item.trim() || [])

  const urls = (variable: string, ...protocols: string[]): string[] => {
    const values = listed(variable)
    const valid = values.every((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol))
    if (valid) return values
    faults.push(`${variable} : donnez des adresses ${protocols[0]}//…, séparées par des virgules.`)
    return []
  }

  const items = (variable: string, valid: (item: string) => boolean, expected: string): string[] => {
    const values = listed(variable)
    for (const item of values) if (!valid(item)) faults.push(`${variable} contient « ${item} » : ${expected}`)
    return values
  }

  const antivirus = (): AntivirusAddress | undefined => {
    const value = text('ANTIVIRUS_URL')
    if (value === undefined) return undefined
    const address = antivirusAddress(value)
    if (address === undefined) {
      faults.push(
        "ANTIVIRUS_URL n'est pas une adresse valable : donnez tcp://machine:3310, ou unix:///chemin de la socket de clamd.",
      )
    }
    return address
  }

  const logLevel = text('LOG_LEVEL')
  if (logLevel !== undefined && !logLevels.includes(logLevel)) {
    faults.push(`LOG_LEVEL vaut « ${logLevel} » : donnez l'un de ${logLevels.join(', ')}.`)
  }

  const config: Config = {
    production: isProduction(environment),
    port: integer('PORT', 3000, 0, 65_535),
    host: text('HOST') ?? '127.0.0.1',
    databaseUrl: oneHost('DATABASE_URL', [text('DATABASE_URL') ?? ''])
      ? url('DATABASE_URL', 'postgres:', 'postgresql:')
      : undefined,
    replicaUrls: oneHost('DATABASE_REPLICA_URLS', listed('DATABASE_REPLICA_URLS'))
      ? urls('DATABASE_REPLICA_URLS', 'postgres:', 'postgresql:')
      : [],
    failover: integer('DATABASE_FAILOVER_S', 30, 0, 3600),
    poolSize: integer('DATABASE_POOL', 10, 1, 100),
    actionUrls: oneHost('DATABASE_ACTIONS_URLS', listed('DATABASE_ACTIONS_URLS'))
      ? urls('DATABASE_ACTIONS_URLS', 'postgres:', 'postgresql:')
      : [],
    actionPoolSize: integer('DATABASE_ACTIONS_POOL', 4, 1, 100),
    dataDir: resolve(text('DATA_DIR') ?? '.antenne'),
    issuer: url('OIDC_ISSUER', 'https:', 'http:'),
    audience: text('OIDC_AUDIENCE') ?? 'antenne',
    jwksUrl: url('OIDC_JWKS_URL', 'https:', 'http:'),
    keysRefresh: integer('OIDC_KEYS_REFRESH_S', 600, 10, 86_400),
    clientId: text('OIDC_CLIENT_ID'),
    oidcScope: text('OIDC_SCOPE') ?? 'openid',
    oidcResource: text('OIDC_RESOURCE'),
    rateLimitUser: integer('RATE_LIMIT_USER', 1200, 1, 1_000_000_000),
    rateLimitAddress: integer('RATE_LIMIT_ADDRESS', 600, 1, 1_000_000_000),
    rateLimitActions: integer('RATE_LIMIT_ACTIONS', 120, 1, 1_000_000_000),
    rateLimitQuestions: integer('RATE_LIMIT_QUESTIONS', 20, 1, 1_000_000_000),
    questionsPerDay: integer('RATE_LIMIT_QUESTIONS_JOUR', 300, 1, 1_000_000_000),
    publicUrl: url('PUBLIC_URL', 'https:', 'http:')?.replace(/\/+$/, ''),
    fileSize: integer('FICHIER_TAILLE_MAX', 10_485_760, 1024, 104_857_600),
    mostUnattached: integer('FICHIERS_EN_ATTENTE_MAX', 20, 1, 1_000_000),
    mostFileBytes: integer('FICHIERS_OCTETS_MAX', 1_073_741_824, 1024, Number.MAX_SAFE_INTEGER),
    rateLimitUploads: integer('RATE_LIMIT_DEPOTS', 20, 1, 1_000_000_000),
    mostPending: integer('RESERVATIONS_EN_ATTENTE_MAX', 100, 1, 1_000_000),
    rateLimitWindow: integer('RATE_LIMIT_WINDOW_S', 60, 1, 86_400),
    connectionsPerAddress: integer('CONNECTIONS_PER_ADDRESS', 512, 1, 10_000),
    redisUrl: url('REDIS_URL', 'redis:', 'rediss:'),
    antivirus: antivirus(),
    corsOrigins: items(
      'CORS_ORIGINS',
      isOrigin,
      'donnez des origines comme https://app.exemple.ci ou capacitor://localhost, une à une, sans « * » ni chemin, séparées par des virgules.',
    ),
    trustProxy: items(
      'TRUST_PROXY',
      isNetwork,
      'donnez les adresses ou réseaux de vos proxys, comme 10.0.0.0/8, séparés par des virgules.',
    ),
    logLevel,
    metricsPort: text('METRICS_PORT') === undefined ? undefined : integer('METRICS_PORT', 0, 0, 65_535),
    metricsHost: text('METRICS_HOST') ?? '127.0.0.1',
    startTimeout: integer('START_TIMEOUT_S', 600, 1, 86_400),
    drainNotice: integer('DRAIN_NOTICE_S', 0, 0, 300),
    drainTimeout: integer('DRAIN_TIMEOUT_S', 5, 1, 600),
  }
  if (config.replicaUrls.length > 0 && text('DATABASE_URL') === undefined) {
    faults.push('DATABASE_REPLICA_URLS est donné sans DATABASE_URL : donnez aussi le serveur principal.')
  }
  if (config.jwksUrl !== undefined && text('OIDC_ISSUER') === undefined) {
    faults.push("OIDC_JWKS_URL est donné sans OIDC_ISSUER : donnez aussi l'émetteur attendu des jetons.")
  }
  if (config.clientId !== undefined && text('OIDC_ISSUER') === undefined) {
    faults.push(
      "OIDC_CLIENT_ID est donné sans OIDC_ISSUER : donnez aussi l'adresse du fournisseur d'identité.",
    )
  }
  if (config.production && isOpenToAll(config.jwksUrl)) {
    faults.push('OIDC_JWKS_URL : en production, donnez une adresse https://… : les clés font foi.')
  }
  if (config.production && config.jwksUrl === undefined && isOpenToAll(config.issuer)) {
    faults.push(
      'OIDC_ISSUER : en production, donnez une adresse https://…, ou les clés à une adresse sûre dans OIDC_JWKS_URL.',
    )
  }
  if (faults.length > 0) {
    throw new Failure(`Configuration invalide :\n${faults.map((fault) => `  - ${fault}`).join('\n')}`, {
      exitCode: 2,
      code: 'configuration_invalide',
    })
  }
  return Object.freeze(config)
}
