import type { History } from '../../harness/history/history.ts'
import { MARKER } from './actor.ts'
import { connect } from './writer.ts'

/** Notes what the primary holds of all actions. */
export async function noteLedger(rw: string, history: History): Promise<void> {
  const sent = history.now()
  const client = await connect(rw)
  try {
    await client.query('begin isolation level repeatable read')
    const reservations = await client.query({
      text: 'select id, client_id, partenaire_id, statut from reservation',
      rowMode: 'array',
    })
    const journal = await client.query({
      text: `select mouvement, reservation_id, apres ->> 'statut', coalesce(cle, requete)
        from journal left join action_cle using (requete)
        where ressource = 'reservation' and apres ? 'statut' order by numero`,
      rowMode: 'array',
    })
    const actions = await client.query({
      text: `select coalesce(cle, requete), count(distinct mouvement)::int
        from journal left join action_cle using (requete) where requete is not null group by 1`,
      rowMode: 'array',
    })
    const created = await client.query({
      text: `select id, raison_sociale from client where rccm like '${MARKER} %'`,
      rowMode: 'array',
    })
    history.add({
      kind: 'ledger',
      sent,
      received: history.now(),
      reservations: reservations.rows as never,
      journal: journal.rows as never,
      actions: actions.rows as never,
      created: created.rows as never,
    })
  } finally {
    await client.end()
  }
}
