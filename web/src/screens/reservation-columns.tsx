import type { Reservation } from 'antenne-client'
import { day, moment } from '../format.ts'
import { resultatDoublon, statutReservation } from '../labels.ts'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { ClientName, PartnerName } from '../ui/names.tsx'
import type { Column } from '../ui/table.tsx'

/** Beside an open reservation there is room only for the essential columns. */
export function useColumns(narrow: boolean): [Column<Reservation>, ...Column<Reservation>[]] {
  const named = useRights()('partenaires.consulter')
  const state: Column<Reservation> = {
    title: 'État',
    cell: ({ statut }) => <Badge value={statut} of={statutReservation} />,
  }
  if (narrow) return [essential(named), state]
  const partner: Column<Reservation> = {
    title: 'Partenaire',
    named: true,
    cell: ({ partenaire_id }) => <PartnerName id={partenaire_id} />,
  }
  return [
    { title: 'Client demandé', named: true, cell: ({ client_id }) => <ClientName id={client_id} /> },
    state,
    ...(named ? [partner] : []),
    { title: 'Demandée le', numeric: true, cell: ({ cree_le }) => moment(cree_le) },
    ...checkedAndDecided,
  ]
}

const essential = (named: boolean): Column<Reservation> => ({
  title: 'Client demandé',
  named: true,
  cell: ({ client_id, partenaire_id, cree_le }) => (
    <>
      <ClientName id={client_id} />
      <small className="below">
        le {day(cree_le)}
        {named && (
          <>
            , par <PartnerName id={partenaire_id} />
          </>
        )}
      </small>
    </>
  ),
})

const checkedAndDecided: readonly Column<Reservation>[] = [
  {
    title: 'Contrôle de doublon',
    wraps: true,
    cell: ({ doublons_detectes: check }) =>
      check === null ? (
        <span className="nothing">non contrôlée</span>
      ) : (
        <Badge value={check.resultat} of={resultatDoublon} />
      ),
  },
  {
    title: 'Décidée le',
    numeric: true,
    secondary: true,
    cell: ({ traitee_le }) =>
      traitee_le === null ? <span className="nothing">en attente</span> : moment(traitee_le),
  },
]
