import type pg from 'pg'
import type { Static } from 'typebox'
import type { VerificationDocument } from '../../contract/corps-conformite.ts'
import { pipelined } from '../../database/pipeline.ts'
import { instantText } from '../../database/projection.ts'
import { dayOf } from '../../day.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'
import { instantAfter, requireVersion } from '../version.ts'
import { datesOf } from './dates.ts'

type Body = Static<typeof VerificationDocument>

interface Verification {
  readonly id: string
  readonly body: Body
  readonly version: string | null
  /** Whether only files that were found clean may be validated. */
  readonly scanned: boolean
}

/** Verifies a document that waits for it, or withdraws the validity of one whose file turned out to be infected. */
export async function verifyDocument(
  connection: pg.Client,
  who: Actor,
  verification: Verification,
  now: Date,
): Promise<void> {
  const { id, body, version, scanned } = verification
  const day = dayOf(now)
  const found = await lockDocument(connection, id, day)
  if (found.depose_par === who.utilisateur_id)
    throw new Refusal('acces_refuse', {
      message: 'Vous avez déposé ce document : une autre personne doit le vérifier.',
      details: { permission_requise: 'partenaires.documents_verifier' },
    })
  requireVerifiable(found, body, scanned)
  requireVersion(found.modifie_le, version)
  const dates = body.statut === 'valide' ? corrected(found, body, day) : found
  await connection.query(
    `update document_kyc set statut = $2, motif = $3, date_emission = $4, date_expiration = $5, verifie_par = $6,
      verifie_le = $7, modifie_le = $8 where id = $1`,
    [
      ...[
        id,
        body.statut,
        body.motif ?? null,
        dates.date_emission,
        dates.date_expiration,
        who.utilisateur_id,
      ],
      ...[now.toISOString(), instantAfter(now, [found.modifie_le])],
    ],
  )
}

interface Locked {
  readonly statut: string
  readonly statut_scan: string
  readonly depose_par: string | null
  readonly date_emission: string | null
  readonly date_expiration: string | null
  readonly validite_mois: number | null
  readonly verifie_par: string | null
  readonly verifie_le: string | null
  readonly modifie_le: string
}

/** Locks the document, then its file: a verdict waits for the verification, or the verification for the verdict. */
async function lockDocument(connection: pg.Client, id: string, day: string): Promise<Locked> {
  const [, , { rows }] = await pipelined(connection, [
    () => connection.query('select from document_kyc where id = $1 for update', [id]),
    () =>
      connection.query(
        'select from fichier where id = (select fichier_id from document_kyc where id = $1) for update',
        [id],
      ),
    () =>
      connection.query<Locked>(
        `select document_kyc.statut, fichier.statut_scan, coalesce(document_kyc.depose_par, fichier.depose_par) as depose_par,
          date_emission::text, date_expiration::text, validite_mois::int as validite_mois, verifie_par,
          ${instantText('verifie_le')} as verifie_le, ${instantText('modifie_le')} as modifie_le
        from document_kyc_au($2::date) as document_kyc join fichier on fichier.id = fichier_id
          join type_document on type_document.id = type_document_id
        where document_kyc.id = $1`,
        [id, day],
      ),
  ])
  const [found] = rows
  if (found === undefined) throw new Refusal('ressource_introuvable')
  return found
}

function requireVerifiable(found: Locked, { statut }: Body, scanned: boolean): void {
  const infected = found.statut_scan === 'infecte'
  if (found.statut !== 'depose' && !(found.statut === 'valide' && infected && statut !== 'valide'))
    throw new Refusal('etat_incompatible', {
      message:
        found.statut === 'expire'
          ? 'Ce document a expiré : demandez-en un plus récent.'
          : 'Ce document a déjà été vérifié. Rechargez-le pour voir ce qui a changé.',
      details: { statut: found.statut, traitee_par: found.verifie_par, traitee_le: found.verifie_le },
    })
  if (statut !== 'valide' || (!infected && (!scanned || found.statut_scan === 'sain'))) return
  throw new Refusal('etat_incompatible', {
    message: infected
      ? 'Le fichier de ce document est infecté : rejetez-le, et demandez au partenaire de le déposer de nouveau.'
      : 'Le fichier de ce document n’est pas encore analysé. Réessayez dans un instant.',
    details: { statut: found.statut_scan },
  })
}

/** The dates that a validation leaves: corrected ones are judged like those of a deposit, others stay as they are. */
function corrected(found: Locked, { date_emission, date_expiration }: Body, day: string) {
  if (date_emission === undefined && date_expiration === undefined) return found
  return datesOf(
    {
      date_emission: date_emission ?? found.date_emission,
      // The end follows from a corrected issue, unless it is given or the type has no validity.
      date_expiration:
        date_expiration ??
        (date_emission === undefined || found.validite_mois === null ? found.date_expiration : null),
    },
    found.validite_mois,
    day,
  )
}
