/**
 * The addresses of the page, in the router's form. The build hands them to the service (`addresses.json`), which shows the
 * page at each of them: a reload finds a screen again.
 */
export const addresses = {
  home: '/',
  clients: '/clients',
  client: '/clients/:id',
  partners: '/partenaires',
  partner: '/partenaires/:id',
  reservations: '/reservations',
  catalogue: '/catalogue',
  /** Where the identity provider sends people back to. */
  signInReturn: '/retour',
  signedOut: '/deconnexion',
} as const
