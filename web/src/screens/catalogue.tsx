import type { Offre } from 'antenne-client'
import { useServices } from '../api.ts'
import { useFilters } from '../filters.ts'
import { amount, count, day, daysUntil, several, sortableDay, volume } from '../format.ts'
import { periode } from '../labels.ts'
import { useOffres } from '../queries.ts'
import { Mark } from '../ui/badge.tsx'
import { ClearFilters } from '../ui/clear-filters.tsx'
import { EmptyList } from '../ui/empty-list.tsx'
import { ExportButton, type Exported } from '../ui/export.tsx'
import { FilterBar } from '../ui/filter-bar.tsx'
import { Loaded } from '../ui/loaded.tsx'
import { NumberFilter } from '../ui/number-filter.tsx'
import { Pagination } from '../ui/pagination.tsx'
import { optionsOf, Select } from '../ui/select.tsx'
import { type Column, Nothing, Table, TableSkeleton } from '../ui/table.tsx'
import { Title } from '../ui/title.tsx'

const names = ['periode', 'volume_go', 'actif'] as const

/** A price that ends within this many days is announced. */
const SOON = 7

/** Data plans by period, then by volume, with the price in force today. */
export function Catalogue() {
  const filters = useFilters(names, { taille: 100 })
  const { values, page, taille, set } = filters
  // What is on sale, unless asked otherwise.
  const actif = values.actif === undefined ? 'true' : values.actif === 'tous' ? undefined : values.actif
  const query = useOffres({ ...values, actif, page, taille })
  const total = query.data?.pagination.total
  return (
    <>
      <header className="screen-head">
        <Title window="Catalogue">Catalogue</Title>
        <p className="total" role="status">
          {total === undefined ? '' : several(total, 'forfait')}
        </p>
        <ClearFilters filters={filters} />
        <ExportButton exported={useExported({ ...values, actif })} />
      </header>
      <FilterBar given={Object.keys(values).length}>
        <Select
          label="Période"
          all="Toutes"
          options={optionsOf(periode)}
          value={values.periode}
          onChange={(chosen) => set({ periode: chosen })}
        />
        <NumberFilter
          label="Volume exact, en Go"
          value={values.volume_go}
          onChange={(volume_go) => set({ volume_go })}
        />
        <Select
          label="Vente"
          all="En vente"
          options={[
            ['false', 'Retirés de la vente'],
            ['tous', 'Tous'],
          ]}
          value={values.actif === 'true' ? undefined : values.actif}
          onChange={(chosen) => set({ actif: chosen })}
        />
      </FilterBar>
      <p className="note">Prix hors taxes, en vigueur aujourd’hui. Un devis déjà émis garde son prix.</p>
      <Loaded query={query} skeleton={<TableSkeleton rows={12} columns={6} />} clear={filters.clear}>
        {({ donnees, pagination }) =>
          donnees.length === 0 ? (
            <EmptyList noun="forfaits" filters={filters} total={pagination.total} />
          ) : (
            <>
              {groups(donnees).map(([period, offers]) => (
                <section key={period} className="period" aria-labelledby={`periode-${period}`}>
                  <h2 id={`periode-${period}`}>{periode[period]}</h2>
                  <Table
                    caption={`Forfaits, période ${periode[period].toLocaleLowerCase('fr')}`}
                    rows={offers}
                    columns={columns}
                    keyOf={({ id }) => id}
                    busy={query.isPlaceholderData}
                    compact
                  />
                </section>
              ))}
              <Pagination place={pagination} filters={filters} />
            </>
          )
        }
      </Loaded>
    </>
  )
}

/** The plans of each period, in the order of the service. */
function groups(offers: readonly Offre[]): (readonly [Offre['periode'], Offre[]])[] {
  const found = new Map<Offre['periode'], Offre[]>()
  for (const offer of offers) found.set(offer.periode, [...(found.get(offer.periode) ?? []), offer])
  return [...found]
}

const perGo = ({ tarif_en_vigueur: price, volume_go }: Offre) =>
  price === null ? <Nothing /> : amount(Math.round(price.prix_ht / volume_go))

const columns: [Column<Offre>, ...Column<Offre>[]] = [
  {
    title: 'Forfait',
    cell: ({ libelle, code }) => (
      <>
        {libelle} <small>{code}</small>
      </>
    ),
  },
  { title: 'Volume', numeric: true, cell: ({ volume_go }) => volume(volume_go) },
  { title: 'Débit', cell: ({ debit }) => debit ?? <Nothing /> },
  {
    title: 'Appareils',
    numeric: true,
    secondary: true,
    cell: ({ nb_appareils: number }) => (number === null ? <Nothing /> : count(number)),
  },
  {
    title: 'Accès',
    numeric: true,
    secondary: true,
    cell: ({ nb_acces: number }) => (number === null ? <Nothing /> : count(number)),
  },
  {
    title: 'Prix HT',
    numeric: true,
    priced: true,
    cell: ({ tarif_en_vigueur: price }) =>
      price === null ? (
        <span className="nothing">aucun prix en vigueur</span>
      ) : (
        <strong>{amount(price.prix_ht)}</strong>
      ),
  },
  { title: 'Soit par Go', numeric: true, secondary: true, cell: perGo },
  {
    title: 'Validité du prix',
    roomy: true,
    cell: ({ tarif_en_vigueur: price }) => {
      if (price === null) return <Nothing />
      const { valide_du, valide_au } = price
      if (valide_au === null) return `depuis le ${day(valide_du)}`
      const left = daysUntil(valide_au)
      return (
        <>
          {`du ${day(valide_du)} au\u00a0${day(valide_au)}`}{' '}
          {left <= SOON && (
            <Mark tone="warning">
              {left <= 0 ? 'Se termine aujourd’hui' : `Se termine dans ${several(left, 'jour')}`}
            </Mark>
          )}
        </>
      )
    },
  },
  {
    title: 'Vente',
    cell: ({ actif, tarif_en_vigueur: price }) => {
      if (!actif) return <Mark tone="neutral">Retiré</Mark>
      return price === null ? (
        <Mark tone="warning">En vente, sans prix</Mark>
      ) : (
        <Mark tone="good">En vente</Mark>
      )
    },
  },
]

function useExported(values: object): Exported<Offre> {
  const { patient } = useServices()
  return {
    name: 'catalogue',
    list: (asked, options) => patient.listerOffres({ ...values, ...asked }, options),
    columns: [
      ['Code', (offer) => offer.code],
      ['Forfait', (offer) => offer.libelle],
      ['Période', (offer) => periode[offer.periode]],
      ['Volume (Go)', (offer) => offer.volume_go],
      ['Débit', (offer) => offer.debit],
      ['Appareils', (offer) => offer.nb_appareils],
      ['Accès', (offer) => offer.nb_acces],
      ['En vente', (offer) => (offer.actif ? 'Oui' : 'Non')],
      ['Prix HT (F CFA)', (offer) => offer.tarif_en_vigueur?.prix_ht],
      ['Prix valable du', (offer) => offer.tarif_en_vigueur && sortableDay(offer.tarif_en_vigueur.valide_du)],
      [
        'Prix valable au',
        (offer) => offer.tarif_en_vigueur?.valide_au && sortableDay(offer.tarif_en_vigueur.valide_au),
      ],
    ],
  }
}
