import { StatutPartenaire } from '../contract/enums.ts'
import { Recherche } from '../contract/pagination.ts'
import { Partenaire } from '../contract/partenaires.ts'
import { Uuid } from '../contract/primitives.ts'
import { type Sql, sql } from '../database/sql.ts'
import { list } from './operation.ts'
import { matches } from './recherche.ts'

/** What partners are filtered by. */
export const filtered = {
  query: { recherche: Recherche, statut: StatutPartenaire, zone_id: Uuid },
  filters: {
    recherche: matches,
    statut: (statut: Sql) => sql`statut = ${statut}`,
    zone_id: (zone: Sql) => sql`id in (select partenaire_id from partenaire_zone where zone_id = ${zone})`,
  },
}

/** Partners, by name. */
export const listerPartenaires = list({
  id: 'listerPartenaires',
  path: '/api/v1/partenaires',
  permission: 'partenaires.consulter',
  summary: 'Partenaires, par raison sociale',
  of: Partenaire,
  reads: ['partenaire', 'partenaire_zone'],
  from: sql`partenaire`,
  ...filtered,
  order: ['raison_sociale_pliee', 'raison_sociale', 'id'],
})
