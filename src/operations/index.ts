import { lireClient } from './lire-client.ts'
import { lireMoi } from './lire-moi.ts'
import { lirePartenaire } from './lire-partenaire.ts'
import { lireSante } from './lire-sante.ts'
import { listerClients } from './lister-clients.ts'
import { listerDocumentsKycPartenaire } from './lister-documents-kyc-partenaire.ts'
import { listerOffres } from './lister-offres.ts'
import { listerPartenaires } from './lister-partenaires.ts'
import { listerReservations } from './lister-reservations.ts'
import { listerSitesClient } from './lister-sites-client.ts'
import type { HealthOperation, ReadOperation } from './operation.ts'

/** The registry: all operations under /api/v1, in the contract's order, and no others (D24). */
export const operations: readonly (ReadOperation | HealthOperation)[] = [
  lireSante,
  lireMoi,
  listerPartenaires,
  lirePartenaire,
  listerDocumentsKycPartenaire,
  listerClients,
  lireClient,
  listerSitesClient,
  listerReservations,
  listerOffres,
]
