import { type Sql, sql } from '../database/sql.ts'
import { everybody, seesAll, type Viewer, type VisibilityRule } from './visibility.ts'

/** The reader under whom changes are noted for this caller; undefined if none are. */
function followerOf(viewer: Viewer): Sql | undefined {
  if (seesAll(viewer)) return sql`antenne.tout()`
  const { type, partenaire_id, organisation_id } = viewer
  if (type === 'client') return sql`${organisation_id}`
  return type === 'partenaire' && partenaire_id !== null ? sql`${partenaire_id}` : undefined
}

const notedFor = (reader: Sql | undefined): Sql =>
  sql`select * from antenne_prive.changement where lecteur = ${reader ?? sql`null`}`

/** What was noted for each caller, and for everybody; and what positions mean. */
export const changeRules = {
  changement: { needs: [], rows: (viewer) => notedFor(followerOf(viewer)) },
  changement_commun: everybody(notedFor(sql`antenne.chacun()`)),
  epoque: everybody(sql`select * from antenne_prive.epoque`),
} satisfies Record<string, VisibilityRule>
