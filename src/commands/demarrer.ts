import type { AddressInfo } from 'node:net'
import type pg from 'pg'
import { comptesDemonstration } from '../../demo/accounts.ts'
import { type Config, readConfig } from '../config.ts'
import { migrate } from '../database/migrate.ts'
import { openPlace, type Place } from '../database/place.ts'
import { withWriter } from '../database/writer.ts'
import { Failure } from '../failure.ts'
import { openService, type Service } from '../http/service.ts'
import { demonstrationToken } from '../identity/demonstration.ts'
import { resourceNames } from '../moves/resources.ts'
import { type Account, accountsOf, presented } from './accounts.ts'
import { type Announcer, announceForNode, announcer } from './announcer.ts'
import type { Command } from './command.ts'
import { TOKEN_SECONDS } from './jeton.ts'
import { keepSwept, type Report } from './sweep.ts'
import { print, table } from './terminal.ts'

export const demarrer: Command = {
  verb: 'demarrer',
  usage: '[--demo]',
  summary: 'démarre le service',
  help: [
    'Prépare la base (embarquée, ou celle de DATABASE_URL), puis écoute sur HOST et PORT. Ctrl-C arrête tout proprement.',
    '--demo : remplit une base vide avec le monde de démonstration et accepte l’identité de démonstration.',
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
    const asked = stopAsked()
    const { service, place, address, accounts } = await start(config, demo, announce)
    const sweep = keepSwept(place.connection, noteSweep(service))
    try {
      announce.listening(address)
      if (config.issuer === undefined) await presentDemonstration(config, address, accounts)
      if ((await asked) === 'SIGTERM') await service.announceStop()
      announce.stopping()
    } finally {
      await Promise.all([service.close(), sweep.stop()])
      await place.close()
    }
    announce.stopped()
  },
}

interface Started {
  readonly place: Place
  readonly service: Service
  readonly address: string
  readonly accounts: readonly Account[]
}

/** Starts everything, in order and in time, or leaves nothing behind. */
async function start(config: Config, demo: boolean, line: Announcer): Promise<Started> {
  const deadline = startDeadline(config, line)
  let place: Place | undefined
  let service: Service | undefined
  try {
    place = await openPlace(config, { progress: line.step, exclusive: true })
    const { connection, reading, grantReading } = place
    const accounts = await withWriter(connection, (client) =>
      prepare(client, { demo, progress: line.step, grantReading }),
    )
    service = await openService(config, {
      connection: reading,
      accounts: presented(accounts),
      logLevel: config.logLevel ?? (demo ? 'warn' : 'info'),
    })
    return { place, service, accounts, address: await listen(service, config) }
  } catch (error) {
    await service?.close()
    await place?.close()
    throw error
  } finally {
    clearTimeout(deadline)
    line.end()
  }
}

/** What the sweep of KYC documents did is for the log. */
const noteSweep =
  ({ server }: Service): Report =>
  (outcome) => {
    if ('failed' in outcome) {
      const { message } = outcome.failed as Error
      server.log.warn({ message: 'the expiry of KYC documents could not be written down', reason: message })
    } else if (outcome.expired > 0)
      server.log.info({ message: 'KYC documents expired', count: outcome.expired })
  }

/** Whatever holds a start up, a server that says nothing or another instance that migrates, it does not do so for ever. */
const startDeadline = ({ startTimeout }: Config, line: Announcer): NodeJS.Timeout =>
  setTimeout(() => {
    line.failed(
      `Le démarrage n'a pas abouti en ${startTimeout} secondes : la base de données ne répond pas, ou une autre instance la met à jour. Vérifiez-la, ou donnez plus de temps avec START_TIMEOUT_S.`,
    )
    process.exit(1)
  }, 1000 * startTimeout)

/** Settled by Ctrl-C or SIGTERM, whenever they come: a start that is under way ends first, then all is closed in order. */
const stopAsked = (): Promise<NodeJS.Signals> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, resolve)
  })

/** The demonstration identity lets anybody in who can read the data folder: never where real data may be. */
function requireIdentity({ issuer, production, databaseUrl }: Config, demo: boolean): void {
  if (issuer !== undefined) return
  const remedy = "Donnez l'adresse de votre fournisseur d'identité dans OIDC_ISSUER"
  if (production)
    throw new Failure(`L'identité de démonstration est refusée en production. ${remedy}.`, { exitCode: 2 })
  if (databaseUrl !== undefined && !demo) {
    throw new Failure(
      `L'identité de démonstration est refusée sur DATABASE_URL. ${remedy}, ou ajoutez --demo pour une démonstration.`,
      { exitCode: 2 },
    )
  }
}

interface Preparation extends Pick<Place, 'grantReading'> {
  readonly demo: boolean
  readonly progress: (step: string, count?: number) => void
}

/** Brings the schema up to date, fills an empty database on demand, and returns the demonstration accounts there. */
async function prepare(client: pg.Client, { demo, progress, grantReading }: Preparation): Promise<Account[]> {
  const applied = await migrate(client)
  if (applied.length > 0) progress('Schéma de la base mis à jour')
  await grantReading(client)
  if (demo && (await isEmpty(client))) {
    progress('Création du monde de démonstration')
    // Loaded only when needed: later starts do not wait for it.
    const { writeDemonstration } = await import('./write-demonstration.ts')
    await writeDemonstration(client)
  }
  return accountsOf(
    client,
    comptesDemonstration.map(({ email }) => email),
  )
}

async function isEmpty(client: pg.Client): Promise<boolean> {
  const tables = resourceNames.map((name) => `exists (select from ${name})`).join(' or ')
  const { rows } = await client.query<{ vide: boolean }>(`select not (${tables}) as vide`)
  return rows[0]?.vide === true
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
