import type { Static } from 'typebox'
import type { StatutSite } from './enums.ts'

type Statut = Static<typeof StatutSite>

/** The states that follow each state of a site; from each it can be ended. */
export const suitesSite: Readonly<Record<Statut, readonly Statut[]>> = {
  a_qualifier: ['a_installer', 'resilie'],
  a_installer: ['installe', 'resilie'],
  installe: ['actif', 'resilie'],
  actif: ['suspendu', 'resilie'],
  suspendu: ['actif', 'resilie'],
  resilie: [],
}
