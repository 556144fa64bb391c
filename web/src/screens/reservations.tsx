import type { ReservationDetail } from 'antenne-client'
import { useRef } from 'react'
import { isOffline } from '../device/network.ts'
import { count, several } from '../format.ts'
import { useReservation, useReservations } from '../queries.ts'
import { navigate, useSearch } from '../router.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { ExportButton } from '../ui/export.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { Table, TableSkeleton } from '../ui/table.tsx'
import { Title } from '../ui/title.tsx'
import { ChoiceBox } from './choice-box.tsx'
import { useChoosing } from './choosing.ts'
import { type Choice, useDeciding } from './deciding.ts'
import { useDecidingSeveral } from './deciding-several.ts'
import { useExportedReservations } from './exported-reservations.ts'
import { after, nextPending, undecided } from './next-pending.ts'
import { Opened } from './opened-reservation.tsx'
import { isPending } from './outcome-words.ts'
import { QueueEmpty } from './queue-empty.tsx'
import { QueueFields } from './queue-fields.tsx'
import { useQueueFilters } from './queue-filters.ts'
import { useColumns } from './reservation-columns.tsx'
import { useSentDecisions } from './sent-decisions.ts'
import { SeveralBar } from './several-bar.tsx'
import { orderBy, useSteady } from './steady-queue.ts'

/** The queue of reservations, with the open one beside it. */
export function Reservations() {
  const queue = useQueueFilters()
  const { filters, asked } = queue
  const { page, taille } = filters
  const query = useReservations({ ...asked, page, taille }, { live: true })
  const steady = useSteady(JSON.stringify([asked, page, taille]), query, queue.order)
  const { rows, absent, gone } = steady
  const open = new URLSearchParams(useSearch()).get('ouverte') ?? undefined
  const order = orderBy(queue.order)
  const { total, pages = 0 } = query.data?.pagination ?? {}
  const shown = rows.find(({ id }) => id === open)
  // A link to a reservation holds wherever it stands in the list by now.
  const isHere = shown !== undefined && !absent.has(shown.id)
  const elsewhere = useReservation(query.data === undefined || isHere ? undefined : open)
  const chosen = isHere ? shown : (elsewhere.data ?? shown)
  const sent = useSentDecisions()
  const pending = rows.filter(({ id, statut }) => isPending(statut) && !gone.has(id))
  const columns = useColumns(chosen !== undefined, { gone, sent, view: queue.state })
  const here = filters.pageHref(page)
  const openHref = (id: string) => `${here}${here.includes('?') ? '&' : '?'}ouverte=${id}`
  const deciding = useDeciding()
  const { works, decide, refresh, refreshAfter } = deciding
  const moveOn = (id: string) => sent.get(id) ?? works[id]?.move
  const waiting = undecided(pending, moveOn)
  const latest = useRef(waiting)
  latest.current = waiting
  const free = pending.filter(({ id }) => !sent.has(id))
  const choosing = useChoosing(free)
  const decidingSeveral = useDecidingSeveral(deciding, choosing)
  const box = (row: ReservationDetail) =>
    free.includes(row) ? <ChoiceBox reservation={row} choosing={choosing} /> : <span className="choice" />
  const next = chosen && nextPending(waiting, chosen, chosen.statut, order)
  const goOn = async (decided: ReservationDetail, { move }: Choice) => {
    const goTo = (known: readonly ReservationDetail[]) => {
      const following = nextPending(known, decided, move, order)
      // Who went elsewhere meanwhile stays there.
      if (isOpen(decided.id)) navigate(following ? openHref(following.id) : here, { replace: true })
    }
    const isNextKnown = after(latest.current, decided, order).length > 0 || page >= pages || isOffline()
    if (isNextKnown) goTo(latest.current)
    refreshAfter(decided)
    if (isNextKnown) return
    // What comes next stands on the next page until the list is read again.
    const { data } = await query.refetch({ cancelRefetch: false })
    const read = data?.donnees.filter(({ statut }) => isPending(statut))
    goTo(read === undefined ? latest.current : undecided(read, moveOn))
  }
  const decideAndGoOn = async (reservation: ReservationDetail, choice: Choice) => {
    const { over, counts = false } = await decide(reservation, choice)
    // One of several requests on a client decides the open one too, unless it was decided before.
    const decides = over && (counts || reservation.id === chosen?.id)
    if (decides) void goOn(chosen ?? reservation, choice)
    else if (over) void refresh()
    return decides
  }
  return (
    <>
      <header className="screen-head">
        <Title window="Réservations">Réservations</Title>
        <p className="total" role="status">
          {total === undefined ? '' : several(total, 'réservation')}
        </p>
        <ClearFilters filters={filters} />
        {absent.size + steady.held > 0 && (
          <button type="button" className="link" onClick={steady.update}>
            Mettre la liste à jour
            {steady.held > 0 && ` : ${several(steady.held, 'nouvelle demande', 'nouvelles demandes')}`}
          </button>
        )}
        <ExportButton exported={useExportedReservations(asked)} />
      </header>
      <QueueFields queue={queue} />
      {elsewhere.isError && elsewhere.data === undefined && (
        <p className="banner" role="alert">
          La réservation demandée n’a pas pu être ouverte. {elsewhere.error.message}
        </p>
      )}
      <Loaded query={query} skeleton={<TableSkeleton rows={12} columns={5} />} clear={filters.clear}>
        {({ pagination }) => (
          <div className={chosen === undefined ? 'queue' : 'queue open'}>
            <div>
              {rows.length === 0 ? (
                <QueueEmpty queue={queue} total={pagination.total} />
              ) : (
                <>
                  <Table
                    caption={`Réservations, page ${count(pagination.page)} sur ${count(pagination.pages)}`}
                    rows={rows}
                    columns={columns}
                    keyOf={({ id }) => id}
                    href={({ id }) => openHref(id)}
                    selected={chosen?.id}
                    busy={query.isPlaceholderData}
                    box={choosing.on ? box : undefined}
                  />
                  <Pagination place={pagination} filters={filters} />
                </>
              )}
              <SeveralBar
                choosing={choosing}
                deciding={decidingSeveral}
                works={works}
                keyed={open === undefined}
              />
            </div>
            {chosen !== undefined && (
              <Opened
                key={chosen.id}
                reservation={chosen}
                work={works[chosen.id]}
                nextHref={next && openHref(next.id)}
                decide={decideAndGoOn}
                close={() => navigate(here)}
              />
            )}
          </div>
        )}
      </Loaded>
    </>
  )
}

const isOpen = (id: string): boolean => new URLSearchParams(location.search).get('ouverte') === id
