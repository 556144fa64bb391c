import type { Config } from '../../config.ts'
import { DatabaseUnavailable } from '../../database/database.ts'
import { PoolerFound } from '../../database/pooler.ts'
import { NoPrimary, openWriters } from '../../database/writers.ts'
import { type Finding, type Question, well, wrong } from './finding.ts'
import { unreached } from './reach.ts'

const SUBJECT = 'Compte des actions (DATABASE_ACTIONS_URLS)'
const GRANT = 'Lancez « npx antenne migrer --ecriture ROLE » avec le compte propriétaire de la base.'

/** Checks the account of actions, where one is configured. */
export function askActing({ actionUrls }: Config): Question[] {
  if (actionUrls.length === 0) return []
  const servers = actionUrls.map((connectionString) => ({ connectionString }))
  const ask = async () => {
    const writers = openWriters(servers, 1)
    try {
      if (await writers.mayAct()) return [well(SUBJECT, 'A tous les droits dont les actions ont besoin.')]
      return [wrong(SUBJECT, 'Il lui manque des droits : des actions échouent.', GRANT)]
    } catch (error) {
      return [troubleOf(error)]
    } finally {
      await writers.close()
    }
  }
  return [{ sujet: SUBJECT, ask }]
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
