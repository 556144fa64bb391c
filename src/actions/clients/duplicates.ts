import type pg from 'pg'
import { pipelined } from '../../database/pipeline.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'
import { closeTo, evidenceFor, lockNumbers } from '../check-draft.ts'
import { sameNumber } from '../doublon/best.ts'
import type { Draft } from '../doublon/candidates.ts'

/**
 * Refuses a record that exists already: always if another one has the same number in a register; if one is close in
 * another way, until the person confirms that it is another company.
 */
export async function refuseDuplicate(
  connection: pg.Client,
  who: Actor,
  draft: Draft,
  { confirmed, now }: { confirmed: boolean; now: Date },
): Promise<void> {
  const [, close] = await pipelined(connection, [
    () => lockNumbers(connection, draft),
    () => closeTo(connection, draft),
  ])
  const same = close.filter(sameNumber)
  if (same.length === 0 && (close.length === 0 || confirmed)) return
  const evidence = await evidenceFor(connection, who, same.length > 0 ? same : close, now)
  if (same.length > 0) {
    const [seen] = evidence.correspondances
    throw new Refusal('client_existant', { details: { client_id: seen?.client_id ?? null } })
  }
  throw new Refusal('doublon_detecte', { details: evidence })
}
