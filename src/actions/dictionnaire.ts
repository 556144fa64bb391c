import type pg from 'pg'
import { locks, waitForLock } from '../database/locks.ts'
import { transaction } from '../database/writer.ts'
import { checkSpellings } from './dictionnaire/check.ts'
import { type Placed, readEntries, refuse, type Spelling } from './dictionnaire/entries.ts'

/** How many names are read, and records written, at once. */
const READ = 20_000
const WRITTEN = 5_000

/** Other writers queue behind this one while it waits for its lock, so it does not wait long. */
const LONGEST_WAIT = '5s'

type Progress = (step: string, count?: number) => void

/** The words that an administrator added, in the order of the file. */
export async function readAdditions(connection: pg.Client): Promise<Spelling[]> {
  const { rows } = await connection.query<Spelling>(
    'select marque, mot, pour from nom_dictionnaire order by rang',
  )
  return rows
}

/**
 * Replaces all added words by those of a file, all or nothing. Returns the number of words, and of clients whose
 * normalised name changed. Nothing else of a client changes, not even `modifie_le`.
 */
export async function replaceAdditions(
  connection: pg.Client,
  text: string,
  progress: Progress,
): Promise<{ mots: number; clients: number }> {
  const { spellings, faults } = readEntries(text)
  return transaction(connection, async () => {
    await waitForLock(connection, locks.import, () =>
      progress('Un import ou un changement du dictionnaire est en cours, attente de sa fin'),
    )
    refuse([...faults, ...(await checkSpellings(connection, spellings))])
    const mots = spellings.length
    if (!(await remake(connection, spellings))) return { mots, clients: 0 }
    const since = await snapshot(connection)
    const ids = await findStale(connection, progress)
    // No row is locked yet, so this cannot deadlock. Earlier writers finish first; later ones use the new words.
    await connection.query(`set local lock_timeout = '${LONGEST_WAIT}'`)
    await connection.query('lock table client in exclusive mode')
    await connection.query('set local lock_timeout to default')
    const all = [...new Set([...ids, ...(await staleSince(connection, since))])]
    return { mots, clients: await readAnew(connection, all, progress) }
  })
}

/** Stores the words and replaces `antenne.sens`. Returns whether the meaning of any word changed. */
async function remake(connection: pg.Client, spellings: readonly Placed[]): Promise<boolean> {
  const before = await meaning(connection)
  await connection.query('delete from nom_dictionnaire')
  await connection.query(
    `insert into nom_dictionnaire (rang, marque, mot, pour)
    select rang, marque, mot, pour from unnest($1::text[], $2::text[], $3::text[]) with ordinality as m (marque, mot, pour, rang)`,
    (['marque', 'mot', 'pour'] as const).map((column) => spellings.map((spelling) => spelling[column])),
  )
  await connection.query('select refaire_sens()')
  return (await meaning(connection)) !== before
}

async function meaning(connection: pg.Client): Promise<string | undefined> {
  const { rows } = await connection.query<{ corps: string }>(
    `select md5(pg_get_function_sqlbody('antenne.sens(text)'::regprocedure)) as corps`,
  )
  return rows[0]?.corps
}

/** The oldest running transaction: rows that `findStale` cannot see are of this one or of later ones. */
async function snapshot(connection: pg.Client): Promise<string> {
  const { rows } = await connection.query<{ xmin: string }>(
    'select pg_snapshot_xmin(pg_current_snapshot())::xid::text as xmin',
  )
  return rows[0]?.xmin ?? '0'
}

const STALE = 'nom_normalise <> antenne.nom_normalise(raison_sociale)'

/** The clients whose stored name differs from what the new words give. It reads all names, without a lock. */
async function findStale(connection: pg.Client, progress: Progress): Promise<string[]> {
  const ids: string[] = []
  let read = 0
  let lot = await readLot(connection, null)
  while (lot.n > 0) {
    for (const id of lot.stale) ids.push(id)
    read += lot.n
    progress('Lecture des noms', read)
    lot = await readLot(connection, lot.last)
  }
  return ids
}

interface Lot {
  readonly n: number
  readonly last: string | null
  readonly stale: string[]
}

async function readLot(connection: pg.Client, after: string | null): Promise<Lot> {
  const { rows } = await connection.query<Lot>(
    `select count(*)::int as n, (array_agg(id order by id desc))[1] as last,
      coalesce(array_agg(id) filter (where stale), '{}') as stale
    from (select id, ${STALE} as stale from client where $1::uuid is null or id > $1 order by id limit ${READ}) as lot`,
    [after],
  )
  return rows[0] as Lot
}

/** The same, of the rows written since. Very old rows may pass the test of age too, which does no harm. */
async function staleSince(connection: pg.Client, since: string): Promise<string[]> {
  const { rows } = await connection.query<{ id: string }>(
    `select id from client where age(xmin) <= age($1::xid) and ${STALE}`,
    [since],
  )
  return rows.map(({ id }) => id)
}

/** Computes the generated columns of these clients again. */
async function readAnew(connection: pg.Client, ids: readonly string[], progress: Progress): Promise<number> {
  let written = 0
  for (let start = 0; start < ids.length; start += WRITTEN) {
    progress('Enregistrement des noms', written)
    const { rowCount } = await connection.query(
      'update client set raison_sociale = raison_sociale where id = any ($1)',
      [ids.slice(start, start + WRITTEN)],
    )
    written += rowCount ?? 0
  }
  return written
}
