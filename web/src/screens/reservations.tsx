import type { Reservation } from 'antenne-client'
import { type ComponentProps, useEffect, useRef } from 'react'
import { useFilters } from '../filters.ts'
import { count, day, moment, several } from '../format.ts'
import { resultatDoublon, statutReservation } from '../labels.ts'
import { useReservation, useReservations } from '../queries.ts'
import { navigate, useSearch } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { ExportButton } from '../ui/export.tsx'
import { isDialogOpen } from '../ui/keys.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { ClientName, PartnerName } from '../ui/names.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { PartnerFilter } from '../ui/partner-filter.tsx'
import { optionsOf, Select } from '../ui/select.tsx'
import { type Column, Table, TableSkeleton } from '../ui/table.tsx'
import { Title } from '../ui/title.tsx'
import { type Choice, useDeciding } from './deciding.ts'
import { useExportedReservations } from './exported-reservations.ts'
import { isPending } from './outcome-words.ts'
import { ReservationDetail } from './reservation.tsx'

const names = ['statut', 'partenaire_id', 'client_id'] as const

/** The queue of reservations, pending ones first, with the open one beside it. */
export function Reservations() {
  const filters = useFilters(names)
  const { values, page, taille, set } = filters
  const query = useReservations({ ...values, page, taille })
  const open = new URLSearchParams(useSearch()).get('ouverte') ?? undefined
  const total = query.data?.pagination.total
  const rows = query.data?.donnees
  const shown = rows?.find(({ id }) => id === open)
  // A link to a reservation holds wherever it stands in the list by now.
  const elsewhere = useReservation(rows === undefined || shown !== undefined ? undefined : open)
  const chosen = shown ?? elsewhere.data
  const latest = useRef(rows)
  latest.current = rows
  const columns = useColumns(chosen !== undefined)
  const here = filters.pageHref(page)
  const openHref = (id: string) => `${here}${here.includes('?') ? '&' : '?'}ouverte=${id}`
  const { works, decide } = useDeciding()
  const decideAndGoOn = async (reservation: Reservation, choice: Choice) => {
    const over = await decide(reservation, choice)
    // Who went elsewhere meanwhile stays there.
    if (over && isOpen(reservation.id)) {
      const next = nextPending(latest.current ?? [], reservation, choice)
      navigate(next === undefined ? here : openHref(next.id), { replace: true })
    }
    return over
  }
  return (
    <>
      <header className="screen-head">
        <Title window="Réservations">Réservations</Title>
        <p className="total" role="status">
          {total === undefined ? '' : several(total, 'réservation')}
        </p>
        <ClearFilters filters={filters} />
        <ExportButton exported={useExportedReservations(values)} />
      </header>
      <search className="filters">
        <Select
          label="État"
          all="Tous"
          options={optionsOf(statutReservation)}
          value={values.statut}
          onChange={(statut) => set({ statut })}
        />
        <PartnerFilter value={values.partenaire_id} onChange={(partenaire_id) => set({ partenaire_id })} />
        {values.client_id !== undefined && (
          <p className="chip">
            Client : <ClientName id={values.client_id} />
            <button
              type="button"
              aria-label="Retirer le filtre client"
              onClick={() => set({ client_id: undefined })}
            >
              ×
            </button>
          </p>
        )}
      </search>
      {elsewhere.isError && (
        <p className="banner" role="alert">
          La réservation demandée n’a pas pu être ouverte. {elsewhere.error.message}
        </p>
      )}
      <Loaded query={query} skeleton={<TableSkeleton rows={12} columns={5} />} clear={filters.clear}>
        {({ donnees, pagination }) =>
          donnees.length === 0 ? (
            <EmptyList noun="réservations" filters={filters} total={pagination.total} />
          ) : (
            <div className={chosen === undefined ? 'queue' : 'queue open'}>
              <div>
                <Table
                  caption={`Réservations, page ${count(pagination.page)} sur ${count(pagination.pages)}`}
                  rows={donnees}
                  columns={columns}
                  keyOf={({ id }) => id}
                  href={({ id }) => openHref(id)}
                  selected={chosen?.id}
                  busy={query.isPlaceholderData}
                />
                <Pagination place={pagination} filters={filters} />
              </div>
              {chosen !== undefined && (
                <Opened
                  key={chosen.id}
                  reservation={chosen}
                  work={works[chosen.id]}
                  decide={(choice) => decideAndGoOn(chosen, choice)}
                  close={() => navigate(here)}
                />
              )}
            </div>
          )
        }
      </Loaded>
    </>
  )
}

