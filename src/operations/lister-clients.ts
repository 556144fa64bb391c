import { Client } from '../contract/clients.ts'
import { StatutClient, StatutKyc } from '../contract/enums.ts'
import { Recherche } from '../contract/pagination.ts'
import { Uuid } from '../contract/primitives.ts'
import { sql } from '../database/sql.ts'
import { list } from './operation.ts'
import { matches } from './recherche.ts'

/** Clients, by name. */
export const listerClients = list({
  id: 'listerClients',
  path: '/api/v1/clients',
  permission: 'clients.consulter',
  summary: 'Clients, par raison sociale',
  description:
    "Un partenaire voit les clients qu'il gère, ceux de ses réservations en cours et les fiches qu'il a créées et qui n'ont pas de partenaire.",
  of: Client,
  reads: [
    'client',
    'client_liste',
    'client_compte',
    'client_paire',
    'client_repere',
    'client_ecart',
    'client_par_partenaire',
    'client_compte_par_partenaire',
  ],
  from: sql`client`,
  query: {
    recherche: Recherche,
    statut: StatutClient,
    statut_kyc: StatutKyc,
    partenaire_id: Uuid,
    secteur_id: Uuid,
  },
  filters: {
    recherche: matches,
    statut: (statut) => sql`statut = ${statut}`,
    statut_kyc: (statut) => sql`statut_kyc = ${statut}`,
    partenaire_id: (partenaire) => sql`partenaire_actuel_id = ${partenaire}`,
    secteur_id: (secteur) => sql`secteur_id = ${secteur}`,
  },
  order: ['raison_sociale_pliee', 'raison_sociale', 'id'],
  listings: [
    {
      given: 'partenaire_id',
      from: sql`client_par_partenaire`,
      counts: [
        {
          from: sql`client_compte_par_partenaire`,
          by: ['partenaire_id', 'statut', 'statut_kyc', 'secteur_id'],
        },
      ],
    },
    {
      from: sql`client_liste`,
      counts: [{ from: sql`client_compte`, by: ['statut', 'statut_kyc', 'secteur_id'] }],
      pairs: sql`client_paire`,
      places: {
        from: sql`client_repere`,
        since: sql`client_ecart`,
        lowest: [sql`''`, sql`''`, sql`antenne.tout()`],
      },
    },
  ],
})
