import type { Permission, TypeOrganisation } from 'antenne-client'
import { addresses } from './addresses.ts'

interface MenuEntry {
  readonly href: string
  readonly label: string
  /** The rest of the label, left out where there is little room. */
  readonly rest?: string
  readonly icon: string
  readonly permission: Permission | null
  /** Only for people of these organisations, whatever others hold (A5); the rest would find nothing there. */
  readonly types?: readonly TypeOrganisation[]
}

/** The screens of the menu. */
export const menu: readonly MenuEntry[] = [
  { href: addresses.home, label: 'Accueil', icon: 'home', permission: null },
  {
    href: addresses.reservations,
    label: 'Réservations',
    icon: 'inbox',
    permission: 'clients.consulter',
    types: ['operateur', 'partenaire'],
  },
  {
    href: addresses.documents,
    label: 'Documents',
    rest: ' à vérifier',
    icon: 'document',
    permission: 'partenaires.documents_verifier',
    types: ['operateur'],
  },
  {
    href: addresses.clients,
    label: 'Clients',
    icon: 'building',
    permission: 'clients.consulter',
    types: ['operateur', 'partenaire', 'client'],
  },
  {
    href: addresses.partners,
    label: 'Partenaires',
    icon: 'handshake',
    permission: 'partenaires.consulter',
    types: ['operateur', 'partenaire'],
  },
  { href: addresses.catalogue, label: 'Catalogue', icon: 'tag', permission: 'catalogue.consulter' },
]
