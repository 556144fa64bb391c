/** The permission names in the contract. A role may hold others: the contract does not give the complete list. */
export const permissions = [
  'clients.consulter',
  'clients.credit_approuver',
  'clients.reservation_valider',
  'partenaires.consulter',
  'catalogue.consulter',
  'eligibilite.verifier',
  'paiements.valider',
  'factures.emettre',
  'remboursements.gerer',
  'commissions.consulter',
  'commissions.verser',
  'installations.gerer',
  'pv.charger',
  'activations.gerer',
  'evenements.gerer',
  'tickets.traiter',
  'actions.gerer',
  'reporting.consulter',
  'backoffice.acceder',
  'tableau_de_bord.consulter',
] as const

/** The permissions of the actions, which the contract does not name (A6). */
export const extensionPermissions = [
  'clients.creer',
  'clients.modifier',
  'clients.reserver',
  'partenaires.documents_deposer',
  'partenaires.documents_verifier',
  'journal.consulter',
] as const

/** Who asks for a reservation, and who decides it, holds these. */
export const RESERVING = 'clients.reserver'
export const DECIDING = 'clients.reservation_valider'

/** Asked for where an active account in an active organisation is enough (D20). */
export const ACTIVE = 'compte_actif'

export type Permission = (typeof permissions)[number] | (typeof extensionPermissions)[number]
