import { age, moment } from '../format.ts'
import { useReservations } from '../queries.ts'
import { Link } from '../router.tsx'
import { useDecides, useMe } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/facts.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { useReservationWords } from './reservation-words.ts'

/** How many are shown. */
export const SHOWN = 6

/** Pending reservations: the oldest for who decides, the newest of their own for partners. */
export function LatestPending() {
  const words = useReservationWords()
  const operator = useMe().organisation.type === 'operateur'
  const decides = useDecides()
  const query = useReservations({
    en_attente: 'true',
    tri: decides ? 'anciennes' : 'recentes',
    taille: SHOWN,
  })
  const all = <Link href="/reservations">Toutes les demandes</Link>
  return (
    <Card
      title={decides ? 'Demandes qui attendent depuis le plus longtemps' : 'Dernières demandes en attente'}
      aside={all}
      className="wide"
    >
      <Loaded query={query} skeleton={<Awaited />}>
        {({ donnees }) => {
          if (donnees.length === 0) return <p className="nothing">Aucune demande n’attend de décision.</p>
          return (
            <ul className="pending">
              {donnees.map(({ id, client, partenaire, statut, cree_le }) => (
                <li key={id}>
                  <Link href={`/reservations?ouverte=${id}`}>
                    <strong>{client.raison_sociale}</strong>
                  </Link>
                  {operator && <span>par {partenaire.raison_sociale}</span>}
                  <Badge value={statut} of={words.statut} />
                  <time dateTime={cree_le} title={moment(cree_le)} className="figures">
                    {age(cree_le)}
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
export function Awaited() {
  const named = useMe().organisation.type === 'operateur'
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
