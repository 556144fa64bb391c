/**
 * The advisory locks of Antenne in its database, each for one purpose. Those of materialised lists are named by hash in
 * their migrations; those of the embedded server are in another database.
 */
export const locks = {
  /** Instances that start together migrate one after the other. */
  migration: 7_236_005_112,
  /** Imports run one after the other. */
  import: 7_236_005_113,
  /** One instance sweeps expired documents; the others skip. */
  sweep: 7_236_005_114,
} as const
