import { moment } from '../format.ts'
import { statutReservation } from '../labels.ts'
import { useReservations } from '../queries.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ClientName, PartnerName } from '../ui/names.tsx'
import { isPending } from './outcome-words.ts'

const SHOWN = 6

/** The newest pending reservations: the service lists them first. */
export function LatestPending() {
  const can = useRights()
  const query = useReservations({ taille: SHOWN })
  const all = <Link href="/reservations">Toute la file</Link>
  return (
    <Card title="Dernières demandes en attente" aside={all} className="wide">
      <Loaded query={query} skeleton={<Awaited />}>
        {({ donnees }) => {
          const pending = donnees.filter(({ statut }) => isPending(statut))
          if (pending.length === 0) return <p className="nothing">Aucune demande n’attend de décision.</p>
          return (
            <ul className="pending">
              {pending.map(({ id, client_id, partenaire_id, statut, cree_le }) => (
                <li key={id}>
                  <Link href={`/reservations?ouverte=${id}`}>
                    <strong>
                      <ClientName id={client_id} />
                    </strong>
                  </Link>
                  {can('partenaires.consulter') && (
                    <span>
                      par <PartnerName id={partenaire_id} />
                    </span>
                  )}
                  <Badge value={statut} of={statutReservation} />
                  <time dateTime={cree_le} className="figures">
                    {moment(cree_le)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }}
      </Loaded>
    </Card>
  )
}

/** A skeleton of the same height. */
function Awaited() {
  const named = useRights()('partenaires.consulter')
  const grey = <span className="skeleton" />
  return (
    <ul className="pending" aria-hidden="true">
      {Array.from({ length: SHOWN }, (_, index) => (
        <li key={index}>
          <span>{grey}</span>
          {named && <span>{grey}</span>}
          <span className="badge">{grey}</span>
          <time>{grey}</time>
        </li>
      ))}
    </ul>
  )
}
