import type { Permission } from 'antenne-client'
import { type ComponentType, type LazyExoticComponent, lazy } from 'react'

/** A screen of the page: where it is, who may open it, what loads it. */
export interface Route {
  readonly pattern: RegExp
  readonly permission: Permission | null
  readonly screen: LazyExoticComponent<ComponentType<{ readonly id: string }>>
}

const ID = '([0-9a-fA-F-]{36})'

export const routes: readonly Route[] = [
  {
    pattern: /^\/$/,
    permission: null,
    screen: lazy(async () => ({ default: (await import('./screens/home.tsx')).Home })),
  },
  {
    pattern: /^\/clients$/,
    permission: 'clients.consulter',
    screen: lazy(async () => ({ default: (await import('./screens/clients.tsx')).Clients })),
  },
  {
    pattern: new RegExp(`^/clients/${ID}$`),
    permission: 'clients.consulter',
    screen: lazy(async () => ({ default: (await import('./screens/client.tsx')).ClientScreen })),
  },
  {
    pattern: /^\/partenaires$/,
    permission: 'partenaires.consulter',
    screen: lazy(async () => ({ default: (await import('./screens/partners.tsx')).Partners })),
  },
  {
    pattern: new RegExp(`^/partenaires/${ID}$`),
    permission: 'partenaires.consulter',
    screen: lazy(async () => ({ default: (await import('./screens/partner.tsx')).PartnerScreen })),
  },
  {
    pattern: /^\/reservations$/,
    permission: 'clients.consulter',
    screen: lazy(async () => ({ default: (await import('./screens/reservations.tsx')).Reservations })),
  },
  {
    pattern: /^\/catalogue$/,
    permission: 'catalogue.consulter',
    screen: lazy(async () => ({ default: (await import('./screens/catalogue.tsx')).Catalogue })),
  },
]

/** The screens of the menu. */
export const menu: readonly { href: string; label: string; icon: string; permission: Permission | null }[] = [
  { href: '/', label: 'Accueil', icon: 'home', permission: null },
  { href: '/reservations', label: 'Réservations', icon: 'inbox', permission: 'clients.consulter' },
  { href: '/clients', label: 'Clients', icon: 'building', permission: 'clients.consulter' },
  { href: '/partenaires', label: 'Partenaires', icon: 'handshake', permission: 'partenaires.consulter' },
  { href: '/catalogue', label: 'Catalogue', icon: 'tag', permission: 'catalogue.consulter' },
]
