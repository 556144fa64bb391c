import type { ReadOperation } from '../operations/operation.ts'
import type { Action } from './action.ts'
import { annulerReservation } from './annuler-reservation.ts'
import { ajouterContact, modifierContact, retirerContact } from './contacts.ts'
import { controlerDoublon } from './controler-doublon.ts'
import { creerClient } from './creer-client.ts'
import { deciderReservation } from './decider-reservation.ts'
import { demanderReservation } from './demander-reservation.ts'
import { lireReservation, listerFileReservations } from './file-reservations.ts'
import { lireHistoriqueClient, lireHistoriqueReservation } from './historiques.ts'
import { lireReferences } from './lire-references.ts'
import { lireTableauDeBord } from './lire-tableau-de-bord.ts'
import { listerNoms } from './lister-noms.ts'
import { modifierClient } from './modifier-client.ts'
import { ajouterSite, modifierSite } from './sites.ts'

/** The reads that the work needs, beside the contract's: by their own query each path leads to one of them. */
export const reads: readonly ReadOperation[] = [
  listerFileReservations,
  lireReservation,
  lireHistoriqueReservation,
  lireHistoriqueClient,
  lireTableauDeBord,
  listerNoms,
  lireReferences,
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
]
