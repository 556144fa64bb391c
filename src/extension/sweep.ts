import type pg from 'pg'

/** Removes what actions keep for a day: answers to keys (A2), and counts of questions (A8). */
export async function sweepKept(connection: pg.Client): Promise<void> {
  await connection.query(`delete from action_cle where fait_le < now() - interval '24 hours'`)
  await connection.query(`delete from question_jour where jour < current_date - 1`)
}
