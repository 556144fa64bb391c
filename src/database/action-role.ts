import type pg from 'pg'

/** The role of the connections that act, where the database is ours: it changes what actions change, and nothing else (A8). */
export const ACTION_ROLE = 'antenne_actions'

/** What actions change, by table: new rows by these columns, old ones by those. */
const changes = {
  client: { update: ['partenaire_actuel_id', 'statut', 'modifie_le'] },
  reservation: {
    insert: ['id', 'client_id', 'partenaire_id', 'demandee_par', 'statut', 'cree_le', 'modifie_le'],
    update: [
      'statut',
      'motif_decision',
      'traitee_par',
      'traitee_le',
      'modifie_le',
      'doublon_resultat',
      'doublon_controle_le',
    ],
  },
  reservation_correspondance: { insert: null, delete: true },
  reservation_concurrente: { insert: null, delete: true },
  action_cle: { insert: null, update: null },
  question_jour: { insert: null, update: null },
} as const

/** Makes the role and gives it its rights: those of reading, and by table and column those of its actions. */
export async function grantActing(client: pg.Client): Promise<void> {
  const grants = Object.entries(changes).flatMap(([table, rights]) =>
    Object.entries(rights).map(([right, columns]) => {
      const which = Array.isArray(columns) ? ` (${columns.join(', ')})` : ''
      return `grant ${right}${which} on antenne_prive.${table} to ${ACTION_ROLE};`
    }),
  )
  await client.query(`
    do $$ begin create role ${ACTION_ROLE} login; exception when duplicate_object then null; end $$;
    grant usage on schema antenne, antenne_prive to ${ACTION_ROLE};
    revoke all on all tables in schema antenne, antenne_prive from ${ACTION_ROLE};
    grant select on all tables in schema antenne, antenne_prive to ${ACTION_ROLE};
    revoke select on antenne_prive.journal from ${ACTION_ROLE};
    ${grants.join('\n')}`)
}
