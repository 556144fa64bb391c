import type { Static } from 'typebox'
import { Identifiants, type NatureNom, NomAffiche, Noms } from '../contract/noms.ts'
import { ACTIVE, type Permission } from '../contract/permissions.ts'
import { many } from '../database/projection.ts'
import { join, literal, name, type Sql, sql } from '../database/sql.ts'
import type { Table } from '../identity/scope.ts'
import { parameter } from '../operations/compose.ts'
import { item } from '../operations/operation.ts'

interface Named {
  readonly nature: Static<typeof NatureNom>
  readonly from: Table
  readonly nom: Sql
  /** Without it, nothing of this kind is named. */
  readonly permission?: Permission
}

const person = sql`prenom || ' ' || nom`

const named: readonly Named[] = [
  { nature: 'client', from: 'client', nom: sql`raison_sociale`, permission: 'clients.consulter' },
  { nature: 'contact', from: 'contact', nom: person, permission: 'clients.consulter' },
  { nature: 'site', from: 'site', nom: sql`libelle`, permission: 'clients.consulter' },
  { nature: 'partenaire', from: 'partenaire', nom: sql`raison_sociale`, permission: 'partenaires.consulter' },
  // Whoever reads a client reads who manages it (D18).
  {
    nature: 'partenaire',
    from: 'partenaire_actuel',
    nom: sql`raison_sociale`,
    permission: 'clients.consulter',
  },
  { nature: 'offre', from: 'offre', nom: sql`libelle`, permission: 'catalogue.consulter' },
  { nature: 'organisation', from: 'organisation', nom: sql`nom` },
  { nature: 'utilisateur', from: 'collegue', nom: person },
  { nature: 'zone_geographique', from: 'zone_geographique', nom: sql`libelle` },
  { nature: 'secteur_activite', from: 'secteur_activite', nom: sql`libelle` },
  { nature: 'type_document', from: 'type_document', nom: sql`libelle` },
]

const branch = ({ nature, from, nom, permission }: Named): Sql =>
  sql`select ${literal(nature)} as nature, ${nom} as nom from ${name(from)} where id = demande.id
    and ${permission === undefined ? sql`true` : sql`${permission} in (select permission from mes_permissions)`}`

/** The names of what the caller may read, in the order asked, in one call for a whole screen. */
export const listerNoms = item({
  id: 'listerNoms',
  path: '/extension/v1/noms',
  permission: ACTIVE,
  summary: 'Les noms de ce que des identifiants désignent, dans l’ordre demandé',
  description: 'Ce que vous ne pouvez pas lire, ou qui n’existe pas, est laissé de côté.',
  of: Noms,
  reads: ['mes_permissions', ...named.map(({ from }) => from)],
  from: sql`(select) as tout`,
  query: { ids: Identifiants },
  fields: {
    donnees: many(
      NomAffiche,
      sql`unnest(${parameter('ids')}::uuid[]) with ordinality as demande (id, rang),
        lateral (${join(named.map(branch), ' union ')}) as trouve`,
      sql`rang, nature`,
    ),
  },
})
