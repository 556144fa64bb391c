import {
  ComparaisonReservation,
  FicheProche,
  PartenaireConcurrent,
} from '../contract/reservations-extension.ts'
import { many } from '../database/projection.ts'
import { type Sql, sql } from '../database/sql.ts'
import { totalOf } from '../operations/compose.ts'
import { besidePartenaire, lirePartenaire } from '../operations/lire-partenaire.ts'
import { listerClients } from '../operations/lister-clients.ts'
import { item } from '../operations/operation.ts'

/** What `lirePartenaire` gives, to whom it answers. */
const ofPartner = (value: Sql): Sql =>
  sql`case when ${lirePartenaire.permission} in (select permission from mes_permissions) then ${value} end`

/** What a request is compared with, in one call however many records are close and partners compete. */
export const lireComparaison = item({
  id: 'lireComparaison',
  path: '/extension/v1/reservations/{id}/comparaison',
  permission: 'clients.consulter',
  summary: 'De quoi comparer une demande aux fiches proches et aux demandes concurrentes',
  of: ComparaisonReservation,
  reads: [
    ...(['reservation', 'reservation_correspondance', 'client', 'contact'] as const),
    ...(['partenaire', 'voit_tout', 'mes_permissions'] as const),
    ...besidePartenaire.reads,
    'client_compte_par_partenaire',
  ],
  from: sql`reservation`,
  fields: {
    fiches: many(
      FicheProche,
      sql`(select client_id as fiche_id, rang from reservation_correspondance
        where reservation_id = reservation.id) as proche join client on client.id = fiche_id`,
      sql`rang`,
      {
        emails: sql`array(select contact.email from contact where contact.client_id = client.id
          and contact.email is not null order by principal desc, nom_plie, prenom_plie, contact.id)`,
      },
    ),
    // Others do not learn who competes with them (D18).
    partenaires: many(
      PartenaireConcurrent,
      sql`partenaire where exists (select from voit_tout)
        and id in (select partenaire_id from reservation as demande where demande.client_id = reservation.client_id)`,
      sql`raison_sociale_pliee, id`,
      {
        clients_geres: totalOf(listerClients, { partenaire_id: sql`partenaire.id` }),
        zones: ofPartner(besidePartenaire.zones),
        contrat_cadre: ofPartner(besidePartenaire.contrat_cadre),
      },
    ),
  },
})
