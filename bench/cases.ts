/** One thing to measure: who asks for what. */
export interface Case {
  readonly name: string
  /** The account, by what it is in the generated world. */
  readonly who: 'operator' | 'largest' | 'median' | 'smallest'
  /** Addresses asked in turn; `{client}`, `{partner}` and `{last}` are filled in from the world. */
  readonly urls: readonly string[]
  /** Whether the handler that a team writes first is measured beside it. */
  readonly plain?: boolean
}

const api = '/api/v1'

export const cases: readonly Case[] = [
  { name: 'clients, page 1', who: 'operator', urls: [`${api}/clients`], plain: true },
  { name: 'clients, largest partner', who: 'largest', urls: [`${api}/clients`] },
  { name: 'clients, median partner', who: 'median', urls: [`${api}/clients`] },
  { name: 'clients, small partner', who: 'smallest', urls: [`${api}/clients`] },
  { name: 'clients, random pages', who: 'operator', urls: [`${api}/clients?page={random}`] },
  { name: 'clients, last page', who: 'operator', urls: [`${api}/clients?page={last}`] },
  { name: 'clients, statut', who: 'operator', urls: [`${api}/clients?statut=actif`] },
  { name: 'clients, statut_kyc', who: 'operator', urls: [`${api}/clients?statut_kyc=conforme`] },
  { name: 'clients, secteur', who: 'operator', urls: [`${api}/clients?secteur_id={sector}`] },
  { name: 'clients, partenaire', who: 'operator', urls: [`${api}/clients?partenaire_id={partner}`] },
  {
    name: 'clients, statut and statut_kyc',
    who: 'operator',
    urls: [`${api}/clients?statut=prospect&statut_kyc=a_fournir`],
  },
  {
    name: 'clients, statut and secteur',
    who: 'operator',
    urls: [`${api}/clients?statut=actif&secteur_id={sector}`],
  },
  { name: 'search, five letters', who: 'operator', urls: [`${api}/clients?recherche={five}`] },
  { name: 'search, two letters', who: 'operator', urls: [`${api}/clients?recherche=ko`] },
  { name: 'search, nothing found', who: 'operator', urls: [`${api}/clients?recherche=zqxjk`] },
  { name: 'client', who: 'operator', urls: [`${api}/clients/{client}`], plain: true },
  { name: 'sites of a client', who: 'operator', urls: [`${api}/clients/{client}/sites`] },
  { name: 'partners', who: 'operator', urls: [`${api}/partenaires`] },
  { name: 'partner', who: 'operator', urls: [`${api}/partenaires/{partner}`] },
  { name: 'KYC documents', who: 'operator', urls: [`${api}/partenaires/{partner}/documents-kyc`] },
  { name: 'reservations', who: 'operator', urls: [`${api}/reservations`] },
  { name: 'reservations, largest partner', who: 'largest', urls: [`${api}/reservations`] },
  { name: 'plans', who: 'operator', urls: [`${api}/offres`] },
  { name: 'session', who: 'operator', urls: [`${api}/moi`] },
]
