import { age, moment } from '../format.ts'
import { usePartenaires, useReservations } from '../queries.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Card } from '../ui/facts.tsx'
import { Lines, Loaded } from '../ui/loaded.tsx'
import { KycSummary } from './kyc-file.tsx'
import { useReservationWords } from './reservation-words.ts'

/** What matters first to a partner's person: what became of their requests, and their own file. */
export function PartnerCards() {
  const can = useRights()
  return (
    <>
      {can('clients.consulter') && <Outcomes />}
      {can('partenaires.consulter') && <OwnFile />}
    </>
  )
}

const SHOWN = 6

function Outcomes() {
  const words = useReservationWords()
  const query = useReservations({ en_attente: 'false', tri: 'recentes', taille: SHOWN })
  return (
    <Card
      title="Suites données à vos demandes"
      aside={<Link href="/reservations?statut=toutes">Toutes vos demandes</Link>}
      className="wide"
    >
      <Loaded query={query} skeleton={<Lines count={SHOWN} />}>
        {({ donnees }) =>
          donnees.length === 0 ? (
            <p className="nothing">Aucune de vos demandes n’a encore été décidée.</p>
          ) : (
            <ul className="pending">
              {donnees.map(({ id, client, statut, motif_decision, traitee_le, cree_le }) => (
                <li key={id}>
                  <Link href={`/reservations?statut=toutes&ouverte=${id}`}>
                    <strong>{client.raison_sociale}</strong>
                  </Link>
                  <span>{motif_decision}</span>
                  <Badge value={statut} of={words.statut} />
                  <time
                    dateTime={traitee_le ?? cree_le}
                    title={moment(traitee_le ?? cree_le)}
                    className="figures"
                  >
                    {age(traitee_le ?? cree_le)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  )
}

/** The partner's own compliance file: what is missing or has to be done again. */
function OwnFile() {
  const own = usePartenaires({ taille: 1 })
  const partner = own.data?.donnees[0]
  if (partner === undefined) return null
  return (
    <Card
      title="Votre dossier KYC"
      aside={<Link href={`/partenaires/${partner.id}`}>Ouvrir le dossier</Link>}
    >
      <KycSummary id={partner.id} />
    </Card>
  )
}
