import type {
  Client,
  ClientDetail,
  CopyStore,
  ListerClientsQuery,
  Page,
  Partenaire,
  PartenaireResume,
  Site,
} from 'antenne-client'
import { fold } from '../format.ts'

type Filter = Exclude<keyof ListerClientsQuery, 'recherche' | 'page' | 'taille'>

/** The field that each filter compares. */
const fields = {
  statut: 'statut',
  statut_kyc: 'statut_kyc',
  partenaire_id: 'partenaire_actuel_id',
  secteur_id: 'secteur_id',
} as const satisfies Record<Filter, keyof Client>
const filters = Object.keys(fields) as Filter[]

/** The page of clients that these filters ask for, as the service would give it. */
export async function clientsFromCopy(copy: CopyStore, asked: ListerClientsQuery): Promise<Page<Client>> {
  const { page = 1, taille = 20, recherche = '' } = asked
  const words = fold(recherche).split(/\s+/).filter(Boolean)
  const all = (await copy.all('client'))
    .filter((client) =>
      filters.every((filter) => asked[filter] === undefined || client[fields[filter]] === asked[filter]),
    )
    .filter(({ raison_sociale, rccm, ncc }) => {
      const text = fold(`${raison_sociale} ${rccm ?? ''} ${ncc ?? ''}`)
      return words.every((word) => text.includes(word))
    })
  const found = sorted(all, ({ id, raison_sociale }) => [fold(raison_sociale), raison_sociale, id])
  const size = Math.max(1, taille)
  const first = (Math.max(1, page) - 1) * size
  return {
    donnees: found.slice(first, first + size),
    pagination: {
      page,
      taille: size,
      total: found.length,
      pages: Math.ceil(found.length / size),
    },
  }
}

/** By these texts, the first that differs: as the service orders, letter by letter. */
function sorted<Item>(all: readonly Item[], textsOf: (item: Item) => readonly string[]): Item[] {
  const keyed = all.map((item) => ({ item, texts: textsOf(item) }))
  const compare = (a: readonly string[], b: readonly string[]): number => {
    const place = a.findIndex((text, index) => text !== b[index])
    return place < 0 ? 0 : (a[place] ?? '') < (b[place] ?? '') ? -1 : 1
  }
  return keyed.toSorted((a, b) => compare(a.texts, b.texts)).map(({ item }) => item)
}

/** One client with its contacts, sector, zone and partner. */
export async function clientFromCopy(copy: CopyStore, id: string): Promise<ClientDetail | null> {
  const client = await copy.get('client', id)
  if (client === undefined) return null
  const { secteur_id, zone_id, partenaire_actuel_id } = client
  const [contacts, secteur, zone, partner] = await Promise.all([
    copy.all('contact'),
    secteur_id === null ? undefined : copy.get('secteur_activite', secteur_id),
    zone_id === null ? undefined : copy.get('zone_geographique', zone_id),
    partenaire_actuel_id === null ? undefined : copy.get('partenaire', partenaire_actuel_id),
  ])
  return {
    ...client,
    secteur: secteur ?? null,
    zone: zone ?? null,
    partenaire_actuel: partner === undefined ? null : summaryOf(partner),
    contacts: sorted(
      contacts.filter(({ client_id }) => client_id === id),
      ({ principal, nom, prenom, id }) => [principal ? '0' : '1', fold(nom), fold(prenom), id],
    ),
  }
}

const summaryOf = ({ id, raison_sociale, ville, statut }: Partenaire): PartenaireResume => ({
  ...{ id, raison_sociale, ville, statut },
})

/** The sites of a client, by name. */
export async function sitesFromCopy(copy: CopyStore, id: string): Promise<{ readonly donnees: Site[] }> {
  const sites = (await copy.all('site')).filter(({ client_id }) => client_id === id)
  return { donnees: sorted(sites, ({ libelle, id }) => [fold(libelle), id]) }
}