const isOpen = (id: string): boolean => new URLSearchParams(location.search).get('ouverte') === id

/** The oldest request of the page that still waits; a validation decides all those on its client. */
const nextPending = (rows: readonly Reservation[], decided: Reservation, { move }: Choice) =>
  rows
    .filter(({ id, statut }) => isPending(statut) && id !== decided.id)
    .filter(({ client_id }) => move !== 'validee' || client_id !== decided.client_id)
    .sort((one, other) => one.cree_le.localeCompare(other.cree_le))[0]

type OpenedProps = ComponentProps<typeof ReservationDetail>

/** The open reservation takes the focus; its row has it when it is closed. */
function Opened(props: OpenedProps) {
  const { reservation, close } = props
  const panel = useRef<HTMLElement>(null)
  useEffect(() => {
    const before = document.activeElement
    panel.current?.focus({ preventScroll: true })
    // On a narrow screen it replaces the list, which may be scrolled far down.
    if ((panel.current?.getBoundingClientRect().top ?? 0) < 0) panel.current?.scrollIntoView()
    return () => {
      const row = document.querySelector<HTMLElement>(`.row-link[href*="ouverte=${reservation.id}"]`)
      if (row !== null) row.focus()
      else if (before instanceof HTMLElement) before.focus()
    }
  }, [reservation.id])
  return (
    <section
      ref={panel}
      tabIndex={-1}
      className="panel"
      aria-labelledby="reservation-title"
      onKeyDown={(event) => event.key === 'Escape' && !isDialogOpen() && close()}
    >
      <ReservationDetail {...props} />
    </section>
  )
}

/** Beside an open reservation there is room only for the essential columns. */
function useColumns(narrow: boolean): [Column<Reservation>, ...Column<Reservation>[]] {
  const named = useRights()('partenaires.consulter')
  const state: Column<Reservation> = {
    title: 'État',
    cell: ({ statut }) => <Badge value={statut} of={statutReservation} />,
  }
  if (narrow) return [essential(named), state]
  const partner: Column<Reservation> = {
    title: 'Partenaire',
    named: true,
    cell: ({ partenaire_id }) => <PartnerName id={partenaire_id} />,
  }
  return [
    { title: 'Client demandé', named: true, cell: ({ client_id }) => <ClientName id={client_id} /> },
    state,
    ...(named ? [partner] : []),
    { title: 'Demandée le', numeric: true, cell: ({ cree_le }) => moment(cree_le) },
    ...checkedAndDecided,
  ]
}

const essential = (named: boolean): Column<Reservation> => ({
  title: 'Client demandé',
  named: true,
  cell: ({ client_id, partenaire_id, cree_le }) => (
    <>
      <ClientName id={client_id} />
      <small className="below">
        le {day(cree_le)}
        {named && (
          <>
            , par <PartnerName id={partenaire_id} />
          </>
        )}
      </small>
    </>
  ),
})

const checkedAndDecided: readonly Column<Reservation>[] = [
  {
    title: 'Contrôle de doublon',
    wraps: true,
    cell: ({ doublons_detectes: check }) =>
      check === null ? (
        <span className="nothing">non contrôlée</span>
      ) : (
        <Badge value={check.resultat} of={resultatDoublon} />
      ),
  },
  {
    title: 'Décidée le',
    numeric: true,
    secondary: true,
    cell: ({ traitee_le }) =>
      traitee_le === null ? <span className="nothing">en attente</span> : moment(traitee_le),
  },
]
