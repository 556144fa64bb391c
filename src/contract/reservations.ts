import Type from 'typebox'
import { CritereDoublon, ResultatDoublon, StatutReservation } from './enums.ts'
import { object } from './object.ts'
import { Horodatage, nullable, Texte, Uuid } from './primitives.ts'

export const CorrespondanceDoublon = object('CorrespondanceDoublon', 'Fiche client proche', {
  client_id: Uuid,
  raison_sociale: Texte,
  partenaire_actuel_id: nullable(Uuid),
  criteres: Type.Array(CritereDoublon),
  similarite: Type.Number({ minimum: 0, maximum: 1, description: 'Ressemblance des raisons sociales' }),
})

export const ReservationConcurrente = object(
  'ReservationConcurrente',
  "Réservation d'un autre partenaire sur le même client",
  { reservation_id: Uuid, partenaire_id: Uuid, demandee_le: Horodatage },
)

export const ControleDoublon = object(
  'ControleDoublon',
  'Contrôle de doublon fait à la demande de réservation',
  {
    resultat: ResultatDoublon,
    controle_le: Horodatage,
    correspondances: Type.Array(CorrespondanceDoublon),
    reservations_concurrentes: Type.Array(ReservationConcurrente),
  },
)

export const Reservation = object('Reservation', "Demande d'un partenaire de se voir attribuer un client", {
  id: Uuid,
  client_id: Uuid,
  partenaire_id: Uuid,
  demandee_par: Uuid,
  statut: StatutReservation,
  doublons_detectes: nullable(ControleDoublon),
  motif_decision: nullable(Texte),
  traitee_par: nullable(Uuid),
  traitee_le: nullable(Horodatage),
  cree_le: Horodatage,
  modifie_le: Horodatage,
})
