import type pg from 'pg'
import { DECIDING, RESERVING } from '../contract/permissions.ts'
import { pipelined } from '../database/pipeline.ts'
import { instantText } from '../database/projection.ts'
import { perform } from './action.ts'
import { lockRequester, requireActive } from './active-partner.ts'
import { type Actor, actor } from './actor.ts'
import { assign, closeReservation } from './attribution.ts'
import { RuleBroken } from './rule-broken.ts'
import { instantAfter, requireVersion } from './version.ts'

export type Decision = 'validee' | 'refusee' | 'annulee'

/** What is decided of a pending reservation. */
interface Choice {
  readonly id: string
  readonly decision: Decision
  /** Needed unless it is validated. */
  readonly motif: string | null
  /** The version that the person saw; null when none was shown. */
  readonly version: string | null
  /** The other pending requests that the person saw, for a validation refuses them; null when none were shown. */
  readonly rivals: readonly string[] | null
}

interface DecisionResult {
  readonly statut: Decision
  readonly client_id: string
  readonly client_statut: string
  /** Other pending reservations that the decision closed. */
  readonly fermees: readonly string[]
}

interface Decided extends DecisionResult {
  readonly mouvement: string
}

/** What an action is called in the journal. */
export const gestes = { validee: 'validation', refusee: 'refus', annulee: 'annulation' } as const

/** Decides a pending reservation, in a transaction of its own. */
export async function decideReservation(
  connection: pg.Client,
  { par, ...choice }: Omit<Choice, 'version' | 'rivals'> & { par: string },
  now: Date,
): Promise<Decided> {
  const { mouvement, result } = await perform(
    connection,
    { geste: gestes[choice.decision], par, now },
    async () =>
      decide(connection, await actor(connection, par), { ...choice, version: null, rivals: null }, now),
  )
  return { mouvement, ...result }
}

/** Decides a pending reservation, and updates the client and the competing reservations. */
export async function decide(
  connection: pg.Client,
  who: Actor,
  choice: Choice,
  now: Date,
): Promise<DecisionResult> {
  const { id, decision, motif, version, rivals } = choice
  if (decision !== 'validee' && motif === null)
    throw new RuleBroken('motif_requis', 'Un refus ou une annulation doit être motivé : donnez un motif.')
  const [found, requester] = await pipelined(connection, [
    () => lockReservation(connection, id),
    async () => (decision === 'validee' ? lockRequester(connection, id) : undefined),
  ])
  requireRight(who, decision, found.partenaire_id)
  requirePending(found)
  if (decision === 'validee') requireActive(requester)
  requireVersion(found.modifie_le, version)
  requireRivalsSeen(found, rivals)
  const { client_id, partenaire_id } = found
  const at = instantAfter(now, found.modifies)
  const change = { id, client_id, par: who.utilisateur_id, at }
  const after =
    decision === 'validee'
      ? await assign(connection, { ...change, partenaire_id })
      : await closeReservation(connection, { ...change, statut: decision, motif })
  return { statut: decision, client_id, ...after }
}

interface Locked {
  readonly client_id: string
  readonly partenaire_id: string
  readonly statut: string
  readonly traitee_par: string | null
  readonly traitee_le: string | null
  readonly modifie_le: string
  /** When the rows that a decision may change were last changed. */
  readonly modifies: readonly string[]
  /** The other pending requests on the client. */
  readonly rivales: readonly string[]
}

/** Locks the client, then the reservation. */
async function lockReservation(connection: pg.Client, id: string): Promise<Locked> {
  const [, { rows }] = await pipelined(connection, [
    () =>
      connection.query(
        'select from client where id = (select client_id from reservation where id = $1) for update',
        [id],
      ),
    () =>
      connection.query<Locked>(
        `select client_id, partenaire_id, statut, traitee_par, ${instantText('traitee_le')} as traitee_le,
          ${instantText('modifie_le')} as modifie_le, array(
            select ${instantText('modifie_le')} from client where client.id = reservation.client_id
            union all select ${instantText('modifie_le')} from reservation as autre where autre.client_id = reservation.client_id
          ) as modifies, array(
            select id from reservation as autre
            where autre.client_id = reservation.client_id and autre.en_attente and autre.id <> reservation.id
          ) as rivales
        from reservation where id = $1 for update`,
        [id],
      ),
  ])
  const [found] = rows
  if (found === undefined)
    throw new RuleBroken('reservation_introuvable', `Aucune réservation « ${id} ». Vérifiez son id.`)
  return found
}

function requirePending({ statut, traitee_par, traitee_le }: Locked): void {
  if (statut === 'demandee' || statut === 'conflit') return
  const when =
    traitee_le === null
      ? ''
      : ` depuis le ${day.format(new Date(traitee_le))} à ${time.format(new Date(traitee_le))} UTC`
  throw new RuleBroken(
    'deja_decidee',
    `Cette réservation est déjà ${words[statut as Decision]}${when} : il n'y a plus rien à décider.`,
    { statut, traitee_par, traitee_le },
  )
}

/** A request that joins a conflict leaves the others as they are: their version does not tell of it. */
function requireRivalsSeen({ rivales, modifie_le }: Locked, seen: readonly string[] | null): void {
  if (seen === null || rivales.every((id) => seen.includes(id))) return
  throw new RuleBroken(
    'version_perimee',
    'Une autre demande sur ce client est arrivée depuis que vous l’avez lu. Relisez-les, puis décidez.',
    { modifie_le },
  )
}

const words = { validee: 'validée', refusee: 'refusée', annulee: 'annulée' } as const
const day = new Intl.DateTimeFormat('fr', { dateStyle: 'short', timeZone: 'UTC' })
const time = new Intl.DateTimeFormat('fr', { timeStyle: 'short', timeZone: 'UTC' })

/** Operators decide; the partner that asked may withdraw its request (A5). */
function requireRight(who: Actor, decision: Decision, partenaire_id: string): void {
  const { type, permissions, nom } = who
  if (type === 'operateur' && permissions.includes(DECIDING)) return
  const own = type === 'partenaire' && who.partenaire_id === partenaire_id
  if (decision === 'annulee' && own && permissions.includes(RESERVING)) return
  const also = decision === 'annulee' ? `, ou ${RESERVING} chez le partenaire qui a demandé` : ''
  throw new RuleBroken(
    'acces_refuse',
    `${nom} ne peut pas décider de cette réservation : il faut le droit ${DECIDING} chez l'opérateur${also}.`,
    { permission_requise: decision === 'annulee' && own ? RESERVING : DECIDING },
  )
}
