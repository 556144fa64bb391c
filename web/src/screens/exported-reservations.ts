import type { ListerFileReservationsQuery, ReservationDetail } from 'antenne-client'
import { useServices } from '../api.ts'
import { person, sortableMoment } from '../format.ts'
import type { Exported } from '../ui/export.tsx'
import { useReservationWords } from './reservation-words.ts'

/** The filtered reservations as a file. */
export function useExportedReservations(
  asked: Readonly<Record<string, string>>,
): Exported<ReservationDetail> {
  const { patient } = useServices()
  const words = useReservationWords()
  return {
    name: 'reservations',
    list: (page, options) =>
      patient.listerFileReservations({ ...(asked as ListerFileReservationsQuery), ...page }, options),
    columns: [
      ['Client demandé', ({ client }) => client.raison_sociale],
      ['Ville', ({ client }) => client.ville],
      ['Partenaire', ({ partenaire }) => partenaire.raison_sociale],
      ['Demandée par', ({ demandeur }) => person(demandeur)],
      ['État', ({ statut }) => words.statut[statut][0]],
      ['Demandée le', ({ cree_le }) => sortableMoment(cree_le)],
      ['Contrôle de doublon', ({ doublons_detectes: check }) => check && words.resultat[check.resultat][0]],
      ['Fiches proches', ({ doublons_detectes: check }) => check?.correspondances.length],
      ['Demandes concurrentes', ({ concurrentes }) => concurrentes],
      ['Décidée le', ({ traitee_le }) => traitee_le && sortableMoment(traitee_le)],
      ['Motif', ({ motif_decision }) => motif_decision],
      ['Identifiant', ({ id }) => id],
    ],
  }
}
