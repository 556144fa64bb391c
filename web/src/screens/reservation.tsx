import type { Reservation } from 'antenne-client'
import { moment, several } from '../format.ts'
import { resultatDoublon, statutReservation } from '../labels.ts'
import { useClient } from '../queries.ts'
import { Link } from '../router.tsx'
import { Badge } from '../ui/badge.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { ClientName, PartnerLink } from '../ui/names.tsx'
import { Comparison } from './comparison.tsx'
import type { Choice, Work } from './deciding.ts'
import { Decision } from './decision.tsx'
import { Rivals } from './rivals.tsx'

interface ReservationDetailProps {
  readonly reservation: Reservation
  readonly work: Work | undefined
  readonly decide: (choice: Choice) => Promise<boolean>
  readonly close: () => void
}

/** A reservation: who requests which client, what may be done, the competing requests and the duplicate evidence. */
export function ReservationDetail({ reservation, work, decide, close }: ReservationDetailProps) {
  const { client_id, partenaire_id, statut, cree_le, traitee_le, motif_decision } = reservation
  return (
    <>
      <header className="panel-head">
        <h2 id="reservation-title">
          <ClientName id={client_id} />
        </h2>
        <Badge value={statut} of={statutReservation} />
        <button type="button" className="button quiet" aria-label="Fermer la réservation" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Decision reservation={reservation} work={work} decide={decide} />
      <Facts>
        <Fact name="Client demandé">
          <Link href={`/clients/${client_id}`}>
            <ClientName id={client_id} />
          </Link>
        </Fact>
        <Fact name="Partenaire demandeur">
          <PartnerLink id={partenaire_id} />
        </Fact>
        <Fact name="Demandée">{moment(cree_le)}</Fact>
        <Fact name="Décision">{traitee_le === null ? 'En attente' : moment(traitee_le)}</Fact>
        {motif_decision !== null && <Fact name="Motif">{motif_decision}</Fact>}
      </Facts>
      <Rivals open={reservation} />
      <Evidence reservation={reservation} />
    </>
  )
}

function Evidence({
  reservation: { doublons_detectes: check, client_id },
}: Pick<ReservationDetailProps, 'reservation'>) {
  const requested = useClient(client_id)
  if (check === null)
    return <p className="nothing">Aucun contrôle de doublon n’a été fait pour cette demande.</p>
  const { resultat, controle_le, correspondances, reservations_concurrentes } = check
  return (
    <section aria-labelledby="evidence">
      <header className="evidence-head">
        <h3 id="evidence">Contrôle de doublon</h3>
        <Badge value={resultat} of={resultatDoublon} />
      </header>
      <p className="note">
        Contrôle du {moment(controle_le)} :{' '}
        {several(correspondances.length, 'fiche proche', 'fiches proches')},{' '}
        {several(reservations_concurrentes.length, 'réservation concurrente', 'réservations concurrentes')}.
      </p>
      {resultat !== 'aucun' && correspondances.length + reservations_concurrentes.length === 0 && (
        <p className="note">
          Les éléments en cause sont hors de votre périmètre : l’opérateur, qui les voit, arbitrera.
        </p>
      )}
      {correspondances.map((match) => (
        <Comparison key={match.client_id} requested={requested.data} match={match} />
      ))}
    </section>
  )
}
