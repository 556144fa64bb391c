import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { Sante } from '../../contract/sante.ts'
import type { Database } from '../../database/database.ts'
import { errorText } from '../../database/error-text.ts'
import { schemaFingerprint } from '../../database/fingerprint.ts'
import { missingRights } from '../../database/read-role.ts'
import { sql } from '../../database/sql.ts'
import { probeChanges } from '../../extension/changes-statement.ts'
import { alternatives, reads } from '../../extension/index.ts'
import type { KeysState } from '../../identity/keys.ts'
import { Lru } from '../../lru.ts'
import { operations } from '../../operations/index.ts'
import { type Probe, probe, probeOf, type Unanswerable } from '../../operations/probe.ts'
import { version } from '../../package.ts'
import type { AdmissionControl } from '../admission/admission.ts'
import type { Limits } from '../admission/rate-limits.ts'
import { unavailable } from '../errors.ts'
import { coalesced } from './coalesced.ts'

/** What the health of the service depends on. */
interface Dependencies {
  readonly database: Database
  /** Null where no account for actions was configured: then they may not be done, on purpose. */
  readonly actions: { mayAct(): Promise<boolean> } | null
  readonly keys: { readonly state: Pick<KeysState, 'fresh' | 'ready' | 'count'> }
  readonly limits: Pick<Limits, 'shared'>
  /** What is wrong with the scanner of files; null when all is well, or where there is none. */
  readonly scanner: () => string | null
  readonly admission: Pick<AdmissionControl, 'overloaded'>
  readonly stopping: () => boolean
}

/** A dependency, and what is wrong with it (D22). */
export interface Condition {
  readonly name:
    | 'arret'
    | 'charge'
    | 'cles'
    | 'limites'
    | 'base'
    | 'serveurs'
    | 'lecture'
    | 'actions'
    | 'antivirus'
  readonly state: Static<typeof Sante>['statut'] | 'indisponible'
  /** In French, for the log and the administrator; null when all is well. */
  readonly cause: string | null
}

/** The health of the service. */
export interface Health {
  conditions(): Promise<readonly Condition[]>
}

/** A database that takes longer than this for an empty query is slow. */
const SLOW = 500
/** All that is read, of the contract and beside it. */
const statements = [...operations, ...reads, ...alternatives.map(({ operation }) => operation)]
export const probes = statements.flatMap((operation): Probe[] => {
  if (operation.shape === 'health') return []
  if (operation.shape === 'changes') return [{ id: operation.id, runs: [probeChanges] }]
  return [probeOf(operation)]
})
/** Grants change rarely: they are checked once in this many milliseconds. */
const CHECK_EVERY = 5000

/** The schemas on which every statement ran, by their fingerprints: a few, during an upgrade. */
const sound = new Lru<string, true>(8)

interface Found {
  /** What this account may not read or call. */
  readonly missing: readonly { readonly nom: string }[]
  /** The operations that the database refuses. */
  readonly refused: readonly Unanswerable[]
}

/**
 * Asks for all rights, and runs all statements. Planning them takes the database half a second, so they run again only
 * when the schema or its grants have changed, and while a right is missing.
 */
async function askForRights(database: Database): Promise<Found> {
  const [missing, [schema]] = await Promise.all([
    database.read<{ nom: string }>(missingRights),
    database.read<{ empreinte: string }>(schemaFingerprint),
  ])
  const empreinte = schema?.empreinte ?? ''
  if (missing.length === 0 && sound.get(empreinte)) return { missing, refused: [] }
  const { refused, whole } = await probe(database, probes)
  if (whole && refused.length === 0) sound.set(empreinte, true)
  return { missing, refused }
}

