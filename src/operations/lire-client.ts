import { ClientDetail, Contact } from '../contract/clients.ts'
import { PartenaireResume } from '../contract/partenaires.ts'
import { SecteurActivite, ZoneGeographique } from '../contract/referentiel.ts'
import { many, one } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { seenIn } from '../identity/lists.ts'
import { item } from './operation.ts'

/** A client with its sector, zone, managing partner and contacts, main contact first. */
export const lireClient = item({
  id: 'lireClient',
  path: '/api/v1/clients/{id}',
  permission: 'clients.consulter',
  summary: 'Un client, avec secteur, zone, partenaire et contacts',
  of: ClientDetail,
  reads: ['client', 'client_liste', 'contact', 'partenaire_actuel', 'secteur_activite', 'zone_geographique'],
  from: sql`client`,
  seenIn: seenIn('client'),
  fields: {
    secteur: one(SecteurActivite, sql`secteur_activite where id = client.secteur_id`),
    zone: one(ZoneGeographique, sql`zone_geographique where id = client.zone_id`),
    partenaire_actuel: one(PartenaireResume, sql`partenaire_actuel where id = client.partenaire_actuel_id`),
    contacts: many(
      Contact,
      sql`contact where client_id = client.id`,
      sql`principal desc, nom_plie, prenom_plie, id`,
    ),
  },
})
