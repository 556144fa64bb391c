import type { ReservationDetail } from 'antenne-client'
import { moment, person, several } from '../format.ts'
import { useClient, useComparison } from '../queries.ts'
import { Link } from '../router.tsx'
import { Badge } from '../ui/badge.tsx'
import { Fact, Facts } from '../ui/facts.tsx'
import { Icon } from '../ui/icon.tsx'
import { KnownPartner } from '../ui/names.tsx'
import { Comparison } from './comparison.tsx'
import type { Choice } from './deciding.ts'
import { Decision } from './decision.tsx'
import { History } from './history.tsx'
import type { Work } from './intentions.ts'
import type { Move } from './outcome-words.ts'
import { RequestedClient } from './requested-client.tsx'
import { useReservationWords } from './reservation-words.ts'
import { Rivals } from './rivals.tsx'

interface OpenReservationProps {
  readonly reservation: ReservationDetail
  readonly work: Work<Move> | undefined
  readonly decide: (seen: ReservationDetail, choice: Choice) => Promise<boolean>
  readonly close: () => void
}

/** A reservation: who requests which client, what may be done, the competing requests and the duplicate evidence. */
export function OpenReservation({ reservation, work, decide, close }: OpenReservationProps) {
  const { client, partenaire, demandeur, statut, cree_le, traitee_le, motif_decision } = reservation
  const words = useReservationWords()
  return (
    <>
      <header className="panel-head">
        <h2 id="reservation-title">{client.raison_sociale}</h2>
        <Badge value={statut} of={words.statut} />
        <button type="button" className="button quiet" aria-label="Fermer la réservation" onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <Decision reservation={reservation} work={work} decide={decide} />
      <Facts>
        <Fact name="Client demandé">
          {client.id === null ? (
            client.raison_sociale
          ) : (
            <Link href={`/clients/${client.id}`}>{client.raison_sociale}</Link>
          )}
        </Fact>
        <Fact name="Partenaire demandeur">
          <KnownPartner partner={partenaire} />
        </Fact>
        <Fact name="Demandée">
          {moment(cree_le)} par {person(demandeur)}
        </Fact>
        <Fact name="Décision">{traitee_le === null ? 'En attente' : moment(traitee_le)}</Fact>
        {motif_decision !== null && <Fact name="Motif">{motif_decision}</Fact>}
      </Facts>
      {client.id !== null && <RequestedClient id={client.id} />}
      <Rivals open={reservation} decide={decide} />
      <Evidence reservation={reservation} />
      <History of="reservation" id={reservation.id} />
    </>
  )
}

function Evidence({ reservation }: Pick<OpenReservationProps, 'reservation'>) {
  const { doublons_detectes: check, client } = reservation
  const requested = useClient(client.id)
  const compared = useComparison(reservation, (check?.correspondances.length ?? 0) > 0)
  const words = useReservationWords()
  if (check === null)
    return <p className="nothing">Aucun contrôle de doublon n’a été fait pour cette demande.</p>
  const { resultat, controle_le, correspondances, reservations_concurrentes } = check
  return (
    <section aria-labelledby="evidence">
      <header className="evidence-head">
        <h3 id="evidence">Contrôle de doublon</h3>
        <Badge value={resultat} of={words.resultat} />
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
        <Comparison
          key={match.client_id}
          requested={requested.data}
          match={match}
          close={
            compared.data?.fiches.find(({ id }) => id === match.client_id) ??
            (compared.isPending ? undefined : null)
          }
        />
      ))}
    </section>
  )
}
