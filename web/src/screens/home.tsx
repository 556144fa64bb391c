import { several } from '../format.ts'
import { periode, statutClient, statutKyc, statutPartenaire, typeOrganisation } from '../labels.ts'
import { menu } from '../menu.ts'
import { Link } from '../router.tsx'
import { useMe, useRights } from '../session/me.ts'
import { Card } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { Title } from '../ui/title.tsx'
import { Bars, Ring } from './charts.tsx'
import { type Figure, useCatalogueFigures, useFigures, useTotal } from './figures.ts'
import { LatestPending } from './latest-pending.tsx'

/** The figures of the day; without the right to them, links to the available screens. */
export function Home() {
  const { utilisateur, organisation } = useMe()
  const can = useRights()
  return (
    <>
      <header className="screen-head">
        <Title window="Accueil">Bonjour {utilisateur.prenom}</Title>
        <p className="total">
          {organisation.nom} · {typeOrganisation[organisation.type]}
        </p>
      </header>
      {can('tableau_de_bord.consulter') ? <Dashboard /> : <Screens />}
    </>
  )
}

const hints: Readonly<Record<string, string>> = {
  '/reservations': 'Les demandes de clients, celles qui attendent et ce que les autres sont devenues.',
  '/clients': 'Les entreprises clientes, leurs contacts et leurs sites sur la carte.',
  '/partenaires': 'Les distributeurs, leur contrat-cadre et leur dossier KYC.',
  '/catalogue': 'Les forfaits par période et par volume, au prix en vigueur.',
}

function Screens() {
  const can = useRights()
  const shown = menu.filter(({ href, permission }) => href !== '/' && permission !== null && can(permission))
  if (shown.length === 0) {
    return (
      <p className="note">
        Vos droits concernent d’autres applications de la plateforme : cette page n’a pas encore d’écran pour
        eux.
      </p>
    )
  }
  return (
    <ul className="doors">
      {shown.map(({ href, label, icon }) => (
        <li key={href}>
          <Link href={href}>
            <Icon name={icon} />
            <strong>{label}</strong>
            <span>{hints[href]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}

function Dashboard() {
  const can = useRights()
  const { organisation } = useMe()
  const operator = organisation.type === 'operateur'
  const followsReservations = operator || organisation.type === 'partenaire'
  return (
    <>
      {can('clients.consulter') && (
        <ul className="tiles">
          {followsReservations && (
            <>
              <Tile
                of="reservations"
                filter={{ statut: 'demandee' }}
                label={operator ? 'Réservations à valider' : 'Demandes en attente de décision'}
                tone="warning"
              />
              <Tile
                of="reservations"
                filter={{ statut: 'conflit' }}
                label={operator ? 'Conflits à arbitrer' : 'Demandes en concurrence'}
                tone={operator ? 'bad' : 'warning'}
              />
            </>
          )}
          <Tile
            of="clients"
            filter={{ statut_kyc: 'en_verification' }}
            label={operator ? 'Dossiers KYC à vérifier' : 'Dossiers KYC en vérification'}
            tone="warning"
          />
          <Tile of="clients" filter={{ statut: 'actif' }} label="Clients actifs" tone="good" />
        </ul>
      )}
      <div className="dashboard">
        {can('clients.consulter') && followsReservations && <LatestPending />}
        {can('clients.consulter') && <ClientCharts />}
        {can('partenaires.consulter') && operator && <PartnerChart />}
        {can('catalogue.consulter') && <CatalogueChart />}
      </div>
    </>
  )
}

interface TileProps {
  readonly of: 'reservations' | 'clients'
  readonly filter: Readonly<Record<string, string>>
  readonly label: string
  readonly tone: string
}

function Tile({ of, filter, label, tone }: TileProps) {
  const [total, all] = [useTotal(of, filter), useTotal(of, {})]
  const share = total === undefined || !all ? 0 : total / all
  return (
    <li className={tone}>
      <Link href={`/${of}?${new URLSearchParams(filter)}`}>
        <strong>{total ?? <span className="skeleton" />}</strong>
        <span>{label}</span>
        <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
          <rect width="100" height="4" />
          <rect className="filled" width={100 * share} height="4" />
        </svg>
        <small>
          {all === undefined ? '…' : `sur ${several(all, of === 'clients' ? 'client' : 'réservation')}`}
        </small>
      </Link>
    </li>
  )
}

function ClientCharts() {
  const states = useFigures('clients', 'statut', statutClient)
  const files = useFigures('clients', 'statut_kyc', statutKyc)
  return (
    <>
      <Card title="Clients par état">
        <Bars figures={states} noun="client" />
      </Card>
      <Card title="Dossiers KYC des clients">
        <Ring figures={files} noun="dossier" />
      </Card>
    </>
  )
}

const PartnerChart = () => (
  <Card title="Partenaires par état">
    <Bars figures={useFigures('partenaires', 'statut', statutPartenaire)} noun="partenaire" />
  </Card>
)

function CatalogueChart() {
  const figures: Figure[] = useCatalogueFigures(periode)
  return (
    <Card title="Forfaits en vente par période">
      <Bars figures={figures} noun="forfait" />
    </Card>
  )
}
