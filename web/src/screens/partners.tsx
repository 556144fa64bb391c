import type { PartenaireKyc } from 'antenne-client'
import { useServices } from '../api.ts'
import type { Configuration } from '../configuration.ts'
import { useFilters } from '../filters.ts'
import { count, day, sortableDay } from '../format.ts'
import { etatDossier, modeVersement, statutPartenaire, zoneName } from '../labels.ts'
import { useDossiersKyc } from '../queries.ts'
import { Badge, Mark } from '../ui/badge.tsx'
import { Phone } from '../ui/detail.tsx'
import type { Exported } from '../ui/export.tsx'
import { ListScreen } from '../ui/list-screen.tsx'
import { Search } from '../ui/search.tsx'
import { optionsOf, Select } from '../ui/select.tsx'
import { type Column, Nothing } from '../ui/table.tsx'
import { ZoneFilter } from '../ui/zone-filter.tsx'
import { demandsOf } from './dossier-words.ts'
import { phoneCell } from './exported-names.ts'

const names = ['recherche', 'statut', 'kyc', 'zone_id'] as const

/** All visible partners, by name. */
export function Partners() {
  const filters = useFilters(names)
  const { values, page, taille, set } = filters
  const { patient, configuration } = useServices()
  const query = useDossiersKyc({ ...values, page, taille })
  const zone = zoneNames(configuration)
  const exported: Exported<PartenaireKyc> = {
    name: 'partenaires',
    list: (asked, options) => patient.listerDossiersKyc({ ...(values as object), ...asked }, options),
    columns: [
      ['Raison sociale', (partner) => partner.raison_sociale],
      ['Forme juridique', (partner) => partner.forme_juridique],
      ['RCCM', (partner) => partner.rccm],
      ['NCC', (partner) => partner.ncc],
      ['Adresse', (partner) => partner.adresse],
      ['Ville', (partner) => partner.ville],
      ['Zone principale', (partner) => partner.zone_principale_id && zone(partner.zone_principale_id)],
      ['Téléphone', (partner) => phoneCell(partner.telephone)],
      ['E-mail', (partner) => partner.email],
      ['Commerciaux', (partner) => partner.capacite_commerciale],
      ['Versement', (partner) => modeVersement[partner.mode_versement]],
      ['État', (partner) => statutPartenaire[partner.statut][0]],
      [
        'Dossier KYC',
        ({ kyc }) =>
          demandsOf(kyc)
            .map(({ text }) => text)
            .join(', '),
      ],
      ['Activé le', (partner) => partner.valide_le && sortableDay(partner.valide_le)],
      ['Créé le', (partner) => sortableDay(partner.cree_le)],
      ['Identifiant', (partner) => partner.id],
    ],
  }
  const fields = (
    <>
      <Search
        label="Nom, RCCM ou NCC"
        value={values.recherche ?? ''}
        onChange={(recherche, how) => set({ recherche }, how)}
      />
      <Select
        label="État"
        all="Tous"
        options={optionsOf(statutPartenaire)}
        value={values.statut}
        onChange={(statut) => set({ statut })}
      />
      <Select
        label="Dossier KYC"
        all="Tous"
        options={optionsOf(etatDossier)}
        value={values.kyc}
        onChange={(kyc) => set({ kyc })}
      />
      <ZoneFilter value={values.zone_id} onChange={(zone_id) => set({ zone_id })} />
    </>
  )
  return (
    <ListScreen
      title="Partenaires"
      noun={['partenaire', 'partenaires']}
      query={query}
      filters={filters}
      fields={fields}
      columns={columnsWith(zone)}
      href={({ id }) => `/partenaires/${id}`}
      exported={exported}
    />
  )
}

const zoneNames = ({ zones }: Configuration) => {
  const known = new Map(zones.map((zone) => [zone.id, zoneName(zone)]))
  return (id: string) => known.get(id)
}

const columnsWith = (
  zone: (id: string) => string | undefined,
): [Column<PartenaireKyc>, ...Column<PartenaireKyc>[]] => [
  {
    title: 'Raison sociale',
    cell: ({ raison_sociale, forme_juridique }) => (
      <>
        {raison_sociale} {forme_juridique !== null && <small>{forme_juridique}</small>}
      </>
    ),
  },
  { title: 'Ville', cell: ({ ville }) => ville ?? <Nothing /> },
  { title: 'État', cell: ({ statut }) => <Badge value={statut} of={statutPartenaire} /> },
  {
    title: 'Dossier KYC',
    cell: ({ kyc }) => (
      <span className="tags">
        {demandsOf(kyc).map(({ text, tone }) => (
          <Mark key={text} tone={tone}>
            {text}
          </Mark>
        ))}
      </span>
    ),
  },
  {
    title: 'Zone principale',
    secondary: true,
    cell: ({ zone_principale_id: id }) => (id === null ? <Nothing /> : (zone(id) ?? <Nothing />)),
  },
  {
    title: 'Téléphone',
    numeric: true,
    cell: ({ telephone }) => (telephone === null ? <Nothing /> : <Phone number={telephone} />),
  },
  {
    title: 'Commerciaux',
    numeric: true,
    secondary: true,
    cell: ({ capacite_commerciale: people }) => (people === null ? <Nothing /> : count(people)),
  },
  {
    title: 'Activé le',
    numeric: true,
    secondary: true,
    cell: ({ valide_le }) => (valide_le === null ? <Nothing /> : day(valide_le)),
  },
]
