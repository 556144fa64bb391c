import type { AddressInfo } from 'node:net'
import { type Config, readConfig } from '../config.ts'
import { type ConfiguredDatabase, openConfigured } from '../database/configured.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { Failure } from '../failure.ts'
import { openService, type Service } from '../http/serving/service.ts'
import type { Account } from '../identity/accounts.ts'
import { demonstrationToken } from '../identity/demonstration.ts'
import { type Announcer, announceForNode, announcer } from './announcer.ts'
import type { Command } from './command.ts'
import { TOKEN_SECONDS } from './jeton.ts'
import { prepareWhenLed } from './prepare.ts'
import { presented } from './presented.ts'
import { keepBookmarksRebuilt } from './rebuild-bookmarks.ts'
import { keepSwept, type Report } from './sweep-expired.ts'
import { print, table } from './terminal.ts'

export const demarrer: Command = {
  verb: 'demarrer',
  usage: '[--demo]',
  summary: 'démarre le service',
  help: [
    'Prépare la base (embarquée, ou celle de DATABASE_URL), puis écoute sur HOST et PORT. Ctrl-C arrête tout proprement.',
    '--demo : remplit une base vide avec les données de démonstration et accepte l’identité de démonstration.',
  ],
  options: { demo: { type: 'boolean' } },
  positionals: [],
  serves: true,
  async run({ options }) {
    const demo = options.demo === true
    const config = readConfig()
    requireIdentity(config, demo)
    if (config.production) announceForNode()
    const announce = announcer(config.production)
    const stopped = new AbortController()
    const asked = stopAsked()
    void asked.then(() => stopped.abort())
    const started = await startUnlessStopped(config, { demo, announce, stopped: stopped.signal })
    if (started === undefined) return announce.stopped()
    const { service, database, address, accounts } = started
    const upkeep = startUpkeep(started)
    try {
      announce.listening(address)
      if (config.issuer === undefined) await presentDemonstration(config, address, accounts)
      if ((await asked) === 'SIGTERM') await service.announceStop()
      announce.stopping()
    } finally {
      stopped.abort()
      await Promise.all([service.close(), upkeep.stop()])
      await database.close()
    }
    announce.stopped()
  },
}

interface Started {
  readonly database: ConfiguredDatabase
  readonly service: Service
  readonly address: string
  readonly accounts: readonly Account[]
  /** All listed servers. */
  readonly servers: readonly DatabaseAddress[]
  /** The same, under the account that acts. */
  readonly acting: readonly DatabaseAddress[]
  /** Settles when the primary is there and prepared. */
  readonly whole: Promise<void>
}

interface Start {
  readonly demo: boolean
  readonly announce: Announcer
  readonly stopped: AbortSignal
}

/** A start that a stop request ends has not failed. */
async function startUnlessStopped(config: Config, given: Start): Promise<Started | undefined> {
  try {
    return await start(config, given)
  } catch (error) {
    if (given.stopped.aborted) return undefined
    throw error
  }
}

/** Starts everything in order and within the time limit, or leaves nothing behind. */
async function start(config: Config, { demo, announce: line, stopped }: Start): Promise<Started> {
  const deadline = startDeadline(config, line)
  let database: ConfiguredDatabase | undefined
  let service: Service | undefined
  try {
    database = await openConfigured(config, { progress: line.step, exclusive: true })
    const { connection, reading, grantRights } = database
    const servers = [connection, ...connections(config.replicaUrls)]
    const named = connections(config.actionUrls)
    const given = { servers, acting: named, demo, progress: line.step, grantRights, stopped }
    const { accounts, whole } = await prepareWhenLed(given)
    // Those that the administrator names, or those of the reads.
    const acting = database.acting === undefined ? (named.length > 0 ? named : servers) : [database.acting]
    service = await openService(config, {
      connection: reading,
      acting,
      accounts: presented(accounts),
      logLevel: config.logLevel ?? (demo ? 'warn' : 'info'),
    })
    return { database, service, accounts, servers, acting, whole, address: await listen(service, config) }
  } catch (error) {
    await service?.close()
    await database?.close()
    throw error
  } finally {
    clearTimeout(deadline)
    line.end()
  }
}

const connections = (urls: readonly string[]): DatabaseAddress[] =>
  urls.map((connectionString) => ({ connectionString }))

