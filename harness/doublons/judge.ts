import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { compared } from '../../src/actions/doublon/best.ts'
import { findCandidates } from '../../src/actions/doublon/candidates.ts'
import { type Weights, weights } from '../../src/actions/doublon/similarity.ts'
import { openEmbedded } from '../../src/database/embedded/embedded.ts'
import { migrate } from '../../src/database/migrate.ts'
import { withWriter } from '../../src/database/writer.ts'
import { importRecords } from '../../src/transfer/import.ts'
import type { Criterion, Pair } from './pairs.ts'
import { clientId, requestId, sourcesOf } from './world.ts'

/** What each method says of a pair. */
export interface Judged {
  readonly pair: Pair
  /** The criteria that the check noted for the second record when the first was asked for. */
  readonly noted: readonly Criterion[]
  /** The similarity of the names, 0 when the search did not bring the second record up. */
  readonly ours: number
  readonly trigram: number
  readonly equal: boolean
  /** The identifiers that are the same, letter for letter. */
  readonly letterForLetter: readonly Criterion[]
}

/** Has pairs judged, in a database of their own: the check as an import of requests makes it, beside the plain ways. */
export async function judgeAll(pairs: readonly Pair[]): Promise<Judged[]> {
  const folder = await mkdtemp(join(tmpdir(), 'antenne-doublons-'))
  try {
    const server = await openEmbedded(folder, { progress: () => {}, exclusive: true })
    try {
      return await withWriter(server.connection, (client) => judgeIn(client, pairs))
    } finally {
      await server.close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The same, in this empty database. */
export async function judgeIn(client: pg.Client, pairs: readonly Pair[]): Promise<Judged[]> {
  await migrate(client)
  await importRecords(client, sourcesOf(pairs), { now: new Date(), progress: () => {} })
  const judged: Judged[] = []
  for (const pair of pairs) judged.push(await judge(client, pair))
  return judged
}

async function judge(client: pg.Client, pair: Pair): Promise<Judged> {
  const { rows: notes } = await client.query<{ criteres: string }>(
    `select criteres::text from reservation_correspondance where reservation_id = $1 and client_id = $2`,
    [requestId(pair), clientId(pair, 'b')],
  )
  const found = await findCandidates(client, [clientId(pair, 'a')])
  const other = found.find(({ client_id }) => client_id === clientId(pair, 'b'))
  const { rows } = await client.query<{ trigram: number; equal: boolean; poids: Weights }>(
    `select similarity(plier($1), plier($2)) as trigram, plier($1) = plier($2) as equal, ${weights} as poids`,
    [pair.a.raison_sociale, pair.b.raison_sociale],
  )
  return {
    pair,
    noted: (notes[0]?.criteres.match(/[a-z_]+/g) ?? []) as Criterion[],
    ours: other === undefined ? 0 : compared(other, rows[0]?.poids as Weights).similarite,
    trigram: rows[0]?.trigram ?? 0,
    equal: rows[0]?.equal ?? false,
    letterForLetter: sameLetters(pair),
  }
}

function sameLetters({ a, b }: Pair): Criterion[] {
  const reach = (record: Pair['a'], field: 'telephone' | 'email') =>
    [record, ...(record.contacts ?? [])].flatMap((holder) => holder[field] ?? [])
  const meet = (field: 'telephone' | 'email') =>
    reach(a, field).some((value) => reach(b, field).includes(value))
  const same = (field: 'rccm' | 'ncc') => a[field] !== undefined && a[field] === b[field]
  const criteria: [Criterion, boolean][] = [
    ['telephone_identique', meet('telephone')],
    ['email_contact_identique', meet('email')],
    ['rccm_identique', same('rccm')],
    ['ncc_identique', same('ncc')],
  ]
  return criteria.flatMap(([criterion, holds]) => (holds ? [criterion] : []))
}
