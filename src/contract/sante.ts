import { StatutSante } from './enums.ts'
import { object } from './object.ts'
import { Horodatage, Texte } from './primitives.ts'

export const Sante = object('Sante', 'État du service', {
  statut: StatutSante,
  version: Texte,
  horodatage: Horodatage,
})
