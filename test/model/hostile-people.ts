import { type Of, recordOf } from '../../harness/records/record.ts'

/** The `n`-th id of a kind. */
export const idOf = (kind: string, n: number): string =>
  `${kind.padStart(8, '0')}-0000-4000-8000-${String(n).padStart(12, '0')}`

const written = { cree_le: '2025-01-01T00:00:00.000Z', modifie_le: '2025-01-01T00:00:00.000Z' }

const role = (n: number, code: string, type: Of<'role'>['type_organisation'], ...permissions: string[]) =>
  recordOf('role', {
    ...{ id: idOf('a01e', n), code, libelle: code, type_organisation: type },
    permissions: permissions as Of<'role'>['permissions'][number][],
  })

const [CLIENTS, PARTENAIRES, CATALOGUE] = [
  'clients.consulter',
  'partenaires.consulter',
  'catalogue.consulter',
]

const roles = [
  role(1, 'operateur_tout', 'operateur', CLIENTS, PARTENAIRES, CATALOGUE),
  role(2, 'operateur_zele', 'operateur', 'tickets.traiter', CLIENTS, 'actions.gerer'),
  role(3, 'operateur_autre', 'operateur', 'tickets.traiter', CATALOGUE, 'tableau_de_bord.consulter'),
  role(4, 'operateur_rien', 'operateur'),
  role(5, 'partenaire_tout', 'partenaire', CLIENTS, PARTENAIRES, CATALOGUE),
  role(6, 'partenaire_fiche', 'partenaire', PARTENAIRES),
  role(7, 'client_tout', 'client', CLIENTS, PARTENAIRES, CATALOGUE),
  role(8, 'tiers_tout', 'tiers', CLIENTS, PARTENAIRES, CATALOGUE),
]

const organisation = (
  n: number,
  type: Of<'organisation'>['type'],
  statut: Of<'organisation'>['statut'] = 'active',
) => recordOf('organisation', { id: idOf('0a6', n), type, nom: `Organisation ${n}`, statut, ...written })

/** Partners 11 to 13 have their record, 14 has none, 15 and 16 are no longer active; 21 and up are clients. */
const organisations = [
  organisation(1, 'operateur'),
  organisation(2, 'operateur', 'suspendue'),
  organisation(11, 'partenaire'),
  organisation(12, 'partenaire'),
  organisation(13, 'partenaire'),
  organisation(14, 'partenaire'),
  organisation(15, 'partenaire', 'suspendue'),
  organisation(16, 'partenaire', 'fermee'),
  organisation(21, 'client'),
  organisation(22, 'client'),
  organisation(23, 'client', 'suspendue'),
  organisation(24, 'client'),
  organisation(31, 'tiers'),
  organisation(32, 'tiers', 'fermee'),
]

const user = (n: number, organisation: number, role: number, ...others: number[]) =>
  recordOf('utilisateur', {
    id: idOf('05e', n),
    organisation_id: idOf('0a6', organisation),
    role_id: idOf('a01e', role),
    role_ids: [...others, role].map((each) => idOf('a01e', each)),
    nom: `Nom ${n}`,
    email: `u${n}@hostile.example`,
  })

const users = [
  user(1, 1, 1),
  // Several roles, their rights overlapping; the principal one is neither the first given nor the first by code.
  user(2, 1, 2, 4, 3),
  user(3, 1, 3, 2, 1),
  user(4, 1, 4),
  { ...user(5, 1, 1), actif: false },
  user(6, 2, 1),
  user(11, 11, 5),
  user(12, 12, 5),
  user(13, 13, 5),
  user(14, 14, 5),
  user(15, 15, 5),
  user(16, 16, 5),
  // Of the first partner: one with one right, one whose account is closed but whose clients remain.
  user(17, 11, 6),
  { ...user(18, 11, 5), actif: false },
  user(21, 21, 7),
  user(22, 22, 7),
  user(23, 23, 7),
  user(24, 24, 7),
  user(31, 31, 8),
  user(32, 32, 8),
]

export const people = { organisation: organisations, role: roles, utilisateur: users }
