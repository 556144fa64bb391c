import type { RunSql } from './connection.ts'

/** A fingerprint of every table but that of the questions, which count when they are refused too. */
export async function fingerprints({ sql }: { readonly sql: RunSql }): Promise<Map<string, string>> {
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'antenne_prive'::regnamespace
      and relname <> 'question_jour'`,
  )
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, md5(string_agg(t::text, '|' order by t::text)) as text from ${name} as t`,
  )
  const rows = await sql<{ name: string; text: string }>(each.join(' union all '))
  return new Map(rows.map(({ name, text }) => [name, text]))
}
