import type pg from 'pg'
import { sweepFiles } from '../actions/files/sweep.ts'

/** Removes what is kept for a day: answers to keys (A2), counts of questions (A8), files that no document took. */
export async function sweepKept(connection: pg.Client, now: Date): Promise<void> {
  await connection.query(`delete from action_cle where fait_le < now() - interval '24 hours'`)
  await connection.query(`delete from question_jour where jour < current_date - 1`)
  await sweepFiles(connection, now)
}
