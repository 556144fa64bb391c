import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { DECIDING, RESERVING } from '../contract/permissions.ts'
import { pipelined } from '../database/pipeline.ts'
import { instantText } from '../database/projection.ts'
import { perform } from './action.ts'
import { lockPartner, requireActive } from './active-partner.ts'
import { type Actor, actor } from './actor.ts'
import { checkReservations } from './controle-doublon.ts'
import { lockClient } from './lock-client.ts'
import { RuleBroken } from './rule-broken.ts'
import { instantAfter } from './version.ts'

interface Demande {
  readonly client_id: string
  readonly partenaire_id: string
}

interface DemandeFaite {
  readonly reservation_id: string
  readonly statut: 'demandee' | 'conflit'
  readonly doublon: 'aucun' | 'doublon_potentiel' | 'conflit'
}

/** Requests a client for a partner, in a transaction of its own. */
export async function requestReservation(
  connection: pg.Client,
  { par, ...demande }: Demande & { par: string },
  now: Date,
): Promise<DemandeFaite & { readonly mouvement: string }> {
  const { mouvement, result } = await perform(connection, { geste: 'demande', par, now }, async () => {
    const who = await actor(connection, par)
    await requireRight(connection, who, demande.partenaire_id)
    requireActive(await lockPartner(connection, demande.partenaire_id))
    return storeRequest(connection, who, demande, now)
  })
  return { mouvement, ...result }
}

/**
 * Stores the reservation, runs the duplicate check, and marks competing requests. The partner was found active, and is
 * held.
 */
export async function storeRequest(
  connection: pg.Client,
  who: Actor,
  { client_id, partenaire_id }: Demande,
  now: Date,
): Promise<DemandeFaite> {
  const modified = await requireFree(connection, client_id, partenaire_id)
  const reservation_id = randomUUID()
  const at = instantAfter(now, modified)
  await connection.query(
    `insert into reservation (id, client_id, partenaire_id, demandee_par, statut, cree_le, modifie_le)
    values ($1, $2, $3, $4, 'demandee', $5, $5)`,
    [reservation_id, client_id, partenaire_id, who.utilisateur_id, at],
  )
  await checkReservations(connection, [reservation_id], new Date(at))
  return { reservation_id, ...(await settle(connection, reservation_id, client_id, at)) }
}

/** A partner's users ask for their own partner, those of the operator for any (A5). */
async function requireRight(connection: pg.Client, who: Actor, partenaire_id: string): Promise<void> {
  const { type, permissions, nom } = who
  const { rows } = await connection.query('select from partenaire where id = $1', [partenaire_id])
  if (rows.length === 0)
    throw new RuleBroken(
      'partenaire_introuvable',
      `Aucun partenaire « ${partenaire_id} ». Vérifiez l'id donné.`,
    )
  if (type === 'operateur' && permissions.includes(DECIDING)) return
  if (type === 'partenaire' && who.partenaire_id === partenaire_id && permissions.includes(RESERVING)) return
  throw new RuleBroken(
    'acces_refuse',
    `${nom} ne peut pas demander pour ce partenaire : il faut en être avec le droit ${RESERVING}, ou avoir ${DECIDING} chez l'opérateur.`,
    { permission_requise: type === 'operateur' ? DECIDING : RESERVING },
  )
}

/**
 * Locks the client until the action commits: of two partners who ask at once, the second sees the first one's request.
 * Returns when the rows that the request may change were last changed.
 */
async function requireFree(
  connection: pg.Client,
  client_id: string,
  partenaire_id: string,
): Promise<string[]> {
  const [, { rows }] = await pipelined(connection, [
    () => lockClient(connection, client_id),
    () => connection.query<Wanted>(WANTED, [client_id, partenaire_id]),
  ])
  const [found] = rows
  if (found === undefined)
    throw new RuleBroken('client_introuvable', `Aucun client « ${client_id} ». Vérifiez l'id donné.`)
  if (found.gere)
    throw new RuleBroken(
      'deja_gere',
      'Ce client est déjà géré par ce partenaire : il n’y a rien à réserver.',
      { statut: found.statut },
    )
  if (found.demande !== null) {
    throw new RuleBroken(
      'deja_demandee',
      `Ce partenaire a déjà une réservation en attente sur ce client (${found.demande}). Attendez sa décision, ou annulez-la.`,
      { statut: found.statut, reservation_id: found.demande },
    )
  }
  return found.modifies
}

interface Wanted {
  readonly gere: boolean
  readonly statut: string
  readonly demande: string | null
  readonly modifies: string[]
}

const WANTED = `
  select partenaire_actuel_id is not distinct from $2 as gere, statut,
    (select id from reservation where client_id = client.id and partenaire_id = $2 and en_attente limit 1) as demande,
    array(select ${instantText('client.modifie_le')}
      union all select ${instantText('autre.modifie_le')} from reservation as autre where autre.client_id = client.id and autre.en_attente
    ) as modifies
  from client where id = $1`

/** Sets the states of the request, its competitors and the client from the result of the check. */
async function settle(connection: pg.Client, id: string, client_id: string, at: string) {
  const { rows } = await connection.query<Pick<DemandeFaite, 'statut' | 'doublon'>>(
    `with demande as (
      update reservation set statut = case doublon_resultat when 'conflit' then 'conflit' else 'demandee' end::statut_reservation
      where id = $1 returning statut, doublon_resultat as doublon
    ), rivales as (
      update reservation set statut = 'conflit', modifie_le = $3
      where client_id = $2 and id <> $1 and statut = 'demandee' and (select statut from demande) = 'conflit'
    ), demande_client as (
      update client set statut = 'reservation_demandee', modifie_le = $3 where id = $2 and statut = 'prospect'
    )
    select statut, doublon from demande`,
    [id, client_id, at],
  )
  const [settled] = rows
  if (settled === undefined) throw new Error('the reservation is gone')
  return settled
}
