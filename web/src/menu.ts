import type { Permission } from 'antenne-client'
import { addresses } from './addresses.ts'

/** The screens of the menu. */
export const menu: readonly { href: string; label: string; icon: string; permission: Permission | null }[] = [
  { href: addresses.home, label: 'Accueil', icon: 'home', permission: null },
  { href: addresses.reservations, label: 'Réservations', icon: 'inbox', permission: 'clients.consulter' },
  { href: addresses.clients, label: 'Clients', icon: 'building', permission: 'clients.consulter' },
  { href: addresses.partners, label: 'Partenaires', icon: 'handshake', permission: 'partenaires.consulter' },
  { href: addresses.catalogue, label: 'Catalogue', icon: 'tag', permission: 'catalogue.consulter' },
]
