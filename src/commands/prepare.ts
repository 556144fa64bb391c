import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { comptesDemonstration } from '../../demo/accounts.ts'
import type { ConfiguredDatabase } from '../database/configured.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { isCurrent, migrate } from '../database/migrate.ts'
import { PoolerFound } from '../database/pooler.ts'
import { isAway, isStandby, withPrimary } from '../database/primary.ts'
import { withWriter } from '../database/writer.ts'
import { type Account, accountsOf } from '../identity/accounts.ts'
import { isEmpty } from '../transfer/is-empty.ts'

interface Preparation extends Pick<ConfiguredDatabase, 'grantRights'> {
  /** All listed servers; the primary among them is prepared. */
  readonly servers: readonly DatabaseAddress[]
  /** The addresses of actions, where they have their own. */
  readonly acting: readonly DatabaseAddress[]
  readonly demo: boolean
  readonly progress: (step: string, count?: number) => void
  /** Aborted when a stop is requested. */
  readonly stopped: AbortSignal
}

interface Prepared {
  /** The demonstration accounts in the database. */
  readonly accounts: readonly Account[]
  /** Settles when the primary is prepared too, if a standby is read until then. */
  readonly whole: Promise<void>
}

const TRY_EVERY = 1000
const TELL_EVERY = 30_000

/**
 * Prepares the database as soon as its primary is there, and reports what it waits for. A standby with the current
 * schema is enough to begin. Errors that waiting cannot fix, such as a wrong password or an unknown database, fail at
 * once.
 */
export async function prepareWhenLed(given: Preparation): Promise<Prepared> {
  const { servers, acting, stopped } = given
  const tell = teller(given.progress)
  const attempt = () => withPrimary(servers, (client) => prepare(client, given), stopped)
  await Promise.all([...servers.slice(1), ...acting].map(refusePooler))
  for (;;) {
    try {
      return { accounts: await attempt(), whole: Promise.resolve() }
    } catch (error) {
      if (!isAway(error) || stopped.aborted) throw error
      tell(error)
    }
    const accounts = await readable(servers, stopped)
    if (accounts !== undefined) return { accounts, whole: keepTrying(attempt, tell, stopped) }
    await rest(stopped)
  }
}

async function keepTrying(
  attempt: () => Promise<unknown>,
  tell: (error: unknown) => void,
  stopped: AbortSignal,
): Promise<void> {
  while (!stopped.aborted) {
    await rest(stopped)
    try {
      await attempt()
      return
    } catch (error) {
      if (stopped.aborted) return
      if (!isAway(error)) throw error
      tell(error)
    }
  }
}

const rest = (stopped: AbortSignal) => sleep(TRY_EVERY, undefined, { signal: stopped }).catch(() => {})

/** Reports what is waited for: when it changes, and from time to time. */
function teller(progress: Preparation['progress']): (error: unknown) => void {
  const start = performance.now()
  let last = ''
  let toldAt = 0
  return (error) => {
    const text = `En attente du serveur principal : ${(error as Error).message}`
    const now = performance.now()
    if (text === last && now - toldAt < TELL_EVERY) return
    last = text
    toldAt = now
    progress(text, Math.round((now - start) / 1000))
  }
}

/** The accounts on a standby with the current schema; undefined if there is none. */
async function readable(
  servers: readonly DatabaseAddress[],
  signal: AbortSignal,
): Promise<Account[] | undefined> {
  for (const server of servers) {
    const found = await withWriter(
      server,
      async (client) =>
        (await isStandby(client)) && (await isCurrent(client)) ? demonstrationAccounts(client) : undefined,
      signal,
    ).catch(() => undefined)
    if (found !== undefined) return found
  }
  return undefined
}

/** A server that does not answer now is checked when it does. */
async function refusePooler(server: DatabaseAddress): Promise<void> {
  await withWriter(server, async () => {}, AbortSignal.timeout(2000)).catch((error) => {
    if (error instanceof PoolerFound) throw error
  })
}

/**
 * Brings the schema up to date, loads demonstration data into an empty database on demand, and returns the
 * demonstration accounts.
 */
async function prepare(client: pg.Client, { demo, progress, grantRights }: Preparation): Promise<Account[]> {
  const applied = await migrate(client)
  if (applied.length > 0) progress('Schéma de la base mis à jour')
  await grantRights(client)
  if (demo && (await isEmpty(client))) {
    progress('Création des données de démonstration')
    // Loaded only when needed, to keep later starts fast.
    const { writeDemonstration } = await import('./write-demonstration.ts')
    await writeDemonstration(client)
  }
  return demonstrationAccounts(client)
}

const demonstrationAccounts = (client: pg.Client): Promise<Account[]> =>
  accountsOf(
    client,
    comptesDemonstration.map(({ email }) => email),
  )
