import type {
  Client,
  ClientDetail,
  CopyStore,
  Page,
  Partenaire,
  PartenaireResume,
  Site,
} from 'antenne-client'
import { fold } from '../format.ts'

type Asked = Readonly<Record<string, string | number | undefined>>

/** The page of clients that these filters ask for, as the service would give it. */
export async function copiedClients(copy: CopyStore, asked: Asked): Promise<Page<Client>> {
  const { page = 1, taille = 20, recherche = '', ...filters } = asked
  const words = fold(String(recherche)).split(/\s+/).filter(Boolean)
  const found = (await copy.all('client'))
    .filter((client) =>
      Object.entries(filters).every(
        ([name, value]) => value === undefined || client[name as keyof Client] === value,
      ),
    )
    .map((client) => ({ client, name: fold(client.raison_sociale) }))
    .filter(({ client: { rccm, ncc }, name }) => {
      const text = `${name} ${fold(rccm ?? '')} ${fold(ncc ?? '')}`
      return words.every((word) => text.includes(word))
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : a.client.id < b.client.id ? -1 : 1))
    .map(({ client }) => client)
  const size = Math.max(1, Number(taille))
  const first = (Math.max(1, Number(page)) - 1) * size
  return {
    donnees: found.slice(first, first + size),
    pagination: {
      page: Number(page),
      taille: size,
      total: found.length,
      pages: Math.ceil(found.length / size),
    },
  }
}

/** One client with its contacts, sector, zone and partner. */
export async function copiedClient(copy: CopyStore, id: string): Promise<ClientDetail | null> {
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
    contacts: contacts
      .filter(({ client_id }) => client_id === id)
      .toSorted((a, b) => Number(b.principal) - Number(a.principal) || a.nom.localeCompare(b.nom, 'fr')),
  }
}

const summaryOf = ({ id, raison_sociale, ville, statut }: Partenaire): PartenaireResume => ({
  ...{ id, raison_sociale, ville, statut },
})

/** The sites of a client, by name. */
export async function copiedSites(copy: CopyStore, id: string): Promise<{ readonly donnees: Site[] }> {
  const sites = (await copy.all('site')).filter(({ client_id }) => client_id === id)
  return { donnees: sites.toSorted((a, b) => a.libelle.localeCompare(b.libelle, 'fr')) }
}
