import { uuidOf } from '../../demo/identifiers.ts'
import { numbered, type Sources } from '../../src/transfer/import.ts'
import { recordOf } from '../records/record.ts'
import type { Pair, PartialClient } from './pairs.ts'

const idOf = (what: string) => uuidOf(`doublons:${what}`)
const [operator, partner, client] = [idOf('operateur'), idOf('partenaire'), idOf('client')]
const [role, user] = [idOf('role'), idOf('utilisateur')]

/** The ids of the two records of a pair, and of the request for the first. */
export const clientId = (pair: Pair, side: 'a' | 'b'): string => uuidOf(`doublons:${pair.id}:${side}`)
export const requestId = (pair: Pair): string => uuidOf(`doublons:${pair.id}:reservation`)

/** A platform with both records of every pair as clients, and a request for the first of each. */
export const sourcesOf = (pairs: readonly Pair[]): Sources =>
  new Map(
    Object.entries({
      organisation: [
        recordOf('organisation', { id: operator, type: 'operateur', nom: 'Opérateur' }),
        recordOf('organisation', { id: partner, type: 'partenaire', nom: 'Partenaire' }),
        recordOf('organisation', { id: client, type: 'client', nom: 'Client' }),
      ],
      role: [
        recordOf('role', {
          ...{ id: role, code: 'partenaire_essai', libelle: 'Essai', type_organisation: 'partenaire' },
        }),
      ],
      utilisateur: [
        recordOf('utilisateur', { id: user, organisation_id: partner, role_id: role, role_ids: [role] }),
      ],
      partenaire: [
        recordOf('partenaire', { id: partner, organisation_id: partner, raison_sociale: 'Partenaire' }),
      ],
      client: pairs.flatMap((pair) => [clientOf(pair, 'a'), clientOf(pair, 'b')]),
      contact: pairs.flatMap((pair) => [...contactsOf(pair, 'a'), ...contactsOf(pair, 'b')]),
      reservation: pairs.map((pair) =>
        recordOf('reservation', {
          ...{ id: requestId(pair), client_id: clientId(pair, 'a') },
          ...{ partenaire_id: partner, demandee_par: user },
        }),
      ),
    }).map(([name, records]) => [name, numbered(records)]),
  ) as Sources

function clientOf(pair: Pair, side: 'a' | 'b') {
  const { contacts: _, ...given }: PartialClient = pair[side]
  return recordOf('client', { id: clientId(pair, side), organisation_id: client, ...given })
}

const contactsOf = (pair: Pair, side: 'a' | 'b') =>
  (pair[side].contacts ?? []).map((contact, index) =>
    recordOf('contact', {
      ...{ id: uuidOf(`doublons:${pair.id}:${side}:${index}`), client_id: clientId(pair, side) },
      ...{ principal: index === 0, ...contact },
    }),
  )
