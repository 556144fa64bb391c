import { coordinateFaults } from '../actions/clients/coordinates.ts'
import { createClient } from '../actions/clients/create.ts'
import { NouveauClient } from '../contract/corps-clients.ts'
import { lireClient } from '../operations/lire-client.ts'
import { action } from './action.ts'
import { principalFaults } from './principal-faults.ts'

/** A new client, with its contacts and sites. */
export const creerClient = action({
  id: 'creerClient',
  method: 'POST',
  path: '/extension/v1/clients',
  rights: { operateur: ['clients.creer'], partenaire: ['clients.creer'] },
  summary: 'Crée un client, avec ses contacts et ses sites',
  description:
    'Une fiche qui porte le même RCCM ou NCC : 409 `client_existant`. Une fiche proche autrement : 409 `doublon_detecte`, sauf avec `confirmer_doublon`.',
  geste: () => 'creation',
  body: NouveauClient,
  example: {
    raison_sociale: 'Imprimerie Kafolo',
    forme_juridique: 'SARL',
    rccm: 'CI-KOR-2019-B-4417',
    ville: 'Korhogo',
    telephone: '+2252736860417',
    contacts: [{ prenom: 'Mariétou', nom: 'Silué', fonction: 'Gérante', principal: true }],
    sites: [{ libelle: 'Atelier', ville: 'Korhogo', latitude: 9.458, longitude: -5.6296, contact: 0 }],
  },
  rules: ({ contacts = [], sites = [] }) => ({
    ...principalFaults(contacts),
    ...Object.assign({}, ...sites.map((site, index) => coordinateFaults(site, `sites[${index}].`))),
    ...Object.fromEntries(
      sites.flatMap(({ contact }, index) =>
        contact == null || contact < contacts.length
          ? []
          : [[`sites[${index}].contact`, 'Donnez le rang d’un des contacts, à partir de 0.']],
      ),
    ),
  }),
  asks: () => 'when refused',
  conflicts: ['client_existant', 'doublon_detecte'],
  target: null,
  versioned: false,
  answer: lireClient,
  status: 201,
  run: ({ connection, who, now }, { body }) => createClient(connection, who, body, now),
})
