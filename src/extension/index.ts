import type { ChangesOperation, ReadOperation } from '../operations/operation.ts'
import type { Action } from './action.ts'
import { annulerReservation } from './annuler-reservation.ts'
import { deposerDocumentKyc, verifierDocumentKyc } from './conformite.ts'
import { ajouterContact, modifierContact, retirerContact } from './contacts.ts'
import { controlerDoublon } from './controler-doublon.ts'
import { creerClient } from './creer-client.ts'
import { deciderReservation } from './decider-reservation.ts'
import { demanderReservation } from './demander-reservation.ts'
import { deposerFichier } from './deposer-fichier.ts'
import { lireDocumentKyc, listerDocumentsAVerifier, listerDocumentsParStatut } from './documents-kyc.ts'
import { lireHistoriqueClient, lireHistoriqueDocumentKyc, lireHistoriqueReservation } from './historiques.ts'
import { lierFichier } from './lier-fichier.ts'
import { lireComparaison } from './lire-comparaison.ts'
import { lireReferences } from './lire-references.ts'
import { lireTableauDeBord } from './lire-tableau-de-bord.ts'
import { listerChangements } from './lister-changements.ts'
import { listerDossiersKyc } from './lister-dossiers-kyc.ts'
import { listerNoms } from './lister-noms.ts'
import { modifierClient } from './modifier-client.ts'
import {
  lireReservation,
  listerFileReservations,
  listerFileReservationsRecentes,
} from './reservation-queue.ts'
import { ajouterSite, modifierSite } from './sites.ts'

/** The reads that the work needs, beside the contract's. */
export const reads: readonly (ReadOperation | ChangesOperation)[] = [
  listerFileReservations,
  lireReservation,
  lireComparaison,
  lireHistoriqueReservation,
  lireHistoriqueClient,
  listerDossiersKyc,
  listerDocumentsAVerifier,
  lireDocumentKyc,
  lireHistoriqueDocumentKyc,
  lireTableauDeBord,
  listerNoms,
  lireReferences,
  listerChangements,
]

/** Reads of which a parameter chooses another statement. */
export const alternatives: readonly {
  readonly of: ReadOperation
  readonly when: (query: Readonly<Record<string, unknown>>) => boolean
  readonly operation: ReadOperation
}[] = [
  {
    of: listerFileReservations,
    when: ({ tri }) => tri === 'recentes',
    operation: listerFileReservationsRecentes,
  },
  {
    of: listerDocumentsAVerifier,
    when: ({ statut }) => statut !== undefined,
    operation: listerDocumentsParStatut,
  },
]

/** The registry: all actions under /extension/v1. */
export const actions: readonly Action[] = [
  controlerDoublon,
  creerClient,
  modifierClient,
  ajouterContact,
  modifierContact,
  retirerContact,
  ajouterSite,
  modifierSite,
  demanderReservation,
  deciderReservation,
  annulerReservation,
  deposerFichier,
  deposerDocumentKyc,
  lierFichier,
  verifierDocumentKyc,
]
