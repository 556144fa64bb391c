import type pg from 'pg'
import { perform } from './action.ts'
import { type Actor, actor } from './actor.ts'
import { ActionRefused } from './refused.ts'

export type Decision = 'validee' | 'refusee' | 'annulee'

export interface Decided {
  readonly mouvement: string
  readonly statut: Decision
  readonly client_id: string
  readonly client_statut: string
  /** Other pending reservations that the decision closed. */
  readonly fermees: readonly string[]
}

interface Pending {
  readonly client_id: string
  readonly partenaire_id: string
  readonly statut: string
}

const RIGHT = 'clients.reservation_valider'

/** Decides a pending reservation, and updates the client and the competing reservations. */
export async function decideReservation(
  client: pg.Client,
  { id, decision, motif, par }: { id: string; decision: Decision; motif: string | null; par: string },
  now: Date,
): Promise<Decided> {
  if (decision !== 'validee' && motif === null) {
    throw new ActionRefused(
      'motif_requis',
      'Un refus ou une annulation doit être motivé : donnez --motif "…".',
    )
  }
  const { mouvement, result } = await perform(client, { geste: gestes[decision], par, now }, async () => {
    const who = await actor(client, par)
    const { client_id, partenaire_id } = await hold(client, id)
    requireRight(who, decision, partenaire_id)
    const given = [id, par, now.toISOString()]
    await client.query(
      `update reservation set statut = $4, motif_decision = $5, traitee_par = $2, traitee_le = $3, modifie_le = $3 where id = $1`,
      [...given, decision, motif],
    )
    const fermees =
      decision === 'validee'
        ? await assign(client, { id, client_id, partenaire_id, par, now })
        : await release(client, client_id, now)
    const { rows } = await client.query<{ statut: string }>('select statut from client where id = $1', [
      client_id,
    ])
    return { statut: decision, client_id, client_statut: rows[0]?.statut ?? '', fermees }
  })
  return { mouvement, ...result }
}

const gestes = { validee: 'validation', refusee: 'refus', annulee: 'annulation' } as const

/** Locks the client, then the reservation, and checks that it is still pending. */
async function hold(client: pg.Client, id: string): Promise<Pending> {
  await client.query(
    'select from client where id = (select client_id from reservation where id = $1) for update',
    [id],
  )
  const { rows } = await client.query<Pending & { quand: string | null }>(
    `select client_id, partenaire_id, statut, to_char(traitee_le at time zone 'UTC', 'DD/MM/YYYY à HH24:MI') as quand
    from reservation where id = $1 for update`,
    [id],
  )
  const [found] = rows
  if (found === undefined) {
    throw new ActionRefused('reservation_introuvable', `Aucune réservation « ${id} ». Vérifiez son id.`)
  }
  if (found.statut !== 'demandee' && found.statut !== 'conflit') {
    const when = found.quand === null ? '' : ` depuis le ${found.quand} UTC`
    throw new ActionRefused(
      'deja_decidee',
      `Cette réservation est déjà ${words[found.statut as Decision]}${when} : il n'y a plus rien à décider.`,
    )
  }
  return found
}

const words = { validee: 'validée', refusee: 'refusée', annulee: 'annulée' } as const

function requireRight(who: Actor, decision: Decision, partenaire_id: string): void {
  if (who.permissions.includes(RIGHT)) return
  if (decision === 'annulee' && who.partenaire_id === partenaire_id) return
  const also = decision === 'annulee' ? ', ou appartenir au partenaire qui a demandé' : ''
  throw new ActionRefused(
    'acces_refuse',
    `${who.nom} ne peut pas décider de cette réservation : il faut le droit ${RIGHT}${also}. Donnez un autre utilisateur avec --par.`,
  )
}

/** Gives the client to the partner. Refuses the other requests without naming that partner. */
async function assign(
  client: pg.Client,
  given: { id: string; client_id: string; partenaire_id: string; par: string; now: Date },
): Promise<string[]> {
  const { id, client_id, partenaire_id, par, now } = given
  const { rows } = await client.query<{ id: string }>(
    `update reservation set statut = 'refusee', traitee_par = $3, traitee_le = $4, modifie_le = $4,
      motif_decision = case when partenaire_id = $5 then 'Une autre demande de ce partenaire sur ce client a été validée.'
        else 'Le client a été attribué à un autre partenaire.' end
    where client_id = $2 and id <> $1 and en_attente returning id`,
    [id, client_id, par, now.toISOString(), partenaire_id],
  )
  await client.query(
    `update client set partenaire_actuel_id = $2, statut = 'reserve', modifie_le = $3 where id = $1`,
    [client_id, partenaire_id, now.toISOString()],
  )
  return rows.map((row) => row.id).sort()
}

/** A client without pending requests becomes a prospect again. */
async function release(client: pg.Client, client_id: string, now: Date): Promise<string[]> {
  await client.query(
    `update client set statut = 'prospect', modifie_le = $2 where id = $1 and statut = 'reservation_demandee'
      and not exists (select from reservation where client_id = $1 and en_attente)`,
    [client_id, now.toISOString()],
  )
  return []
}
