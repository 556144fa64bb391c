import type pg from 'pg'
import { sweepFiles } from '../actions/files/sweep.ts'
import { KEPT_FOR_TOKENS_DAYS } from '../contract/changements.ts'
import { KEY_RETENTION } from './idempotency-keys.ts'

/**
 * Removes what is kept for a day: answers to keys (A2), counts of questions (A8), files that no document took; and what
 * changed longer ago than any token is good for.
 */
export async function sweepKept(connection: pg.Client, now: Date): Promise<void> {
  await connection.query(`delete from action_cle where fait_le < now() - ${KEY_RETENTION}`)
  await connection.query(`delete from question_jour where jour < current_date - 1`)
  await connection.query(`delete from changement where le < now() - interval '${KEPT_FOR_TOKENS_DAYS} days'`)
  await connection.query(gathered)
  await sweepFiles(connection, now)
}

/**
 * An item that changed often is noted once instead, as of now: copies get it once more. One that its reader no longer
 * sees is left as it is: copies made since never had it.
 */
const gathered = `with souvent as (
    select lecteur, ressource, id from changement group by lecteur, ressource, id having count(*) > 10
      and (ressource not in ('client', 'contact', 'site') or exists (
        select from client where (client.organisation_id = lecteur
            or exists (select from client_liste where portee = lecteur and client_liste.id = client.id))
          and client.id = case ressource when 'client' then changement.id
            when 'contact' then (select client_id from contact where contact.id = changement.id)
            else (select client_id from site where site.id = changement.id) end))
  ), retires as (
    delete from changement using souvent where changement.lecteur = souvent.lecteur
      and changement.ressource = souvent.ressource and changement.id = souvent.id
    returning souvent.*
  )
  insert into changement (lecteur, ressource, id) select distinct lecteur, ressource, id from retires`
