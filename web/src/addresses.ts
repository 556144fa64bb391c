/**
 * The addresses of the page, in router syntax. The build passes them to the service (`addresses.json`), which serves
 * the page at each of them, so that a reload finds the same screen.
 */
export const addresses = {
  home: '/',
  clients: '/clients',
  newClient: '/clients/nouveau',
  client: '/clients/:id',
  partners: '/partenaires',
  partner: '/partenaires/:id',
  reservations: '/reservations',
  documents: '/documents',
  document: '/documents/:id',
  catalogue: '/catalogue',
  /** What waits to be sent. */
  sendings: '/envois',
  /** Where the identity provider redirects after signing in. */
  signInReturn: '/retour',
  signedOut: '/deconnexion',
} as const
