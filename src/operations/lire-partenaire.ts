import { ContratCadre, PartenaireDetail } from '../contract/partenaires.ts'
import { SecteurActivite, ZoneGeographique } from '../contract/referentiel.ts'
import { many, one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { item } from './operation.ts'

/** What is beside the row of a partner (D15), and the tables that this reads. */
export const besidePartenaire = {
  reads: ['moment', 'partenaire_zone', 'contrat_cadre', 'zone_geographique'],
  zones: many(
    ZoneGeographique,
    sql`zone_geographique where id in (select zone_id from partenaire_zone where partenaire_id = partenaire.id)`,
    sql`libelle_plie, id`,
  ),
  contrat_cadre: one(
    ContratCadre,
    sql`(select contrat_cadre.* from contrat_cadre, moment
      where partenaire_id = partenaire.id and statut = 'signe'
        and coalesce(date_debut <= aujourdhui, true) and coalesce(date_fin >= aujourdhui, true)
      order by date_debut desc nulls last, contrat_cadre.cree_le desc, contrat_cadre.id limit 1) as en_vigueur`,
  ),
} as const

/** A partner with its zones, its sectors and its framework contract in force (D15). */
export const lirePartenaire = item({
  id: 'lirePartenaire',
  path: '/api/v1/partenaires/{id}',
  permission: 'partenaires.consulter',
  summary: 'Un partenaire, avec zones, secteurs et contrat-cadre en vigueur',
  of: PartenaireDetail,
  reads: ['partenaire', 'partenaire_secteur', 'secteur_activite', ...besidePartenaire.reads],
  from: sql`partenaire`,
  fields: {
    zones: besidePartenaire.zones,
    secteurs: many(
      SecteurActivite,
      sql`secteur_activite where id in (select secteur_id from partenaire_secteur where partenaire_id = partenaire.id)`,
      sql`libelle_plie, id`,
    ),
    contrat_cadre: besidePartenaire.contrat_cadre,
  },
})
