import { TypeDocument } from '../contract/conformite.ts'
import { libelles } from '../contract/libelles.ts'
import { ACTIVE } from '../contract/permissions.ts'
import { References } from '../contract/references.ts'
import { SecteurActivite, ZoneGeographique } from '../contract/referentiel.ts'
import { many } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { item } from '../operations/operation.ts'

/** What forms and lists choose from, and the words for it: the same for everybody. */
export const lireReferences = item({
  id: 'lireReferences',
  path: '/extension/v1/references',
  permission: ACTIVE,
  summary: 'Zones, secteurs, types de document, et le libellé de chaque valeur',
  of: References,
  reads: ['zone_geographique', 'secteur_activite', 'type_document'],
  from: sql`(select) as tout`,
  fields: {
    zones: many(ZoneGeographique, sql`zone_geographique`, sql`libelle_plie, id`),
    secteurs: many(SecteurActivite, sql`secteur_activite`, sql`libelle_plie, id`),
    types_document: many(TypeDocument, sql`type_document`, sql`libelle_plie, id`),
    libelles: sql`${JSON.stringify(libelles)}::text`,
  },
})
