import type { Client } from 'antenne-client'
import { useServices } from '../api.ts'
import { clientFilters } from '../asked.ts'
import { useFilters } from '../filters.ts'
import { amount, day } from '../format.ts'
import { origineClient, statutClient, statutKyc } from '../labels.ts'
import { useClients } from '../queries.ts'
import { Link } from '../router.tsx'
import { useRights } from '../session/me.ts'
import { Badge } from '../ui/badge.tsx'
import { Phone } from '../ui/detail.tsx'
import { ListScreen } from '../ui/list-screen.tsx'
import { PartnerLink } from '../ui/names.tsx'
import { PartnerFilter } from '../ui/partner-filter.tsx'
import { Search } from '../ui/search.tsx'
import { optionsOf, Select } from '../ui/select.tsx'
import { type Column, Nothing } from '../ui/table.tsx'
import { useExportedClients } from './exported-clients.ts'

/** All visible clients, by name. */
export function Clients() {
  const filters = useFilters(clientFilters)
  const { values, page, taille, set } = filters
  const query = useClients({ ...values, page, taille })
  const exported = useExportedClients(values)
  const { secteurs } = useServices().configuration
  const can = useRights()
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
        options={optionsOf(statutClient)}
        value={values.statut}
        onChange={(statut) => set({ statut })}
      />
      <Select
        label="Dossier KYC"
        all="Tous"
        options={optionsOf(statutKyc)}
        value={values.statut_kyc}
        onChange={(statut_kyc) => set({ statut_kyc })}
      />
      <Select
        label="Secteur"
        all="Tous"
        options={secteurs.map(({ id, libelle }) => [id, libelle] as const)}
        value={values.secteur_id}
        onChange={(secteur_id) => set({ secteur_id })}
      />
      <PartnerFilter value={values.partenaire_id} onChange={(partenaire_id) => set({ partenaire_id })} />
    </>
  )
  return (
    <ListScreen
      title="Clients"
      noun={['client', 'clients']}
      query={query}
      filters={filters}
      fields={fields}
      columns={useColumns()}
      href={({ id }) => `/clients/${id}`}
      exported={exported}
      create={can('clients.creer') ? <NewClientLink /> : undefined}
    />
  )
}

const NewClientLink = () => (
  <Link className="button primary" href="/clients/nouveau">
    Nouveau client
  </Link>
)

function useColumns(): [Column<Client>, ...Column<Client>[]] {
  const can = useRights()
  const partner: Column<Client>[] = can('partenaires.consulter')
    ? [{ title: 'Partenaire', named: true, cell: ({ partenaire_actuel_id: id }) => <PartnerLink id={id} /> }]
    : []
  return [
    {
      title: 'Raison sociale',
      cell: ({ raison_sociale, forme_juridique }) => (
        <>
          {raison_sociale} {forme_juridique !== null && <small>{forme_juridique}</small>}
        </>
      ),
    },
    { title: 'Ville', cell: ({ ville }) => ville ?? <Nothing /> },
    { title: 'État', cell: ({ statut }) => <Badge value={statut} of={statutClient} /> },
    { title: 'Dossier KYC', cell: ({ statut_kyc }) => <Badge value={statut_kyc} of={statutKyc} /> },
    ...partner,
    {
      title: 'Téléphone',
      secondary: true,
      reach: true,
      numeric: true,
      cell: ({ telephone }) => (telephone === null ? <Nothing /> : <Phone number={telephone} />),
    },
    { title: 'Origine', secondary: true, cell: ({ origine }) => origineClient[origine] },
    {
      title: 'Plafond d’encours',
      secondary: true,
      numeric: true,
      cell: ({ plafond_encours }) => (plafond_encours === null ? <Nothing /> : amount(plafond_encours)),
    },
    { title: 'Créé le', secondary: true, numeric: true, cell: ({ cree_le }) => day(cree_le) },
  ]
}