/** Sweeps and tends the lists, once the primary is there. */
function startUpkeep({ service, servers, acting, whole }: Started): { stop(): Promise<void> } {
  const { log } = service.server
  const started = whole.then(() => [
    keepSwept(servers, noteSweep(service)),
    keepBookmarksRebuilt(acting, ({ message }: Error) =>
      log.warn({ message: 'the bookmarks of lists could not be rebuilt', reason: message }),
    ),
  ])
  started.catch(({ message }: Error) =>
    log.error({ message: 'the database could not be prepared', reason: message }),
  )
  return {
    stop: async () => void (await Promise.all((await started.catch(() => [])).map((one) => one.stop()))),
  }
}

/** Logs what the sweep of KYC documents did. */
const noteSweep =
  ({ server }: Service): Report =>
  (outcome) => {
    if ('failed' in outcome) {
      const { message } = outcome.failed as Error
      server.log.warn({ message: 'the expiry of KYC documents could not be written down', reason: message })
    } else if (outcome.expired > 0)
      server.log.info({ message: 'KYC documents expired', count: outcome.expired })
  }

/** Limits how long a start may take, whatever delays it: a silent server or another instance that migrates. */
const startDeadline = ({ startTimeout }: Config, line: Announcer): NodeJS.Timeout =>
  setTimeout(() => {
    line.failed(
      `Le démarrage n'a pas abouti en ${startTimeout} secondes : la base de données ne répond pas, ou une autre instance la met à jour. Vérifiez-la, ou donnez plus de temps avec START_TIMEOUT_S.`,
    )
    process.exit(1)
  }, 1000 * startTimeout)

/** Settles on Ctrl-C or SIGTERM, at any time: a running start is given up, and everything is closed in order. */
const stopAsked = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve)
  })

/**
 * With the demonstration identity, anybody who can read the data folder gets in: it is refused where there may be real
 * data.
 */
function requireIdentity({ issuer, production, databaseUrl }: Config, demo: boolean): void {
  if (issuer !== undefined) return
  const remedy = "Donnez l'adresse de votre fournisseur d'identité dans OIDC_ISSUER"
  if (production)
    throw new Failure(`L'identité de démonstration est refusée en production. ${remedy}.`, {
      exitCode: 2,
      code: 'configuration_invalide',
    })
  if (databaseUrl !== undefined && !demo) {
    throw new Failure(
      `L'identité de démonstration est refusée sur DATABASE_URL. ${remedy}, ou ajoutez --demo pour une démonstration.`,
      { exitCode: 2, code: 'configuration_invalide' },
    )
  }
}

async function listen({ server }: Service, { port, host }: Config): Promise<string> {
  try {
    await server.listen({ port, host })
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new Failure(
        `Le port ${port} est déjà pris. Arrêtez le programme qui l'occupe, ou choisissez-en un autre : PORT=${port + 1} npm start`,
        { cause: error },
      )
    }
    if (code === 'EACCES' || code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
      throw new Failure(`Impossible d'écouter sur ${host}, port ${port} (${code}). Changez HOST ou PORT.`, {
        cause: error,
      })
    }
    throw error
  }
  const { port: actual } = server.server.address() as AddressInfo
  return `http://${host.includes(':') ? `[${host}]` : host}:${actual}`
}

async function presentDemonstration(
  config: Config,
  address: string,
  accounts: readonly Account[],
): Promise<void> {
  const shown = presented(accounts)
  const [first] = shown
  if (first === undefined) return print('\nComptes : npx antenne comptes   Jeton : npx antenne jeton COMPTE')
  const token = await demonstrationToken(config.dataDir, {
    subject: first.id,
    audience: config.audience,
    seconds: TOKEN_SECONDS,
  })
  print('\nOuvrez cette adresse dans un navigateur et choisissez un compte de démonstration :\n')
  const rows = shown.map(({ email, organisation, type, presentation }) => [
    email,
    organisation,
    type,
    presentation,
  ])
  print(table(['e-mail', 'organisation', 'type', 'ce que ce compte peut faire'], rows))
  print(`\nUne première requête, au nom de ${first.email} :\n`)
  print(`curl -H 'Authorization: Bearer ${token}' '${address}/api/v1/clients?taille=2'`)
  print('\nUn jeton pour un autre compte : npx antenne jeton E-MAIL      Arrêter : Ctrl-C')
}
