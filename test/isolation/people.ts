import { uuidOf as id } from '../../demo/identifiers.ts'
import { type Of, recordOf } from '../../harness/records/record.ts'

const CLIENTS = 'clients.consulter'
const PARTENAIRES = 'partenaires.consulter'
const CATALOGUE = 'catalogue.consulter'

const rights = {
  all: [CLIENTS, PARTENAIRES, CATALOGUE, 'partenaires.documents_verifier', 'journal.consulter'],
  none: [],
  other: ['tickets.traiter', 'reporting.consulter'],
  clients: [CLIENTS],
  partners: [PARTENAIRES],
  catalogue: [CATALOGUE],
} as const satisfies Record<string, readonly Of<'role'>['permissions'][number][]>

type Right = keyof typeof rights

const roles = Object.entries(rights).map(([name, permissions]) =>
  recordOf('role', {
    ...{ id: id(`role:${name}`), code: `role_${name}`, libelle: `Role ${name}` },
    ...{ type_organisation: 'operateur', permissions },
  }),
)

/** Each organisation by its name: its type, and its state unless it is active. */
const organisations: Record<string, readonly [Of<'organisation'>['type'], Of<'organisation'>['statut']?]> = {
  operator: ['operateur'],
  'operator suspended': ['operateur', 'suspendue'],
  // Partners of which every clause has its rows: with very many clients, with few, and with a suspended record.
  large: ['partenaire'],
  medium: ['partenaire'],
  'record suspended': ['partenaire'],
  // A partner without clients, those whose organisation is not active, and partners that have no record yet.
  new: ['partenaire'],
  suspended: ['partenaire', 'suspendue'],
  closed: ['partenaire', 'fermee'],
  'no record': ['partenaire'],
  'no record either': ['partenaire'],
  // Organisations of another type that a partner's record names.
  'client with record': ['client'],
  'client with record too': ['client'],
  'third party with record': ['tiers'],
  'third party with record too': ['tiers'],
  'client one': ['client'],
  'client two': ['client'],
  'client without clients': ['client'],
  'client suspended': ['client', 'suspendue'],
  'client without users': ['client'],
  'third party': ['tiers'],
  'third party closed': ['tiers', 'fermee'],
}

/** The organisations that a partner's record names. */
export const partnerNames = [
  'large',
  'medium',
  'record suspended',
  'new',
  'suspended',
  'closed',
  'client with record',
  'client with record too',
  'third party with record',
  'third party with record too',
] as const

export type PartnerName = (typeof partnerNames)[number]

interface Person {
  readonly of: string
  /** The principal role, then the others. */
  readonly roles?: readonly [Right, ...Right[]]
  readonly inactive?: true
}

/**
 * One user with all rights in each organisation, of its name; beside it those whose rights are fewer or come otherwise.
 */
const persons: Record<string, Person> = {
  ...Object.fromEntries(Object.keys(organisations).map((of) => [of, { of }])),
  'operator without rights': { of: 'operator', roles: ['other'] },
  'operator of the catalogue': { of: 'operator', roles: ['catalogue'] },
  'operator inactive': { of: 'operator', inactive: true },
  'operator by second role': { of: 'operator', roles: ['none', 'all'] },
  'operator by three roles': { of: 'operator', roles: ['clients', 'partners', 'other', 'catalogue'] },
  'large, a colleague': { of: 'large' },
  'large, by second role': { of: 'large', roles: ['other', 'clients', 'partners'] },
  'large, without rights': { of: 'large', roles: ['none'] },
  'large, inactive': { of: 'large', inactive: true },
  'large, partners only': { of: 'large', roles: ['partners'] },
  'large, clients only': { of: 'large', roles: ['clients', 'none'] },
  'medium, a colleague': { of: 'medium', roles: ['clients'] },
  'medium, inactive': { of: 'medium', inactive: true },
  'record suspended, inactive': { of: 'record suspended', inactive: true },
  'client one, a colleague': { of: 'client one', roles: ['clients', 'catalogue'] },
  'client one, without rights': { of: 'client one', roles: ['other'] },
}

export const organisationId = (name: string): string => id(`organisation:${name}`)
export const userId = (name: string): string => id(`user:${name}`)
export const roleId = (name: Right): string => id(`role:${name}`)

const everything: readonly [Right] = ['all']

const users = Object.entries(persons).map(([name, { of, roles: held = everything, inactive }]) =>
  recordOf('utilisateur', {
    ...{ id: userId(name), organisation_id: organisationId(of), nom: name, fonction: `secret user ${name}.` },
    ...{ role_id: roleId(held[0]), role_ids: held.map((each) => roleId(each)), actif: inactive !== true },
  }),
)

export const people = {
  role: roles,
  organisation: Object.entries(organisations).map(([name, [type, statut = 'active']]) =>
    recordOf('organisation', {
      ...{ id: id(`organisation:${name}`), type, nom: `secret organisation ${name}.`, statut },
    }),
  ),
  utilisateur: users,
}

/** Who asks: a user id, or null without a token. */
export interface Caller {
  readonly name: string
  readonly who: string | null
}

export const callers: readonly Caller[] = [
  ...users.filter(({ nom }) => nom !== 'client without users').map(({ nom, id }) => ({ name: nom, who: id })),
  { name: 'without a token', who: null },
  { name: 'unknown user', who: id('user:nobody') },
]

/**
 * These see just what another of their organisation, or of its twin, sees: what depends on nothing else they are asked
 * less.
 */
export const alike = [
  ...['operator by second role', 'operator by three roles'],
  ...['large, a colleague', 'large, by second role', 'large, clients only', 'large, partners only'],
  ...['medium, a colleague', 'client one, a colleague'],
  ...['client with record too', 'third party with record too'],
]
