import type { Permission } from 'antenne-client'
import type { ComponentType } from 'react'
import { addresses } from './addresses.ts'

type ScreenComponent = ComponentType<{ readonly id: string }>

/** A screen of the page: its address, its permission, its loader. */
interface Route {
  readonly pattern: RegExp
  readonly permission: Permission | null
  readonly load: () => Promise<{ default: ScreenComponent }>
}

/** Matches an address; an id may be anything, and the service says whether it exists. */
const patternOf = (address: string): RegExp => new RegExp(`^${address.replace(':id', '([^/]+)')}$`)

const route = (
  address: string,
  permission: Permission | null,
  load: () => Promise<ScreenComponent>,
): Route => ({ pattern: patternOf(address), permission, load: async () => ({ default: await load() }) })

/** The screen at an address. */
export const routeAt = (path: string): Route | undefined => routes.find(({ pattern }) => pattern.test(path))

export const routes: readonly Route[] = [
  route(addresses.home, null, async () => (await import('./screens/home.tsx')).Home),
  route(addresses.clients, 'clients.consulter', async () => (await import('./screens/clients.tsx')).Clients),
  route(
    addresses.newClient,
    'clients.creer',
    async () => (await import('./screens/new-client.tsx')).NewClient,
  ),
  route(
    addresses.client,
    'clients.consulter',
    async () => (await import('./screens/client.tsx')).ClientScreen,
  ),
  route(
    addresses.partners,
    'partenaires.consulter',
    async () => (await import('./screens/partners.tsx')).Partners,
  ),
  route(
    addresses.partner,
    'partenaires.consulter',
    async () => (await import('./screens/partner.tsx')).PartnerScreen,
  ),
  route(
    addresses.reservations,
    'clients.consulter',
    async () => (await import('./screens/reservations.tsx')).Reservations,
  ),
  route(
    addresses.documents,
    'partenaires.documents_verifier',
    async () => (await import('./screens/documents.tsx')).Documents,
  ),
  route(
    addresses.document,
    'partenaires.consulter',
    async () => (await import('./screens/document.tsx')).DocumentScreen,
  ),
  route(
    addresses.catalogue,
    'catalogue.consulter',
    async () => (await import('./screens/catalogue.tsx')).Catalogue,
  ),
  route(addresses.sendings, null, async () => (await import('./screens/sendings.tsx')).Sendings),
]
