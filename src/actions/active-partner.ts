import type pg from 'pg'
import { pipelined } from '../database/pipeline.ts'
import { Refusal } from '../refusal.ts'
import { UNKNOWN } from './clients/references.ts'
import { RuleBroken } from './rule-broken.ts'

/** A partner's state, and whether it is active in an active organisation. */
interface PartnerState {
  readonly statut: string
  readonly actif: boolean
}

/** The partner with that id, or undefined. It stays as it is until the action commits. */
export const lockPartner = (connection: pg.Client, id: string): Promise<PartnerState | undefined> =>
  lockById(connection, '$1', id)

/** The partner that asked for that reservation. */
export const lockRequester = (
  connection: pg.Client,
  reservation_id: string,
): Promise<PartnerState | undefined> =>
  lockById(connection, '(select partenaire_id from reservation where id = $1)', reservation_id)

async function lockById(
  connection: pg.Client,
  partner: string,
  id: string,
): Promise<PartnerState | undefined> {
  const [, { rows }] = await pipelined(connection, [
    () => connection.query(`select tenir_partenaire(${partner})`, [id]),
    () =>
      connection.query<PartnerState>(
        `select partenaire.statut, partenaire.statut = 'actif' and organisation.statut = 'active' as actif
        from partenaire join organisation on organisation.id = partenaire.organisation_id
        where partenaire.id = ${partner}`,
        [id],
      ),
  ])
  return rows[0]
}

/** A client is given to a partner that is active, in an active organisation. */
export function requireActive(partner: PartnerState | undefined): void {
  if (partner === undefined)
    throw new Refusal('parametres_invalides', { details: { partenaire_id: UNKNOWN } })
  if (partner.actif) return
  throw new RuleBroken(
    'partenaire_inactif',
    "Ce partenaire n'est pas actif, ou son organisation ne l'est pas : aucun client ne peut lui être attribué. Choisissez-en un autre, ou réactivez-le.",
    { statut: partner.statut },
  )
}
