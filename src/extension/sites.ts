import { coordinateFaults } from '../actions/clients/coordinates.ts'
import { addSite, changeSite, requireOperatorForState } from '../actions/clients/sites.ts'
import { Site } from '../contract/clients.ts'
import { ModificationSite, NouveauSite } from '../contract/corps-clients.ts'
import { sql } from '../database/sql.ts'
import { item } from '../operations/operation.ts'
import { action } from './action.ts'

const site = item({
  id: 'site',
  path: '/extension/v1/sites/{id}',
  permission: 'clients.consulter',
  summary: 'Un site',
  of: Site,
  reads: ['site'],
  from: sql`site`,
})

const rights = { operateur: ['clients.modifier'], partenaire: ['clients.modifier'] } as const

export const ajouterSite = action({
  id: 'ajouterSite',
  method: 'POST',
  path: '/extension/v1/clients/{id}/sites',
  rights,
  summary: 'Ajoute un site à un client',
  geste: () => 'ajout de site',
  body: NouveauSite,
  example: { libelle: 'Entrepôt', ville: 'Korhogo', latitude: 9.4669, longitude: -5.6143 },
  rules: (body) => coordinateFaults(body),
  conflicts: ['limite_atteinte'],
  target: 'client',
  versioned: false,
  answer: site,
  status: 200,
  run: ({ connection, who, now }, { id, body }) => addSite(connection, who, id, body, now),
})

export const modifierSite = action({
  id: 'modifierSite',
  method: 'PATCH',
  path: '/extension/v1/clients/{id}/sites/{site_id}',
  rights,
  summary: 'Modifie un site',
  description:
    'L’état ne change que par l’opérateur : a_qualifier, a_installer, installe, actif ⇄ suspendu ; resilie depuis chacun.',
  geste: () => 'modification de site',
  body: ModificationSite,
  example: { libelle: 'Entrepôt nord', adresse: 'Route de Ferkessédougou' },
  restrict: requireOperatorForState,
  conflicts: ['etat_incompatible'],
  target: 'client',
  versioned: true,
  answer: site,
  status: 200,
  async run({ connection, who, now }, { body, ...asked }) {
    await changeSite(connection, who, asked, body, now)
    return asked.partId
  },
})
