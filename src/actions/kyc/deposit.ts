import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import type { Static } from 'typebox'
import type { DepotDocument } from '../../contract/corps-conformite.ts'
import { pipelined } from '../../database/pipeline.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'
import { UNKNOWN } from '../clients/references.ts'
import { datesOf } from './dates.ts'

/** How many documents of a partner may wait for their verification. */
const MAX_WAITING = 20

/** Deposits a document of a partner, with a file that the person's organisation has deposited. Returns its id. */
export async function depositDocument(
  connection: pg.Client,
  who: Actor,
  { partenaire_id, body }: { partenaire_id: string; body: Static<typeof DepotDocument> },
  now: Date,
): Promise<string> {
  const at = now.toISOString()
  const day = at.slice(0, 10)
  const organisation_id = await lockFile(connection, partenaire_id, day)
  const { type_document_id, fichier_id, date_emission = null, date_expiration = null } = body
  const [type, free] = await pipelined(connection, [
    () => typeOf(connection, type_document_id),
    () => isFree(connection, who, fichier_id),
  ])
  if (type === undefined || !free)
    throw new Refusal('parametres_invalides', {
      details: {
        ...(type === undefined ? { type_document_id: UNKNOWN } : {}),
        ...(free ? {} : { fichier_id: UNUSABLE }),
      },
    })
  const dates = datesOf({ date_emission, date_expiration }, type.validite_mois, day)
  const id = randomUUID()
  await connection.query(
    `insert into document_kyc (id, organisation_id, type_document_id, fichier_id, date_emission, date_expiration, statut,
      depose_par, cree_le, modifie_le)
    values ($1, $2, $3, $4, $5, $6, 'depose', $7, $8, $8)`,
    [
      ...[id, organisation_id, type_document_id, fichier_id, dates.date_emission, dates.date_expiration],
      ...[who.utilisateur_id, at],
    ],
  )
  return id
}

const UNUSABLE =
  'Déposez le fichier, puis donnez son identifiant : celui-ci est inconnu, déjà utilisé ou bloqué.'

/** Locks the partner's KYC file: its organisation. Refuses one in which too many documents wait. */
async function lockFile(connection: pg.Client, partenaire_id: string, day: string): Promise<string> {
  const [, { rows }] = await pipelined(connection, [
    () =>
      connection.query(`select pg_advisory_xact_lock(hashtextextended('dossier ' || $1, 0))`, [
        partenaire_id,
      ]),
    () =>
      connection.query<{ organisation_id: string; waiting: number }>(
        `select organisation_id, (select count(*)::int from document_kyc
          where document_kyc.organisation_id = partenaire.organisation_id and statut = 'depose'
            and (date_expiration is null or date_expiration >= $2)) as waiting
        from partenaire where id = $1`,
        [partenaire_id, day],
      ),
  ])
  const [found] = rows
  if (found === undefined) throw new Refusal('ressource_introuvable')
  if (found.waiting < MAX_WAITING) return found.organisation_id
  throw new Refusal('limite_atteinte', {
    message: `${MAX_WAITING} documents attendent déjà leur vérification. Attendez qu’ils soient vérifiés.`,
    details: { maximum: MAX_WAITING },
  })
}

/** An active type of document that partners give. */
async function typeOf(
  connection: pg.Client,
  id: string,
): Promise<{ readonly validite_mois: number | null } | undefined> {
  const { rows } = await connection.query<{ validite_mois: number | null }>(
    `select validite_mois::int as validite_mois from type_document where id = $1 and actif and cible = 'partenaire'`,
    [id],
  )
  return rows[0]
}

/** Locks the file. It is free if the same organisation deposited it, no document takes it, and it is not infected. */
async function isFree(connection: pg.Client, who: Actor, id: string): Promise<boolean> {
  const [, { rows }] = await pipelined(connection, [
    () => connection.query('select from fichier where id = $1 for update', [id]),
    () =>
      connection.query(
        `select from fichier where id = $1 and organisation_id = $2 and statut_scan <> 'infecte'
          and not exists (select from document_kyc where fichier_id = fichier.id)`,
        [id, who.organisation_id],
      ),
  ])
  return rows.length > 0
}
