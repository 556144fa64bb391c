import type pg from 'pg'
import type { Reader } from '../harness/load/world.ts'
import { join, name, type Sql, sql } from '../src/database/sql.ts'

/** A list as someone reads it. */
export interface List {
  readonly path: string
  readonly reader: Pick<Reader, 'partner'>
}

/** Where a parameter is not called like its column. */
const columns: Readonly<Record<string, string>> = { 'clients.partenaire_id': 'partenaire_actuel_id' }

/**
 * The total of a list, counted over the tables as they are, of one client alone if one is given: nothing that the
 * service keeps beside them, and none of its SQL, has a part in it. Undefined for what is not a list of pages.
 */
export function countOf({ path, reader }: List, client?: string): Sql | undefined {
  const { pathname, searchParams } = new URL(path, 'http://localhost')
  const resource = pathname.replace('/api/v1/', '')
  const rows = rowsOf(resource, reader)
  if (rows === undefined) return undefined
  const conditions = [...searchParams]
    .filter(([parameter]) => parameter !== 'page' && parameter !== 'taille')
    .flatMap(([parameter, value]) =>
      parameter === 'recherche'
        ? wordsOf(value).map((word) => sql`strpos(recherche, ${word}) > 0`)
        : sql`${name(columns[`${resource}.${parameter}`] ?? parameter)} = ${value}`,
    )
  if (client !== undefined) conditions.push(sql`id = ${client}`)
  return sql`select count(*)::int as total from ${rows} where ${join([sql`true`, ...conditions], ' and ')}`
}

/** The words of a search without their accents; the cases have no other letters to fold. */
const wordsOf = (text: string): string[] =>
  text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase().split(/\s+/u)

function rowsOf(resource: string, { partner }: List['reader']): Sql | undefined {
  switch (resource) {
    case 'clients':
      // D17 is stated by that view, and by nothing else.
      return partner === null
        ? sql`client`
        : sql`client join (select id from client_portee where portee = ${partner}) as portee using (id)`
    case 'reservations':
      return partner === null
        ? sql`reservation`
        : sql`(select * from reservation where partenaire_id = ${partner}) as reservation`
    case 'partenaires':
      return sql`partenaire`
    case 'offres':
      return sql`offre`
    default:
      return undefined
  }
}

/** What a count gives. */
export async function total(client: pg.Client, { text, values }: Sql): Promise<number> {
  const { rows } = await client.query<{ total: number }>({ text, values })
  return rows[0]?.total ?? 0
}
