import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { perform } from './action.ts'
import { actor } from './actor.ts'
import { checkReservations } from './controle-doublon.ts'
import { ActionRefused } from './refused.ts'

export interface Demande {
  readonly client_id: string
  readonly partenaire_id: string
  /** Who asks: a user of the partner's organisation. */
  readonly par: string
}

export interface DemandeFaite {
  readonly mouvement: string
  readonly reservation_id: string
  readonly statut: 'demandee' | 'conflit'
  readonly doublon: 'aucun' | 'doublon_potentiel' | 'conflit'
}

/** Requests a client for a partner: stores the reservation, runs the duplicate check, and marks competing requests. */
export async function requestReservation(
  client: pg.Client,
  { client_id, partenaire_id, par }: Demande,
  now: Date,
): Promise<DemandeFaite> {
  const reservation_id = randomUUID()
  const { mouvement, result } = await perform(client, { geste: 'demande', par, now }, async () => {
    await requireMembership(client, par, partenaire_id)
    await requireFree(client, client_id, partenaire_id)
    await client.query(
      `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
      values ($1, $2, $3, $4, 'demandee', $5, $5)`,
      [reservation_id, client_id, partenaire_id, par, now.toISOString()],
    )
    await checkReservations(client, [reservation_id], now)
    return settle(client, reservation_id, client_id, now)
  })
  return { mouvement, reservation_id, ...result }
}

async function requireMembership(client: pg.Client, par: string, partenaire_id: string): Promise<void> {
  const who = await actor(client, par)
  if (who.partenaire_id === partenaire_id) return
  const { rows } = await client.query('select from partenaire where id = $1', [partenaire_id])
  if (rows.length === 0) {
    throw new ActionRefused(
      'partenaire_introuvable',
      `Aucun partenaire « ${partenaire_id} ». Vérifiez l'id donné avec --partenaire.`,
    )
  }
  throw new ActionRefused(
    'acces_refuse',
    `${who.nom} n'appartient pas à l'organisation de ce partenaire. Donnez avec --par un de ses utilisateurs.`,
  )
}

/**
 * Locks the client until the action commits: of two partners who ask at once, the second sees the first one's request.
 */
async function requireFree(client: pg.Client, client_id: string, partenaire_id: string): Promise<void> {
  await client.query('select from client where id = $1 for update', [client_id])
  const { rows } = await client.query<{ gere: boolean; demande: string | null }>(
    `select partenaire_actuel_id is not distinct from $2 as gere,
      (select id from reservation where client_id = client.id and partenaire_id = $2 and en_attente limit 1) as demande
    from client where id = $1`,
    [client_id, partenaire_id],
  )
  const [found] = rows
  if (found === undefined) {
    throw new ActionRefused(
      'client_introuvable',
      `Aucun client « ${client_id} ». Vérifiez l'id donné avec --client.`,
    )
  }
  if (found.gere) {
    throw new ActionRefused('deja_gere', 'Ce partenaire gère déjà ce client : il n’y a rien à réserver.')
  }
  if (found.demande !== null) {
    throw new ActionRefused(
      'deja_demandee',
      `Ce partenaire a déjà une réservation en attente sur ce client (${found.demande}). Attendez sa décision, ou annulez-la.`,
    )
  }
}

/** Sets the states of the request, its competitors and the client from the result of the check. */
async function settle(client: pg.Client, id: string, client_id: string, now: Date) {
  const { rows } = await client.query<Pick<DemandeFaite, 'statut' | 'doublon'>>(
    `update reservation set statut = case doublon_resultat when 'conflit' then 'conflit' else 'demandee' end::statut_reservation
    where id = $1 returning statut, doublon_resultat as doublon`,
    [id],
  )
  const [settled] = rows
  if (settled === undefined) throw new Error('the reservation is gone')
  if (settled.statut === 'conflit') {
    await client.query(
      `update reservation set statut = 'conflit', modifie_le = $3
      where client_id = $1 and id <> $2 and statut = 'demandee'`,
      [client_id, id, now.toISOString()],
    )
  }
  await client.query(
    `update client set statut = 'reservation_demandee', modifie_le = $2 where id = $1 and statut = 'prospect'`,
    [client_id, now.toISOString()],
  )
  return settled
}
