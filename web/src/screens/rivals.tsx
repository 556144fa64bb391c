import type { PartenaireConcurrent, ReservationDetail } from 'antenne-client'
import { useRef } from 'react'
import { count, day, daysUntil, moment, person, several } from '../format.ts'
import { statutContrat, statutPartenaire, statutReservation } from '../labels.ts'
import { useComparison } from '../queries.ts'
import { Link } from '../router.tsx'
import { Badge, Mark } from '../ui/badge.tsx'
import { KnownPartner } from '../ui/names.tsx'
import type { Choice } from './deciding.ts'
import { isPending } from './outcome-words.ts'
import { RivalChoice } from './rival-choice.tsx'
import { RivalZones } from './rival-zones.tsx'
import { useChosen, useRivals } from './use-rivals.ts'

interface RivalsProps {
  readonly open: ReservationDetail
  readonly decide: (seen: ReservationDetail, choice: Choice) => Promise<boolean>
}

/** The competing requests on a client, side by side, the open one among them; one of the partners can be chosen. */
export function Rivals({ open, decide }: RivalsProps) {
  const { doublons_detectes: check, statut, client_id } = open
  const told = check?.reservations_concurrentes ?? []
  // Those that were shown are read again once it is decided, too.
  const competes = useRef(false)
  competes.current ||= statut === 'conflit' || told.length > 0
  const { all, asked } = useRivals(client_id, competes.current)
  const compared = useComparison(open, asked).data?.partenaires ?? []
  const chosen = useChosen(open)
  if (all.length < 2) return null
  return (
    <section aria-labelledby="rivals">
      <h3 id="rivals">Demandes concurrentes sur ce client</h3>
      <ul className="rivals">
        {all.map((rival) => (
          <Rival
            key={rival.id}
            rival={rival}
            partner={compared.find(({ id }) => id === rival.partenaire.id)}
            open={rival.id === open.id}
            undecided={isPending(statut) && chosen === undefined}
            decide={decide}
          />
        ))}
      </ul>
    </section>
  )
}

interface RivalProps extends Pick<RivalsProps, 'decide'> {
  readonly rival: ReservationDetail
  /** What is known of its partner, once it is read. */
  readonly partner: PartenaireConcurrent | undefined
  readonly open: boolean
  /** Whether the client is still to be given to one of them. */
  readonly undecided: boolean
}

function Rival({ rival, partner, open, undecided, decide }: RivalProps) {
  const { id, client_id, partenaire, statut, cree_le, traitee_le, demandeur } = rival
  return (
    <li aria-current={open || undefined}>
      <h4>
        <KnownPartner partner={partenaire} />
      </h4>
      <p>
        <Badge value={statut} of={statutReservation} />
      </p>
      <p className="note">
        Demandée le {moment(cree_le)} par {person(demandeur)}
      </p>
      {traitee_le !== null && <p className="note">Décidée le {moment(traitee_le)}</p>}
      <p className="note">
        Partenaire : <Badge value={partenaire.statut} of={statutPartenaire} />
      </p>
      <p className="note">Clients gérés : {partner === undefined ? '…' : count(partner.clients_geres)}</p>
      {partner?.zones && (
        <>
          <Contract of={partner} />
          <RivalZones zones={partner.zones} client_id={client_id} />
        </>
      )}
      {open ? (
        <p className="note">Demande ouverte ici</p>
      ) : (
        <Link href={`/reservations?statut=toutes&client_id=${client_id}&ouverte=${id}`}>
          Ouvrir cette demande
        </Link>
      )}
      <RivalChoice rival={rival} on={undecided} decide={decide} />
    </li>
  )
}

/** In its last days a contract calls for attention. */
const ENDING = 30

function Contract({ of: { contrat_cadre: contract } }: { readonly of: PartenaireConcurrent }) {
  if (contract === null) return <p className="note">Contrat-cadre : aucun en vigueur</p>
  const { statut, date_fin } = contract
  const left = date_fin === null ? Number.POSITIVE_INFINITY : daysUntil(date_fin)
  const [label, tone] = statutContrat[statut]
  return (
    <p className="note">
      Contrat-cadre : <Mark tone={left > ENDING ? tone : 'warning'}>{label}</Mark>{' '}
      {date_fin === null ? 'sans terme' : `jusqu’au ${day(date_fin)}`}
      {left <= ENDING && (left > 0 ? `, dans ${several(left, 'jour')}` : ', aujourd’hui')}
    </p>
  )
}
