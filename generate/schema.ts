import type pg from 'pg'
import { materialisedLists } from '../src/identity/lists.ts'

interface Table {
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly type: string; readonly key: string }[]
  readonly refers: readonly { readonly to: string; readonly by: string; readonly optional: boolean }[]
}

/** The tables of the data model by subject, like the migrations; derived tables are left out. */
const subjects: Readonly<Record<string, readonly string[]>> = {
  'Organisations and reference lists': [
    'organisation',
    'utilisateur',
    'utilisateur_role',
    'role',
    'role_permission',
    'zone_geographique',
    'secteur_activite',
  ],
  'Partners and compliance': [
    'partenaire',
    'partenaire_zone',
    'partenaire_secteur',
    'contrat_cadre',
    'type_document',
    'document_kyc',
  ],
  Files: ['fichier', 'contenu', 'contenu_morceau', 'cle_lien', 'cle_lien_secret'],
  Clients: ['client', 'contact', 'site', 'nom_dictionnaire'],
  Reservations: ['reservation', 'reservation_correspondance', 'reservation_concurrente', 'journal'],
  Catalogue: ['offre', 'tarif'],
  Actions: ['action_cle', 'question_jour'],
  Changes: ['changement', 'epoque'],
}

/** Derived tables: the lists, and the words of names. */
const DERIVED = /_(liste|compte|paire|repere|ecart|rang)$|^(repere_a_noter|nom_mot)$/

const catalogue = `select c.relname as table,
  (select json_agg(json_build_object('name', attname, 'type', replace(format_type(atttypid, atttypmod), 'antenne_prive.', ''),
      'key', case when attnum = any (p.conkey) then 'PK' when exists (
        select from pg_constraint where conrelid = c.oid and contype = 'f' and conkey = array[attnum]) then 'FK' else '' end)
      order by attnum)
    from pg_attribute where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns,
  coalesce((select json_agg(json_build_object('to', f.confrelid::regclass::text, 'by', a.attname, 'optional', not a.attnotnull) order by a.attnum)
    from pg_constraint as f join pg_attribute as a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where f.conrelid = c.oid and f.contype = 'f' and cardinality(f.conkey) = 1), '[]') as refers
from pg_class as c left join pg_constraint as p on p.conrelid = c.oid and p.contype = 'p'
where c.relnamespace = 'antenne_prive'::regnamespace and c.relkind = 'r'`

/** The document of the schema, from the catalogue of a migrated database. */
export async function schemaDocument(client: pg.Client): Promise<string> {
  const { rows } = await client.query<Table>(catalogue)
  const byName = new Map(rows.map((row) => [row.table, row]))
  const shown = Object.values(subjects).flat()
  const forgotten = rows.filter(({ table }) => !shown.includes(table) && !DERIVED.test(table))
  if (forgotten.length > 0)
    throw new Error(`of no subject: ${forgotten.map(({ table }) => table).join(', ')}`)
  const sections = Object.entries(subjects).map(([subject, names]) => {
    const tables = names.flatMap((name) => byName.get(name) ?? [])
    return `## ${subject}\n\n\`\`\`mermaid\nerDiagram\n${tables.map(drawn).join('')}\`\`\`\n`
  })
  return `${HEAD}\n${sections.join('\n')}`
}

/** The columns of the tables that have a materialised list as a type, computed ones too. */
export async function listedColumns(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ table: string; columns: string[] }>(
    `select c.relname as table,
      (select array_agg(attname::text order by attnum) from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped) as columns
    from pg_class as c where c.relnamespace = 'antenne_prive'::regnamespace and c.relname = any ($1) order by c.relname`,
    [materialisedLists.map(({ of }) => of)],
  )
  const tables = rows.map(
    ({ table, columns }) => `  readonly ${table}:\n${columns.map((name) => `    | '${name}'\n`).join('')}`,
  )
  return `/** The columns of each table that has a list. Generated from the migrated database by \`npm run schema\`. */
export interface Columns {
${tables.join('')}}
`
}

const HEAD = `# The schema

Generated from the migrated database by \`npm run schema\`: tables, columns and relations by subject, as the migrations
have them (\`src/database/migrations/\`). Columns that the database computes are left out, and so is what it keeps for
lists ([decision 0016](decisions/0016-a-list-is-declared-once.md)). Names are the contract's: [glossary](glossary.md).
`

const word = (type: string): string => type.replace(/[^\w]+/g, '_').replace(/_$/, '')
const nameOf = (table: string): string => table.replace('antenne_prive.', '')

const drawn = ({ table, columns, refers }: Table): string =>
  [
    `  ${table} {`,
    ...columns.map(({ name, type, key }) => `    ${word(type)} ${name}${key === '' ? '' : ` ${key}`}`),
    '  }',
    ...refers.map(({ to, by, optional }) => `  ${table} }o--${optional ? 'o|' : '||'} ${nameOf(to)} : ${by}`),
  ]
    .map((line) => `${line}\n`)
    .join('')
