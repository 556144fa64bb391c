import type { TableauDeBord } from 'antenne-client'
import { count, several } from '../format.ts'
import { periode, statutClient, statutKyc, statutPartenaire, statutReservation } from '../labels.ts'
import { Link } from '../router.tsx'
import { useMe, useRights, useVerifies } from '../session/me.ts'
import { Card } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { Bars, Ring } from './charts.tsx'
import { figuresOf, hrefOf, totalOf, useTableau } from './figures.ts'
import { LatestPending } from './latest-pending.tsx'
import { PartnerCards } from './partner-cards.tsx'
import { WaitingDocuments } from './waiting-documents.tsx'

/** The figures of the day, in one call. */
export function Dashboard() {
  const board = useTableau()
  return (
    <>
      <Loaded query={board} skeleton={<Lines count={10} />}>
        {() => null}
      </Loaded>
      {/* Lists are asked for together with the figures, and shown with them: nothing moves. */}
      <div hidden={board.data === undefined}>
        <Figures board={board.data ?? { chiffres: [] }} />
      </div>
    </>
  )
}

function Figures({ board }: { readonly board: TableauDeBord }) {
  const can = useRights()
  const { organisation } = useMe()
  const operator = organisation.type === 'operateur'
  const verifies = useVerifies()
  const followsReservations = operator || organisation.type === 'partenaire'
  const counts: Readonly<Record<Counted['list'], boolean>> = {
    listerDocumentsAVerifier: verifies,
    listerReservations: can('clients.consulter') && followsReservations,
    listerClients: can('clients.consulter'),
  }
  const shown = tiles.filter(({ list }) => counts[list])
  return (
    <>
      {shown.length > 0 && (
        <ul className="tiles">
          {shown.map(({ list, filters, ours, theirs = ours }) => {
            const [label, tone] = operator ? ours : theirs
            return <Tile key={label} {...{ board, list, filters, label, tone }} />
          })}
        </ul>
      )}
      <div className="dashboard">
        {verifies && <WaitingDocuments />}
        {can('clients.consulter') && followsReservations && <LatestPending />}
        {organisation.type === 'partenaire' && <PartnerCards />}
        {can('clients.consulter') && (
          <>
            <Card title="Clients par état">
              <Bars figures={figuresOf(board, 'listerClients', 'statut', statutClient)} noun="client" />
            </Card>
            <Card title="Dossiers KYC des clients">
              <Ring figures={figuresOf(board, 'listerClients', 'statut_kyc', statutKyc)} noun="dossier" />
            </Card>
          </>
        )}
        {can('partenaires.consulter') && operator && (
          <Card title="Partenaires par état">
            <Bars
              figures={figuresOf(board, 'listerPartenaires', 'statut', statutPartenaire)}
              noun="partenaire"
            />
          </Card>
        )}
        {can('catalogue.consulter') && (
          <Card title="Forfaits en vente par période">
            <Bars figures={figuresOf(board, 'listerOffres', 'periode', periode, onSale)} noun="forfait" />
          </Card>
        )}
      </div>
    </>
  )
}

const onSale = { actif: 'true' }

interface Counted {
  readonly list: 'listerDocumentsAVerifier' | 'listerReservations' | 'listerClients'
  readonly filters: Readonly<Record<string, string>>
}

/** What is counted at the top: its label and tone for the operator's people, and for others where they differ. */
const tiles: readonly (Counted & { readonly ours: Words; readonly theirs?: Words })[] = [
  { list: 'listerDocumentsAVerifier', filters: {}, ours: ['Documents à vérifier', 'warning'] },
  {
    list: 'listerReservations',
    filters: { statut: 'demandee' },
    ours: ['Réservations à valider', 'warning'],
    theirs: ['Demandes en attente de décision', 'warning'],
  },
  {
    list: 'listerReservations',
    filters: { statut: 'conflit' },
    ours: ['Conflits à arbitrer', 'bad'],
    theirs: ['Demandes en concurrence', 'warning'],
  },
  {
    list: 'listerClients',
    filters: { statut_kyc: 'en_verification' },
    ours: ['Dossiers KYC à vérifier', 'warning'],
    theirs: ['Dossiers KYC en vérification', 'warning'],
  },
  { list: 'listerClients', filters: { statut: 'actif' }, ours: ['Clients actifs', 'good'] },
]
type Words = readonly [label: string, tone: string]

interface TileProps extends Counted {
  readonly board: TableauDeBord
  readonly label: string
  readonly tone: string
}

function Tile({ board, list, filters, label, tone }: TileProps) {
  const total = totalOf(board, list, filters)
  return (
    <li className={tone}>
      <Link href={hrefOf(list, filters)}>
        <strong>{count(total)}</strong>
        <span>{label}</span>
        {list === 'listerDocumentsAVerifier' ? (
          <small>de tous les partenaires</small>
        ) : list === 'listerClients' ? (
          <Share total={total} all={totalOf(board, list, {})} noun="client" />
        ) : (
          <Share total={total} all={reservationsOf(board)} noun="réservation" />
        )}
      </Link>
    </li>
  )
}

const Share = ({ total, all, noun }: { total: number; all: number; noun: string }) => (
  <>
    <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
      <rect width="100" height="4" />
      <rect className="filled" width={all === 0 ? 0 : (100 * total) / all} height="4" />
    </svg>
    <small>{`sur ${several(all, noun)}`}</small>
  </>
)

const reservationsOf = (board: TableauDeBord): number =>
  figuresOf(board, 'listerReservations', 'statut', statutReservation).reduce(
    (sum, { total }) => sum + total,
    0,
  )
