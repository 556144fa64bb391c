import { changeClient, isCompared, requireRightsOf } from '../actions/clients/change.ts'
import { ModificationClient } from '../contract/corps-clients.ts'
import { lireClient } from '../operations/lire-client.ts'
import { action } from './action.ts'

/** Changes of a client's own fields; credit has a permission of its own. */
export const modifierClient = action({
  id: 'modifierClient',
  method: 'PATCH',
  path: '/extension/v1/clients/{id}',
  rights: { operateur: ['clients.modifier', 'clients.credit_approuver'], partenaire: ['clients.modifier'] },
  summary: 'Modifie un client',
  description:
    'Seuls les champs donnés changent ; `null` vide un champ. `credit_approuve` et `plafond_encours` demandent `clients.credit_approuver` chez l’opérateur.',
  geste: () => 'modification',
  body: ModificationClient,
  example: { ville: 'Ferkessédougou', adresse_facturation: null },
  restrict: requireRightsOf,
  asks: (body) => (isCompared(body) ? 'when refused' : 'never'),
  conflicts: ['client_existant', 'doublon_detecte'],
  target: 'client',
  versioned: true,
  answer: lireClient,
  status: 200,
  async run({ connection, who, now }, { id, body, version }) {
    await changeClient(connection, who, { id, body, version }, now)
    return id
  },
})
