import { uuidOf } from '../../demo/identifiers.ts'
import { numbered, type Sources } from '../../src/transfer/import.ts'
import type { Pair, PartialClient } from './pairs.ts'

const stamps = { cree_le: '2026-01-05T08:00:00.000Z', modifie_le: '2026-01-05T08:00:00.000Z' }
const [operator, partner, client] = ['operateur', 'partenaire', 'client'].map((type) =>
  uuidOf(`doublons:${type}`),
)
const [role, user] = [uuidOf('doublons:role'), uuidOf('doublons:utilisateur')]

/** The ids of the two records of a pair, and of the request for the first. */
export const clientId = (pair: Pair, side: 'a' | 'b'): string => uuidOf(`doublons:${pair.id}:${side}`)
export const requestId = (pair: Pair): string => uuidOf(`doublons:${pair.id}:reservation`)

/** A platform with both records of every pair as clients, and a request for the first of each. */
export const sourcesOf = (pairs: readonly Pair[]): Sources =>
  new Map(
    Object.entries({
      organisation: [
        { id: operator, type: 'operateur', nom: 'Opérateur', statut: 'active', ...stamps },
        { id: partner, type: 'partenaire', nom: 'Partenaire', statut: 'active', ...stamps },
        { id: client, type: 'client', nom: 'Client', statut: 'active', ...stamps },
      ],
      role: [
        {
          id: role,
          code: 'partenaire_essai',
          libelle: 'Essai',
          type_organisation: 'partenaire',
          permissions: [],
        },
      ],
      utilisateur: [
        {
          ...{
            id: user,
            organisation_id: partner,
            role_id: role,
            role_ids: [role],
            prenom: 'Essai',
            nom: 'Essai',
          },
          ...{ actif: true, double_authentification: false },
        },
      ],
      partenaire: [
        {
          ...{
            id: partner,
            organisation_id: partner,
            raison_sociale: 'Partenaire',
            mode_versement: 'virement',
          },
          ...{ profil_publie: false, statut: 'actif', zone_ids: [], secteur_ids: [], ...stamps },
        },
      ],
      client: pairs.flatMap((pair) => [clientOf(pair, 'a'), clientOf(pair, 'b')]),
      contact: pairs.flatMap((pair) => [...contactsOf(pair, 'a'), ...contactsOf(pair, 'b')]),
      reservation: pairs.map((pair) => ({
        ...{
          id: requestId(pair),
          client_id: clientId(pair, 'a'),
          partenaire_id: partner,
          demandee_par: user,
        },
        ...{ statut: 'demandee', ...stamps },
      })),
    }).map(([name, records]) => [name, numbered(records)]),
  ) as Sources

function clientOf(pair: Pair, side: 'a' | 'b') {
  const { contacts: _, ...given }: PartialClient = pair[side]
  return {
    ...{ id: clientId(pair, side), organisation_id: client, ...given, origine: 'direct', statut: 'prospect' },
    ...{ statut_kyc: 'a_fournir', credit_approuve: false, ...stamps },
  }
}

const contactsOf = (pair: Pair, side: 'a' | 'b') =>
  (pair[side].contacts ?? []).map((contact, index) => ({
    ...{ id: uuidOf(`doublons:${pair.id}:${side}:${index}`), client_id: clientId(pair, side) },
    ...{ prenom: 'Essai', nom: 'Essai', principal: index === 0, ...contact, ...stamps },
  }))
