import { Site } from '../contract/clients.ts'
import { sql } from '../database/sql.ts'
import { seenIn } from '../identity/lists.ts'
import { children } from './operation.ts'

/** The sites of a client. */
export const listerSitesClient = children({
  id: 'listerSitesClient',
  path: '/api/v1/clients/{id}/sites',
  permission: 'clients.consulter',
  summary: "Sites d'un client",
  of: Site,
  reads: ['client', 'client_liste', 'site'],
  parent: { from: sql`client`, seenIn: seenIn('client'), children: (id) => sql`client_id = ${id}` },
  from: sql`site`,
  query: {},
  filters: {},
  order: sql`libelle_plie, id`,
})
