import type { Reservation } from 'antenne-client'
import { useMeans } from '../api.ts'
import { moment } from '../format.ts'
import { resultatDoublon, statutReservation } from '../labels.ts'
import type { Exported } from '../ui/export.tsx'
import { useNamesOfClients, useNamesOfPartners } from './exported-names.ts'

/** The filtered reservations as a file. */
export function useExportedReservations(values: object): Exported<Reservation> {
  const { patient } = useMeans()
  const [clients, partners] = [useNamesOfClients(), useNamesOfPartners()]
  return {
    name: 'reservations',
    list: (page, options) => patient.listerReservations({ ...values, ...page }, options),
    async prepare(rows, signal) {
      await clients.learn(
        rows.map(({ client_id }) => client_id),
        signal,
      )
      await partners.learn(
        rows.map(({ partenaire_id }) => partenaire_id),
        signal,
      )
    },
    columns: [
      ['Client demandé', ({ client_id }) => clients.nameOf(client_id)],
      ['Partenaire', ({ partenaire_id }) => partners.nameOf(partenaire_id)],
      ['État', ({ statut }) => statutReservation[statut][0]],
      ['Demandée le', ({ cree_le }) => moment(cree_le)],
      ['Contrôle de doublon', ({ doublons_detectes: check }) => check && resultatDoublon[check.resultat][0]],
      ['Fiches proches', ({ doublons_detectes: check }) => check?.correspondances.length],
      [
        'Réservations concurrentes',
        ({ doublons_detectes: check }) => check?.reservations_concurrentes.length,
      ],
      ['Décidée le', ({ traitee_le }) => traitee_le && moment(traitee_le)],
      ['Motif', ({ motif_decision }) => motif_decision],
      ['Identifiant', ({ id }) => id],
    ],
  }
}
