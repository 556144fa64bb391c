import { lireClient, listerClients, listerSitesClient } from './clients.ts'
import { listerOffres } from './offers.ts'
import { type Given, type Parameters, parameters, read, uuid } from './parameters.ts'
import { lirePartenaire, listerDocumentsKycPartenaire, listerPartenaires } from './partners.ts'
import type { Records } from './records.ts'
import { listerReservations } from './reservations.ts'
import { callerOf, type View } from './scope.ts'
import { lireMoi } from './session.ts'

interface Operation {
  readonly path: string
  readonly permission: string | null
  readonly parameters: Parameters
  /** The body of a 200, or null when there is no such item for this caller. */
  readonly body: (view: View, given: Given, id: string) => object | null
}

const operation = (
  path: string,
  permission: string | null,
  body: Operation['body'],
  known: Parameters = {},
) => ({
  path: `/api/v1/${path}`,
  permission,
  body,
  parameters: known,
})

/** The contract's table of operations; sante, which has no caller, is left out. */
export const operations = {
  lireMoi: operation('moi', null, lireMoi),
  listerPartenaires: operation(
    'partenaires',
    'partenaires.consulter',
    listerPartenaires,
    parameters.listerPartenaires,
  ),
  lirePartenaire: operation('partenaires/{id}', 'partenaires.consulter', lirePartenaire),
  listerDocumentsKycPartenaire: operation(
    'partenaires/{id}/documents-kyc',
    'partenaires.consulter',
    listerDocumentsKycPartenaire,
    parameters.listerDocumentsKycPartenaire,
  ),
  listerClients: operation('clients', 'clients.consulter', listerClients, parameters.listerClients),
  lireClient: operation('clients/{id}', 'clients.consulter', lireClient),
  listerSitesClient: operation('clients/{id}/sites', 'clients.consulter', listerSitesClient),
  listerReservations: operation(
    'reservations',
    'clients.consulter',
    listerReservations,
    parameters.listerReservations,
  ),
  listerOffres: operation('offres', 'catalogue.consulter', listerOffres, parameters.listerOffres),
} as const satisfies Record<string, Operation>

export type OperationId = keyof typeof operations

/** One request: who asks (a user id; null without a token), for what, with which raw query. */
export interface Question {
  readonly who: string | null
  readonly operation: OperationId
  readonly id?: string
  readonly query?: string
}

export type Expected =
  | { readonly status: 200; readonly body: object }
  | { readonly status: 401 | 403 | 404; readonly code: string; readonly details: object | null }
  | { readonly status: 422; readonly code: string; readonly faults: readonly string[] }

/** The answer that the contract asks for, its checks in the order of D1. */
export function expectedAnswer(records: Records, question: Question, today: string): Expected {
  const { permission, parameters, path, body }: Operation = operations[question.operation]
  const caller = callerOf(records, question.who)
  if (caller === null) return { status: 401, code: 'authentification_requise', details: null }
  if (permission !== null && !caller.permissions.includes(permission)) {
    return { status: 403, code: 'acces_refuse', details: { permission_requise: permission } }
  }
  const absent = { status: 404, code: 'ressource_introuvable', details: null } as const
  const id = path.includes('{id}') ? uuid(question.id ?? '') : ''
  if (id === undefined) return absent
  const { given, faults } = read(parameters, question.query ?? '')
  if (faults.length > 0) return { status: 422, code: 'parametres_invalides', faults }
  const found = body({ records, caller, today }, given, id)
  return found === null ? absent : { status: 200, body: found }
}
