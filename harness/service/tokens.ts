import { demonstrationToken } from '../../src/identity/demonstration.ts'
import type { RunSql } from '../database/connection.ts'

/** A token of the account of that e-mail, or of that user id. */
export type TokenOf = (who: string) => Promise<string>

/** Signs with the demonstration identity of a data folder. */
export const demonstrationOf =
  (dataDir: string, seconds = 3600): TokenOf =>
  (subject) =>
    demonstrationToken(dataDir, { subject, audience: 'antenne', seconds })

/** Tokens of accounts, each made once. */
export function tokensOf(sql: RunSql, sign: TokenOf): TokenOf {
  const made = new Map<string, Promise<string>>()
  const make = async (who: string) => {
    const [account] = await sql<{ id: string }>('select id from utilisateur where email = $1', [who])
    return sign(account?.id ?? who)
  }
  return (who) => {
    const token = made.get(who) ?? make(who)
    made.set(who, token)
    token.catch(() => made.delete(who))
    return token
  }
}
