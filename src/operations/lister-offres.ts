import { Offre, Tarif } from '../contract/catalogue.ts'
import { PeriodeForfait } from '../contract/enums.ts'
import { LARGEST_PARAMETER } from '../contract/pagination.ts'
import { Booleen, Entier } from '../contract/primitives.ts'
import { one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { list } from './operation.ts'

/** Whether a `tarif` is one of an `offre`: its own, or its product's (D14). */
export const isPriceOfOffer = sql`(tarif.offre_id = offre.id or (tarif.offre_id is null and tarif.produit_id = offre.produit_id))`

/** Data plans with the price in force today: the plan's own, else its product's (D14). */
export const listerOffres = list({
  id: 'listerOffres',
  path: '/api/v1/offres',
  permission: 'catalogue.consulter',
  summary: 'Forfaits de données, avec le tarif en vigueur',
  description: 'Le tarif est celui en vigueur à la date du jour ; un devis déjà émis garde son prix.',
  of: Offre,
  reads: ['moment', 'offre', 'tarif'],
  from: sql`offre`,
  fields: {
    tarif_en_vigueur: one(
      Tarif,
      sql`(select tarif.* from tarif, moment
        where ${isPriceOfOffer}
          and valide_du <= aujourdhui and coalesce(valide_au >= aujourdhui, true)
        order by tarif.offre_id is null, valide_du desc, tarif.cree_le desc, tarif.id limit 1) as en_vigueur`,
    ),
  },
  query: { periode: PeriodeForfait, volume_go: Entier(1, LARGEST_PARAMETER), actif: Booleen },
  filters: {
    periode: (periode) => sql`periode = ${periode}`,
    volume_go: (volume) => sql`volume_go = ${volume}`,
    actif: (actif) => sql`actif = ${actif}`,
  },
  order: ['periode', 'volume_go', 'code', 'id'],
})