export function openHealth(dependencies: Dependencies): Health {
  const { database, keys, limits, admission, stopping } = dependencies
  let answers = well('base')

  const answerTime = async (): Promise<number> => {
    const start = performance.now()
    await database.current.read(sql`select 1`)
    return performance.now() - start
  }

  const base = async (): Promise<Condition> => {
    try {
      // The first query may have had to open a connection.
      const slow = (await answerTime()) >= SLOW && (await answerTime()) >= SLOW
      return slow ? bad('base', 'degrade', 'la base de données répond lentement') : well('base')
    } catch (error) {
      return bad(
        'base',
        'indisponible',
        `aucune base de données ne peut répondre (${errorText((error as Error).cause ?? error)})`,
      )
    }
  }

  const reading = async (): Promise<Condition> => {
    const { missing, refused } = await askForRights(database)
    const troubles = [
      ...refused.map(({ operation, error }) => `${operation} : ${error}`),
      ...missing.map(({ nom }) => `${nom} : permission denied`),
    ]
    if (troubles.length === 0) return well('lecture')
    const state = refused.length === probes.length ? 'indisponible' : 'degrade'
    return bad('lecture', state, `la base de données refuse de lire (${troubles.join(' ; ')})`)
  }

  const acting = async (): Promise<Condition> => {
    try {
      if ((await dependencies.actions?.mayAct()) !== false) return well('actions')
      const remedy = 'antenne migrer --ecriture ROLE'
      return bad('actions', 'degrade', `le compte des actions n’a pas tous ses droits : ${remedy}`)
    } catch (error) {
      const why = errorText((error as Error).cause ?? error)
      return bad('actions', 'degrade', `aucune base de données n’accepte les actions (${why})`)
    }
  }

  const lecture = refreshed(well('lecture'), reading)
  const actions = refreshed(well('actions'), acting)

  const ask = async (): Promise<readonly Condition[]> => {
    // Without capacity the database is not asked.
    if (!stopping() && !admission.overloaded) answers = await base()
    return [
      stopping() ? bad('arret', 'indisponible', 'le service s’arrête') : well('arret'),
      admission.overloaded ? bad('charge', 'indisponible', 'trop de requêtes à la fois') : well('charge'),
      keysCondition(keys.state),
      limits.shared ? well('limites') : bad('limites', 'degrade', 'REDIS_URL ne répond pas'),
      answers,
      serversCondition(database),
      answers.state === 'indisponible' || stopping() ? well('lecture') : await lecture(),
      // Where the database has been lost, that is the cause.
      answers.state === 'indisponible' || stopping() ? well('actions') : await actions(),
      scannerCondition(stopping() ? null : dependencies.scanner()),
    ]
  }
  return { conditions: coalesced(ask) }
}

/** The last answer to a question that is asked from time to time. The first one is waited for, but not long. */
function refreshed(initial: Condition, ask: () => Promise<Condition>): () => Promise<Condition> {
  let known = initial
  let askedAt = Number.NEGATIVE_INFINITY
  let open: Promise<void> | undefined
  return async () => {
    if (performance.now() - askedAt < CHECK_EVERY) return known
    const first = askedAt === Number.NEGATIVE_INFINITY
    open ??= ask()
      .then((answer) => {
        known = answer
        askedAt = performance.now()
      })
      // Without a server that answers, nothing new is known.
      .catch(() => {})
      .finally(() => {
        open = undefined
      })
    if (first) await Promise.race([open, sleep(SLOW, undefined, { ref: false })])
    return known
  }
}

/** The service cannot serve. The log records when that begins and ends, and why. */
export class Unwell extends Error {}

/** The state of the service; thrown as 503 when it cannot serve. */
export async function checkHealth(health: Health, now: Date): Promise<Static<typeof Sante>> {
  const conditions = await health.conditions()
  const lost = conditions.find(({ state }) => state === 'indisponible')
  if (lost !== undefined) throw unavailable(new Unwell(lost.cause ?? lost.name))
  const statut = conditions.every(({ state }) => state === 'ok') ? 'ok' : 'degrade'
  return { statut, version, horodatage: now.toISOString() }
}

const well = (name: Condition['name']): Condition => ({ name, state: 'ok', cause: null })
const bad = (name: Condition['name'], state: Condition['state'], cause: string): Condition => ({
  name,
  state,
  cause,
})

function keysCondition({ ready, fresh, count }: Dependencies['keys']['state']): Condition {
  if (!ready)
    return bad('cles', 'indisponible', 'les clés du fournisseur d’identité ne sont pas encore connues')
  if (count === 0)
    return bad(
      'cles',
      'degrade',
      'le fournisseur d’identité ne publie aucune clé : tous les jetons sont refusés',
    )
  return fresh ? well('cles') : bad('cles', 'degrade', 'les clés du fournisseur d’identité sont anciennes')
}

const scannerCondition = (trouble: string | null): Condition =>
  trouble === null ? well('antivirus') : bad('antivirus', 'degrade', trouble)

function serversCondition({ whole, led, servers }: Database): Condition {
  if (whole) return well('serveurs')
  const troubles = servers.flatMap(({ name, up, useful, role, lagMs, error }) => {
    if (!up) return `${name} ne répond pas${error === null ? '' : ` (${error})`}`
    if (useful) return []
    if (role === 'primary') return `${name} se croit serveur principal`
    const known = lagMs !== null && Number.isFinite(lagMs)
    return `${name} a ${known ? `${Math.round(lagMs / 1000)} s de retard` : 'un retard inconnu'}`
  })
  return bad('serveurs', 'degrade', [led ? [] : 'aucun serveur principal', troubles].flat().join(' ; '))
}
