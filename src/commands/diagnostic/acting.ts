import type { Config } from '../../config.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { PoolerFound } from '../../database/pooler.ts'
import { NoPrimary, openWriters } from '../../database/writers.ts'
import { type Finding, type Question, well, worthKnowing, wrong } from './finding.ts'
import { unreached } from './reach.ts'

const SUBJECT = 'Compte des actions (DATABASE_ACTIONS_URLS)'
const GRANT = 'Lancez « npx antenne migrer --ecriture ROLE » avec le compte propriétaire de la base.'

/** Checks the account of actions; where none is configured, whether that of reads may act. */
export function askActing({ actionUrls, databaseUrl, replicaUrls }: Config): Question[] {
  if (actionUrls.length > 0) return [{ sujet: SUBJECT, ask: () => ofNamed(actionUrls) }]
  if (databaseUrl === undefined) return []
  return [{ sujet: SUBJECT, ask: () => ofReading([databaseUrl, ...replicaUrls]) }]
}

async function mayAct(addresses: readonly string[]): Promise<boolean> {
  const writers = openWriters(
    addresses.map((connectionString) => ({ connectionString })),
    1,
  )
  try {
    return await writers.mayAct()
  } finally {
    await writers.close()
  }
}

async function ofNamed(addresses: readonly string[]): Promise<Finding[]> {
  try {
    if (await mayAct(addresses)) return [well(SUBJECT, 'A tous les droits dont les actions ont besoin.')]
    return [wrong(SUBJECT, 'Il lui manque des droits : des actions échouent.', GRANT)]
  } catch (error) {
    return [troubleOf(error)]
  }
}

async function ofReading(addresses: readonly string[]): Promise<Finding[]> {
  // The check of the servers reports one that does not answer.
  if (await mayAct(addresses).catch(() => true)) return []
  const told =
    'Il n’est pas indiqué, et le compte de DATABASE_URL ne peut que lire : les actions reçoivent 503.'
  return [worthKnowing(SUBJECT, told, 'Donnez DATABASE_ACTIONS_URLS, si des personnes doivent agir.')]
}

function troubleOf(error: unknown): Finding {
  const { cause, message } = error as Error
  if (cause instanceof PoolerFound) {
    const remedy = 'Donnez l’adresse de PostgreSQL lui-même (docs/operations.md).'
    return wrong(
      SUBJECT,
      'Un répartiteur de connexions comme PgBouncer répond à la place de PostgreSQL.',
      remedy,
    )
  }
  if (cause instanceof NoPrimary) {
    const remedy = 'Attendez la fin de la bascule, ou nommez aussi les autres serveurs.'
    return wrong(
      SUBJECT,
      'Aucun de ces serveurs n’est le serveur principal : les actions reçoivent 503.',
      remedy,
    )
  }
  if (!(error instanceof DatabaseUnavailable))
    return wrong(SUBJECT, `Ses droits ne peuvent pas être vérifiés : ${message}.`, GRANT)
  const { why, remedy, code } = unreached(error)
  return wrong(SUBJECT, `Aucun serveur n’accepte les actions : ${why}.`, remedy, { code })
}
