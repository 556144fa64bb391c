import type { Config } from '../../config.ts'
import { openWriters } from '../../database/writers.ts'
import { type Question, well, wrong } from './finding.ts'
import { unreached } from './reach.ts'

/** Checks the account of actions, where one is configured. */
export function askActing({ actionUrls }: Config): Question[] {
  if (actionUrls.length === 0) return []
  const sujet = 'Compte des actions (DATABASE_ACTIONS_URLS)'
  const ask = async () => {
    const writers = openWriters(
      actionUrls.map((connectionString) => ({ connectionString })),
      1,
    )
    try {
      if (await writers.mayAct()) return [well(sujet, 'A tous les droits dont les actions ont besoin.')]
      const remedy = 'Lancez « npx antenne migrer --ecriture ROLE » avec le compte propriétaire de la base.'
      return [wrong(sujet, 'Il lui manque des droits : des actions échouent.', remedy)]
    } catch (error) {
      const { why, remedy, code } = unreached(error)
      return [wrong(sujet, `Aucun serveur n’accepte les actions : ${why}.`, remedy, { code })]
    } finally {
      await writers.close()
    }
  }
  return [{ sujet, ask }]
}
