import { Site } from '../contract/clients.ts'
import { sql } from '../database/sql.ts'
import { parts } from './operation.ts'

/** The sites of a client. */
export const listerSitesClient = parts({
  id: 'listerSitesClient',
  path: '/api/v1/clients/{id}/sites',
  permission: 'clients.consulter',
  summary: "Sites d'un client",
  of: Site,
  reads: ['client', 'site'],
  whole: sql`client`,
  belongs: (id) => sql`client_id = ${id}`,
  from: sql`site`,
  query: {},
  filters: {},
  order: sql`libelle_plie, id`,
})
