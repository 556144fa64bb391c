import type pg from 'pg'
import { grantCalling, notCallable, openRole } from './role.ts'

/**
 * The role of the connections that act, where the database is ours: it changes what actions change, and nothing else
 * (A8).
 */
export const ACTION_ROLE = 'antenne_actions'

/** What people fill in. */
const client = [
  ...['raison_sociale', 'forme_juridique', 'rccm', 'ncc', 'secteur_id', 'adresse_facturation', 'ville'],
  ...['zone_id', 'telephone', 'email'],
]
const contact = ['prenom', 'nom', 'fonction', 'email', 'telephone', 'principal']
const site = ['libelle', 'adresse', 'ville', 'zone_id', 'latitude', 'longitude', 'contact_id', 'statut']

/** What actions change, by table: new rows by these columns, old ones by those. */
const changes = {
  organisation: {
    insert: ['id', 'type', 'nom', 'statut', 'cree_le', 'modifie_le'],
    update: ['nom', 'modifie_le'],
  },
  client: {
    insert: [
      ...['id', 'organisation_id', ...client, 'origine', 'statut', 'statut_kyc', 'credit_approuve'],
      ...['cree_par', 'cree_le', 'modifie_le'],
    ],
    update: [
      ...[...client, 'statut', 'partenaire_actuel_id', 'credit_approuve', 'plafond_encours'],
      ...['credit_approuve_par', 'modifie_le'],
    ],
  },
  contact: {
    insert: ['id', 'client_id', ...contact, 'cree_le', 'modifie_le'],
    update: [...contact, 'modifie_le'],
    delete: true,
  },
  site: {
    insert: ['id', 'client_id', ...site, 'cree_le', 'modifie_le'],
    update: [...site, 'modifie_le'],
  },
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
  document_kyc: {
    insert: [
      ...['id', 'organisation_id', 'type_document_id', 'fichier_id', 'date_emission', 'date_expiration'],
      ...['statut', 'depose_par', 'cree_le', 'modifie_le'],
    ],
    update: [
      ...['statut', 'motif', 'date_emission', 'date_expiration', 'verifie_par', 'verifie_le', 'modifie_le'],
    ],
  },
  // PostgreSQL lets a role lock only rows that it may update.
  fichier: {
    insert: [
      ...['id', 'nom_original', 'type_mime', 'taille_octets', 'statut_scan', 'contenu_id', 'organisation_id'],
      ...['depose_par', 'depose_le'],
    ],
    update: ['statut_scan'],
  },
  contenu: { insert: ['id', 'organisation_id', 'empreinte', 'taille_octets'] },
  contenu_morceau: { insert: null },
  reservation_correspondance: { insert: null, delete: true },
  reservation_concurrente: { insert: null, delete: true },
  action_cle: { insert: null, update: null },
  question_jour: { insert: null, update: null },
} as const

/** The functions of the private schema that actions call; triggers call theirs with the rights of the owner. */
const CALLED = [
  'noter_tentative',
  'tenir_droits',
  'tenir_partenaire',
  'reperer_un_reste',
  'suivre',
  'document_kyc_au',
]

/**
 * Grants a role what actions need: reading, and by table and column what they change. Makes it if it is missing, and
 * returns whether it did.
 */
export async function grantActing(client: pg.Client, role = ACTION_ROLE): Promise<boolean> {
  const made = await openRole(client, role)
  const name = client.escapeIdentifier(role)
  const grants = Object.entries(changes).flatMap(([table, rights]) =>
    Object.entries(rights).map(([right, columns]) => {
      const which = Array.isArray(columns) ? ` (${columns.join(', ')})` : ''
      return `grant ${right}${which} on antenne_prive.${table} to ${name};`
    }),
  )
  await client.query(`
    grant usage on schema antenne, antenne_prive to ${name};
    revoke all on all tables in schema antenne, antenne_prive from ${name};
    grant select on all tables in schema antenne, antenne_prive to ${name};
    revoke select on antenne_prive.journal from ${name};
    ${grants.join('\n')}`)
  await grantCalling(client, role, CALLED)
  return made
}

const held = Object.entries(changes)
  .flatMap(([table, rights]) =>
    Object.entries(rights).flatMap(([right, columns]) =>
      Array.isArray(columns)
        ? columns.map((column) => `has_column_privilege('antenne_prive.${table}', '${column}', '${right}')`)
        : [`has_table_privilege('antenne_prive.${table}', '${right}')`],
    ),
  )
  .join(' and ')

/** Whether this account holds all that actions need. */
export async function mayChange(client: pg.Client | pg.PoolClient): Promise<boolean> {
  // Asking for rights on a table fails if the account may not use its schema.
  const { rows } = await client.query<{ agit: boolean }>(
    `select case when has_schema_privilege('antenne_prive', 'usage') then ${held} else false end
      and not exists (${notCallable(CALLED).text}) as agit`,
  )
  return rows[0]?.agit === true
}
