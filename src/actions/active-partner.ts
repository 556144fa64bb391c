import type pg from 'pg'
import { together } from '../database/together.ts'
import { Refusal } from '../refusal.ts'
import { UNKNOWN } from './clients/references.ts'
import { RuleBroken } from './rule-broken.ts'

/** A client is given to a partner that is active, in an active organisation. */
export async function requireActive(connection: pg.Client, partenaire_id: string): Promise<void> {
  const [, { rows }] = await together(connection, [
    () => connection.query('select tenir_partenaire($1)', [partenaire_id]),
    () =>
      connection.query<{ statut: string; actif: boolean }>(
        `select partenaire.statut, partenaire.statut = 'actif' and organisation.statut = 'active' as actif
        from partenaire join organisation on organisation.id = partenaire.organisation_id
        where partenaire.id = $1`,
        [partenaire_id],
      ),
  ])
  const [found] = rows
  if (found === undefined) throw new Refusal('parametres_invalides', { details: { partenaire_id: UNKNOWN } })
  if (found.actif) return
  throw new RuleBroken(
    'partenaire_inactif',
    "Ce partenaire n'est pas actif, ou son organisation ne l'est pas : aucun client ne peut lui être attribué.",
    { statut: found.statut },
  )
}
