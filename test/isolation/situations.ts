import type { Of } from '../../harness/records/record.ts'
import type { PartnerName } from './people.ts'

/** Why a client may be somebody's, or not: who manages it, who wrote it down, whose it is, who claims it. */
export interface Situation {
  readonly what: string
  readonly manager?: PartnerName
  readonly creator?: string
  readonly of?: string
  readonly claims?: readonly (readonly [PartnerName, Of<'reservation'>['statut']])[]
}

/** Every clause of D17 for one partner, beside another. */
const clauses = (
  partner: 'large' | 'medium' | 'record suspended',
  other: PartnerName,
): readonly Situation[] => [
  { what: 'managed', manager: partner },
  { what: 'claimed', claims: [[partner, 'demandee']] },
  { what: 'claimed in conflict', claims: [[partner, 'conflit']] },
  { what: 'claimed, managed by another', manager: other, claims: [[partner, 'conflit']] },
  { what: 'created', creator: partner },
  { what: 'created by a closed account', creator: `${partner}, inactive` },
  { what: 'granted before', claims: [[partner, 'validee']] },
  { what: 'refused', claims: [[partner, 'refusee']] },
  { what: 'withdrawn', claims: [[partner, 'annulee']] },
  { what: 'created, managed by another', creator: partner, manager: other },
  { what: 'of its organisation', of: partner },
]

/** What is none of the business of those three, and of which others see something or nothing. */
const besides: readonly Situation[] = [
  { what: 'nobody’s' },
  { what: 'created by the operator', creator: 'operator' },
  { what: 'of the operator', of: 'operator' },
  { what: 'created without record', creator: 'no record' },
  { what: 'created without record either', creator: 'no record either' },
  { what: 'created without record, managed', creator: 'no record', manager: 'medium' },
  { what: 'of an organisation without record', of: 'no record' },
  { what: 'of client one', of: 'client one' },
  { what: 'of client one, managed', of: 'client one', manager: 'large' },
  { what: 'of client two, claimed', of: 'client two', claims: [['medium', 'demandee']] },
  { what: 'of client suspended', of: 'client suspended' },
  { what: 'created by client one', creator: 'client one' },
  { what: 'of the third party', of: 'third party' },
  { what: 'created by the third party', creator: 'third party' },
  { what: 'managed by a suspended one', manager: 'suspended' },
  { what: 'claimed by a closed one', claims: [['closed', 'demandee']] },
  { what: 'created by a suspended one', creator: 'suspended' },
  ...(['client with record', 'third party with record'] as const).flatMap((name) => [
    { what: `managed by ${name}`, manager: name },
    { what: `claimed by ${name}`, claims: [[name, 'demandee']] as const },
    { what: `created by ${name}`, creator: name },
    { what: `of ${name}`, of: name },
  ]),
  // Several reasons at once: seen once all the same.
  { what: 'managed and claimed', manager: 'large', claims: [['large', 'conflit']] },
  { what: 'created and claimed', creator: 'medium', claims: [['medium', 'demandee']] },
  {
    what: 'claimed by three',
    claims: [
      ['large', 'conflit'],
      ['medium', 'conflit'],
      ['record suspended', 'refusee'],
    ],
  },
]

const twice = (situation: Situation): Situation[] =>
  [1, 2].map((time) => ({ ...situation, what: `${situation.what} (${time})` }))

const named = (partner: string, situations: readonly Situation[]): Situation[] =>
  situations.map((situation) => ({ ...situation, what: `${partner}: ${situation.what}` }))

/** Each twice: one row alone might be right by chance. */
export const situations: readonly Situation[] = [
  ...named('large', clauses('large', 'medium')),
  ...named('medium', clauses('medium', 'record suspended')),
  ...named('record suspended', clauses('record suspended', 'large')),
  ...besides,
].flatMap(twice)
