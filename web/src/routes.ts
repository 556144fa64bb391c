import type { Permission } from 'antenne-client'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

type ScreenComponent = ComponentType<{ readonly id: string }>

/** A screen of the page: where it is, who may open it, what loads it. */
export interface Route {
  readonly pattern: RegExp
  readonly permission: Permission | null
  readonly load: () => Promise<{ default: ScreenComponent }>
  readonly screen: LazyExoticComponent<ScreenComponent>
}

const route = (
  pattern: RegExp,
  permission: Permission | null,
  load: () => Promise<ScreenComponent>,
): Route => {
  const loaded = async () => ({ default: await load() })
  return { pattern, permission, load: loaded, screen: lazy(loaded) }
}

/** The address of one item, whatever its id looks like: the service says whether it exists. */
const oneOf = (list: string) => new RegExp(`^/${list}/([^/]+)$`)

export const routes: readonly Route[] = [
  route(/^\/$/, null, async () => (await import('./screens/home.tsx')).Home),
  route(/^\/clients$/, 'clients.consulter', async () => (await import('./screens/clients.tsx')).Clients),
  route(
    oneOf('clients'),
    'clients.consulter',
    async () => (await import('./screens/client.tsx')).ClientScreen,
  ),
  route(
    /^\/partenaires$/,
    'partenaires.consulter',
    async () => (await import('./screens/partners.tsx')).Partners,
  ),
  route(
    oneOf('partenaires'),
    'partenaires.consulter',
    async () => (await import('./screens/partner.tsx')).PartnerScreen,
  ),
  route(
    /^\/reservations$/,
    'clients.consulter',
    async () => (await import('./screens/reservations.tsx')).Reservations,
  ),
  route(
    /^\/catalogue$/,
    'catalogue.consulter',
    async () => (await import('./screens/catalogue.tsx')).Catalogue,
  ),
]

/** The screens of the menu. */
export const menu: readonly { href: string; label: string; icon: string; permission: Permission | null }[] = [
  { href: '/', label: 'Accueil', icon: 'home', permission: null },
  { href: '/reservations', label: 'Réservations', icon: 'inbox', permission: 'clients.consulter' },
  { href: '/clients', label: 'Clients', icon: 'building', permission: 'clients.consulter' },
  { href: '/partenaires', label: 'Partenaires', icon: 'handshake', permission: 'partenaires.consulter' },
  { href: '/catalogue', label: 'Catalogue', icon: 'tag', permission: 'catalogue.consulter' },
]
