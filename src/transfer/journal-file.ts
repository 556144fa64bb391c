import type pg from 'pg'
import Type from 'typebox'
import { Horodatage, Nom, nullable, Uuid } from '../contract/primitives.ts'
import { instant } from '../database/projection.ts'
import { sql } from '../database/sql.ts'
import { Failure } from '../failure.ts'
import type { Faults } from './faults.ts'
import type { Resource } from './resources.ts'

const values = Type.Record(Type.String({ pattern: '^[a-z_]{1,63}$' }), Type.Unknown(), {
  description: 'un objet JSON dont les champs sont des colonnes',
})

/** A line of `journal.ndjson`: a journal entry with its number. */
export const journalEntry: Resource = {
  fields: {
    numero: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER }),
    mouvement: Uuid,
    geste: Nom,
    fait_par: nullable(Uuid),
    organisation_id: nullable(Uuid),
    fait_le: Horodatage,
    requete: nullable(Nom),
    ressource: Nom,
    ressource_id: Uuid,
    client_id: nullable(Uuid),
    reservation_id: nullable(Uuid),
    document_id: nullable(Uuid),
    avant: nullable(values),
    apres: nullable(values),
  },
  references: {},
  links: {},
  unique: [],
  ordered: [],
}

/** The journal as lines of the file. */
export const journalRecords = sql`select row_to_json(entree) from (
  select numero, mouvement, geste, fait_par, organisation_id, ${instant(sql`fait_le`)} as fait_le, requete, ressource, ressource_id,
    client_id, reservation_id, document_id, avant, apres from journal) as entree order by numero`

const noted =
  'mouvement, geste, fait_par, organisation_id, fait_le, requete, ressource, ressource_id, client_id, reservation_id, document_id, avant, apres'

const staged = `(select ligne, numero, mouvement, geste, fait_par,
    organisation_id, fait_le, requete, ressource, ressource_id, client_id, reservation_id, document_id,
    nullif(avant, 'null') as avant, nullif(apres, 'null') as apres
  from import_journal, jsonb_to_record(texte) as entree (numero bigint, mouvement uuid, geste text, fait_par uuid,
    organisation_id uuid, fait_le instant, requete text, ressource text, ressource_id uuid, client_id uuid, reservation_id uuid, document_id uuid, avant jsonb, apres jsonb)) as lu`

const isNoted = `exists (select from journal where journal.numero = lu.numero and
  (${noted
    .split(', ')
    .map((column) => `journal.${column}`)
    .join(', ')}) is not distinct from (${noted
    .split(', ')
    .map((column) => `lu.${column}`)
    .join(', ')}))`

/** An import never adds to a journal: the stored one must be empty, or already contain every entry. */
export async function checkJournal(client: pg.Client, faults: Faults): Promise<void> {
  const { rows } = await client.query<{ ligne: number; numero: string; double: boolean; total: string }>(
    `select ligne, numero, double, count(*) over () as total from (
      select ligne, numero, row_number() over (partition by numero order by ligne) > 1 as double,
        exists (select from journal) and not ${isNoted} as autre
      from ${staged}) as lu where double or autre order by ligne limit 100`,
  )
  for (const { ligne, numero, double } of rows) {
    const expected = double
      ? 'un numéro qui ne figure qu’une fois dans le fichier'
      : 'l’entrée que le journal a déjà sous ce numéro ; importez dans une base au journal vide, ou sans journal.ndjson'
    faults.add({
      file: 'journal',
      line: ligne,
      field: 'numero',
      message: `« ${numero} » ; attendu : ${expected}`,
    })
  }
  faults.addUnshown(Number(rows[0]?.total ?? 0) - rows.length)
}

/** Imports a checked journal into an empty one, with its own numbers; the next entry comes after them. */
export async function mergeJournal(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select from ${staged} where not ${isNoted} limit 1`)
  if (rows.length === 0) return
  // A sweep that waits for the journal holds documents and files: those written below are locked before it waits.
  for (const table of ['document_kyc', 'fichier'])
    await client.query(
      `select from ${table} where id in (select (texte ->> 'ressource_id')::uuid from import_journal
        where texte ->> 'ressource' = '${table}') order by id for update`,
    )
  await client.query('lock table journal in share row exclusive mode')
  const { rows: meanwhile } = await client.query('select from journal limit 1')
  if (meanwhile.length > 0) {
    throw new Failure(
      "Le journal n'est plus vide : quelqu'un a travaillé pendant l'import. Rien n'a été changé. Importez dans une base où personne ne travaille.",
    )
  }
  await client.query(`insert into journal (numero, ${noted}) overriding system value
    select numero, ${noted} from ${staged} order by numero`)
  await client.query(`select setval(pg_get_serial_sequence('journal', 'numero'), max(numero)) from journal`)
  for (const statement of depositors) await client.query(statement)
}

/** Who deposited files and documents: their records do not say it, the journal of their deposit does. */
const depositors = [
  `update fichier set organisation_id = organisation.id, depose_par = utilisateur.id, depose_le = fait_le
    from journal join utilisateur on utilisateur.id = fait_par join organisation on organisation.id = journal.organisation_id
    where ressource = 'fichier' and ressource_id = fichier.id and avant is null and apres is not null`,
  `update document_kyc set depose_par = utilisateur.id from journal join utilisateur on utilisateur.id = fait_par
    where ressource = 'document_kyc' and ressource_id = document_kyc.id and avant is null and apres is not null`,
]
