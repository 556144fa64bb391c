import { mobile } from '../identifiers.ts'
import { families, firstNames } from '../names.ts'
import { mix, pick } from '../random.ts'
import type { OrganisationRecord, UtilisateurRecord } from '../records.ts'
import { roleId } from '../reference.ts'
import { CLIENTS_WITH_USERS, OPERATORS, type Population, TIERS, USERS_PER_PARTNER } from './population.ts'

const operatorRoles = ['administrateur', 'validateur', 'kyc', 'finance', 'support'] as const
const partnerRoles = ['gerant', 'commercial', 'comptable'] as const

/** The users of a large world, with the organisations of the operator and of third parties. */
export function userRecords(world: Population) {
  const { calendar, id } = world
  const key = world.key('user')

  const user = (
    number: number,
    own: Pick<UtilisateurRecord, 'id' | 'organisation_id' | 'email' | 'fonction'>,
    codes: readonly [string, ...string[]],
  ): UtilisateurRecord => {
    const hash = mix(key, number)
    return {
      ...own,
      role_id: roleId(codes[0]),
      prenom: pick(firstNames, mix(hash, 1)),
      nom: pick(families, mix(hash, 2)),
      telephone: mobile(mix(hash, 3)),
      actif: true,
      double_authentification: codes[0].startsWith('operateur_') || hash % 2 === 0,
      derniere_connexion: hash % 8 === 0 ? null : calendar.instant(1 + (hash % 40), hash),
      role_ids: codes.map(roleId),
    }
  }

  function* organisations(): Generator<OrganisationRecord> {
    const cree_le = calendar.instant(3600, key)
    yield {
      id: id('operateur_organisation', 0),
      type: 'operateur',
      nom: 'Antenne',
      statut: 'active',
      cree_le,
      modifie_le: cree_le,
    }
    for (let index = 0; index < TIERS; index++) {
      yield {
        id: id('organisation_tiers', index),
        type: 'tiers',
        nom: `Réseau tiers ${index + 1}`,
        statut: 'active',
        cree_le,
        modifie_le: cree_le,
      }
    }
  }

  function* operators(): Generator<UtilisateurRecord> {
    for (let index = 0; index < OPERATORS; index++) {
      const code = `operateur_${pick(operatorRoles, index)}`
      const more = index % 5 === 3 ? (['operateur_validateur'] as const) : []
      yield user(
        index,
        {
          id: id('operateur', index),
          organisation_id: id('operateur_organisation', 0),
          email: `operateur.${index + 1}@antenne.example`,
          fonction: 'Opérateur de la plateforme',
        },
        [code, ...more],
      )
    }
  }

  function* ofPartners(): Generator<UtilisateurRecord> {
    for (let index = 0; index < world.partners * USERS_PER_PARTNER; index++) {
      const partner = Math.floor(index / USERS_PER_PARTNER)
      const rank = index % USERS_PER_PARTNER
      yield user(
        1000 + index,
        {
          id: id('utilisateur_partenaire', index),
          organisation_id: id('organisation_partenaire', partner),
          email: `utilisateur.${rank + 1}@partenaire-${partner + 1}.example`,
          fonction: rank === 0 ? 'Gérant' : 'Collaborateur',
        },
        // The third user sells too, so that every user of a partner may have asked for a client.
        rank === 2
          ? ['partenaire_comptable', 'partenaire_commercial']
          : [`partenaire_${partnerRoles[rank] ?? 'commercial'}`],
      )
    }
  }

  function* ofOthers(): Generator<UtilisateurRecord> {
    for (let index = 0; index < Math.min(CLIENTS_WITH_USERS, world.clients); index++) {
      yield user(
        500 + index,
        {
          id: id('utilisateur_client', index),
          organisation_id: id('organisation_client', index),
          email: `utilisateur.1@client-${index + 1}.example`,
          fonction: null,
        },
        ['client_gestionnaire'],
      )
    }
    for (let index = 0; index < TIERS * 2; index++) {
      const organisation = Math.floor(index / 2)
      const first = index % 2 === 0
      yield user(
        600 + index,
        {
          id: id('utilisateur_tiers', index),
          organisation_id: id('organisation_tiers', organisation),
          email: `utilisateur.${(index % 2) + 1}@tiers-${organisation + 1}.example`,
          fonction: first ? 'Superviseur' : 'Technicien',
        },
        [first ? 'tiers_superviseur' : 'tiers_installateur'],
      )
    }
  }

  function* utilisateurs(): Generator<UtilisateurRecord> {
    yield* operators()
    yield* ofPartners()
    yield* ofOthers()
  }

  return { organisations, utilisateurs }
}
