/** What the rows must decide, each by at least two rows on which nothing else decides. */
export const clauses: readonly string[] = [
  'the operator sees all clients',
  'the operator sees all partners',
  'the operator sees all reservations',
  ...['managed', 'reservation demandee', 'reservation conflit', 'created, without a partner'].map(
    (ground) => `partenaire: ${ground}`,
  ),
  ...['reservation validee', 'reservation refusee', 'reservation annulee'].map((tie) => `partenaire: ${tie}`),
  'partenaire: created, managed by a partner',
  'partenaire: of the organisation',
  'partenaire: nothing to do with it',
  'client: of the organisation',
  ...['managed', 'reservation demandee', 'created, without a partner', 'nothing to do with it'].flatMap(
    (tie) => [`client: ${tie}`, `tiers: ${tie}`],
  ),
  'tiers: of the organisation',
  'its own partner',
  'its own reservation',
  ...['partenaire', 'client', 'tiers'].flatMap((type) => [
    `another’s partner, to a ${type}`,
    `another’s reservation, to a ${type}`,
  ]),
  ...['client', 'tiers'].flatMap((type) => [
    `its own partner’s record, to a ${type}`,
    `its record’s reservation, to a ${type}`,
  ]),
]

/** How an operation is refused before anything is looked at: to callers, not on rows. */
export const refusals = [
  'no token',
  'unknown user',
  'account inactive',
  'organisation inactive',
  'no right',
] as const
