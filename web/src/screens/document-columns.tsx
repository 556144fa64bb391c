import type { DocumentKycDetail as Row } from 'antenne-client'
import { age, day, moment } from '../format.ts'
import { statutDocument, statutScan } from '../labels.ts'
import { Badge, Mark } from '../ui/badge.tsx'
import { type Column, Nothing } from '../ui/table.tsx'

/** Whether a document renews another, or is the first of its kind. */
export const Deposit = ({ of: { renouvellement } }: { readonly of: Row }) =>
  renouvellement ? <Mark tone="info">Renouvellement</Mark> : <Mark tone="neutral">Nouveau document</Mark>

/** What became of rows since the list was read. */
interface Since {
  readonly gone: ReadonlySet<string>
  /** Those of which a verification waits to be sent. */
  readonly sent: ReadonlySet<string>
}

/** The columns of the queue; of another state than what waits, the state too. Rows that changed since say so. */
export const columnsOf = (
  waiting: boolean,
  { gone, sent }: Since,
): readonly [Column<Row>, ...Column<Row>[]] => [
  type,
  partner,
  since,
  {
    title: waiting ? 'Dépôt' : 'État',
    cell: (row) =>
      gone.has(row.id) ? (
        <Mark tone="neutral">Traité entre-temps</Mark>
      ) : sent.has(row.id) ? (
        <Mark tone="info">En cours d’envoi</Mark>
      ) : waiting ? (
        <Deposit of={row} />
      ) : (
        <Badge value={row.statut} of={statutDocument} />
      ),
  },
  scan,
  expiry,
]

const type: Column<Row> = {
  title: 'Document',
  named: true,
  cell: ({ type_document: { libelle, obligatoire } }) => (
    <>
      <span className="name" title={libelle}>
        {libelle}
      </span>
      {!obligatoire && <small className="below">facultatif</small>}
    </>
  ),
}

const partner: Column<Row> = {
  title: 'Partenaire',
  named: true,
  cell: ({ partenaire: { raison_sociale } }) => (
    <span className="name" title={raison_sociale}>
      {raison_sociale}
    </span>
  ),
}

const since: Column<Row> = {
  title: 'Déposé',
  numeric: true,
  cell: ({ cree_le }) => (
    <time dateTime={cree_le} title={moment(cree_le)}>
      {age(cree_le)}
    </time>
  ),
}

const scan: Column<Row> = {
  title: 'Analyse',
  wraps: true,
  cell: ({ fichier }) => <Badge value={fichier.statut_scan} of={statutScan} />,
}

const expiry: Column<Row> = {
  title: 'Expire le',
  numeric: true,
  secondary: true,
  cell: ({ date_expiration }) => (date_expiration === null ? <Nothing /> : day(date_expiration)),
}
