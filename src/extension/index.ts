import type { Action } from './action.ts'
import { annulerReservation } from './annuler-reservation.ts'
import { deciderReservation } from './decider-reservation.ts'
import { demanderReservation } from './demander-reservation.ts'

/** The registry: all actions under /extension/v1. */
export const actions: readonly Action[] = [demanderReservation, deciderReservation, annulerReservation]
