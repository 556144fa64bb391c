import { Client } from '../contract/clients.ts'
import { StatutClient, StatutKyc } from '../contract/enums.ts'
import { Recherche } from '../contract/pagination.ts'
import { Uuid } from '../contract/primitives.ts'
import { clients } from '../identity/lists.ts'
import { materialisedList } from './operation.ts'

/** Clients, by name. */
export const listerClients = materialisedList({
  id: 'listerClients',
  path: '/api/v1/clients',
  permission: 'clients.consulter',
  summary: 'Clients, par raison sociale',
  description:
    "Un partenaire voit les clients qu'il gère, ceux de ses réservations en cours et les fiches qu'il a créées et qui n'ont pas de partenaire.",
  of: Client,
  materialised: clients,
  reads: ['client'],
  query: {
    recherche: Recherche,
    statut: StatutClient,
    statut_kyc: StatutKyc,
    partenaire_id: Uuid,
    secteur_id: Uuid,
  },
  columns: {
    statut: 'statut',
    statut_kyc: 'statut_kyc',
    partenaire_id: 'partenaire_actuel_id',
    secteur_id: 'secteur_id',
  },
})
