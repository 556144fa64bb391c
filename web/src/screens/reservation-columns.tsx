import type { ReservationDetail as Row } from 'antenne-client'
import { age, moment, person } from '../format.ts'
import { useMe } from '../session/me.ts'
import { Badge, Mark } from '../ui/badge.tsx'
import { type Column, Nothing } from '../ui/table.tsx'
import { isPending, type Move } from './outcome-words.ts'
import { useReservationWords } from './reservation-words.ts'

/** What became of rows since the list was read. */
interface Since {
  /** Those that are no longer what was asked for. */
  readonly gone: ReadonlySet<string>
  /** Those of which a decision waits to be sent. */
  readonly sent: ReadonlyMap<string, Move>
  /** The state that was asked for. */
  readonly view: string
}

/** Beside an open reservation there is room only for the essential columns. Rows that changed since say so. */
export function useColumns(narrow: boolean, { gone, sent, view }: Since): [Column<Row>, ...Column<Row>[]] {
  const operator = useMe().organisation.type === 'operateur'
  const words = useReservationWords()
  const state: Column<Row> = {
    title: 'État',
    cell: ({ id, statut }) => {
      if (!isPending(statut)) return <Badge value={statut} of={words.statut} />
      if (sent.has(id)) return <Mark tone="info">En cours d’envoi</Mark>
      if (!gone.has(id)) return <Badge value={statut} of={words.statut} />
      return (
        <Mark tone="neutral">{view === 'en_attente' ? 'Traitée entre-temps' : 'Changée entre-temps'}</Mark>
      )
    },
  }
  if (narrow) return [essential, state]
  const evidence: Column<Row> = {
    title: 'Contrôle de doublon',
    wraps: true,
    cell: ({ doublons_detectes: check }) =>
      check === null ? (
        <span className="nothing">non contrôlée</span>
      ) : (
        <Badge value={check.resultat} of={words.resultat} />
      ),
  }
  return [requested, state, requester, since, evidence, ...(operator ? [competitors] : []), decided]
}

const Name = ({ children }: { readonly children: string }) => (
  <span className="name" title={children}>
    {children}
  </span>
)

/** How long ago, with the exact moment at hand. */
const Age = ({ of }: { readonly of: string }) => (
  <time dateTime={of} title={moment(of)}>
    {age(of)}
  </time>
)

const essential: Column<Row> = {
  title: 'Client demandé',
  named: true,
  cell: ({ client, partenaire, cree_le }) => (
    <>
      <Name>{client.raison_sociale}</Name>
      <small className="below">
        <Age of={cree_le} />, par {partenaire.raison_sociale}
      </small>
    </>
  ),
}

const requested: Column<Row> = {
  title: 'Client demandé',
  named: true,
  cell: ({ client }) => (
    <>
      <Name>{client.raison_sociale}</Name>
      {client.ville !== null && <small className="below">{client.ville}</small>}
    </>
  ),
}

const requester: Column<Row> = {
  title: 'Demandeur',
  named: true,
  cell: ({ partenaire, demandeur }) => (
    <div>
      <Name>{partenaire.raison_sociale}</Name>
      <small className="below">{person(demandeur)}</small>
    </div>
  ),
}

const since: Column<Row> = { title: 'Demandée', numeric: true, cell: ({ cree_le }) => <Age of={cree_le} /> }

const competitors: Column<Row> = {
  title: 'Concurrentes',
  numeric: true,
  cell: ({ concurrentes }) =>
    concurrentes === null || concurrentes === 0 ? <span className="nothing">aucune</span> : concurrentes,
}

const decided: Column<Row> = {
  title: 'Décidée le',
  numeric: true,
  secondary: true,
  cell: ({ traitee_le }) => (traitee_le === null ? <Nothing /> : moment(traitee_le)),
}
