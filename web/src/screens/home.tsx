import { addresses } from '../addresses.ts'
import { typeOrganisation } from '../labels.ts'
import { menu } from '../menu.ts'
import { Link } from '../router.tsx'
import { useMayEnter, useMe, useRights, useVerifies } from '../session/me.ts'
import { readsFigures, readsOwnFile } from '../session/rights.ts'
import { Icon } from '../ui/icon.tsx'
import { Title } from '../ui/title.tsx'
import { Dashboard } from './dashboard.tsx'
import { LatestPending } from './latest-pending.tsx'
import { OwnDocuments } from './own-documents.tsx'
import { OwnFiles } from './own-files.tsx'
import { PartnerCards } from './partner-cards.tsx'
import { WaitingDocuments } from './waiting-documents.tsx'

/** The figures of the day; without the right to them, links to the available screens. */
export function Home() {
  const me = useMe()
  const { utilisateur, organisation } = me
  const can = useRights()
  return (
    <>
      <header className="screen-head">
        <Title window="Accueil">Bonjour {utilisateur.prenom}</Title>
        <p className="total">
          {organisation.nom} · {typeOrganisation[organisation.type]}
        </p>
        {can('clients.creer') && (
          <Link className="button primary" href="/clients/nouveau">
            Nouveau client
          </Link>
        )}
      </header>
      {readsOwnFile(me) ? (
        <OwnDocuments>
          <Day />
        </OwnDocuments>
      ) : (
        <Day />
      )}
    </>
  )
}

function Day() {
  const me = useMe()
  const { organisation } = me
  const can = useRights()
  const verifies = useVerifies()
  if (readsFigures(me)) return <Dashboard />
  if (organisation.type === 'client' && can('clients.consulter')) {
    return (
      <>
        <OwnFiles />
        <Screens without={addresses.clients} />
      </>
    )
  }
  return (
    <>
      {verifies && (
        <div className="dashboard">
          <WaitingDocuments />
        </div>
      )}
      {organisation.type === 'tiers' && (
        <p className="card own-files">
          Votre organisation ne suit ni clients ni partenaires sur cette page.{' '}
          {can('catalogue.consulter') && 'Vous y consultez les forfaits du catalogue et leurs prix.'}
        </p>
      )}
      {organisation.type === 'partenaire' && (
        <div className="dashboard">
          {can('clients.consulter') && <LatestPending />}
          <PartnerCards />
        </div>
      )}
      <Screens />
    </>
  )
}

const hints: Readonly<Record<string, string>> = {
  '/reservations': 'Les demandes de réservation, en attente ou décidées.',
  '/documents': 'Les documents des partenaires qui attendent une vérification, et ceux qui sont vérifiés.',
  '/clients': 'Les entreprises clientes, leurs contacts et leurs sites sur la carte.',
  '/partenaires': 'Les distributeurs, leur contrat-cadre et leur dossier KYC.',
  '/catalogue': 'Les forfaits par période et par volume, au prix en vigueur.',
}

/** Links to the screens that a person may enter; without the one that is already linked above. */
function Screens({ without }: { readonly without?: string }) {
  const mayEnter = useMayEnter()
  const shown = menu.filter((entry) => entry.permission !== null && entry.href !== without && mayEnter(entry))
  if (shown.length === 0 && without !== undefined) return null
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
      {shown.map(({ href, label, rest, icon }) => (
        <li key={href}>
          <Link href={href}>
            <Icon name={icon} />
            <strong>
              {label}
              {rest}
            </strong>
            <span>{hints[href]}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
