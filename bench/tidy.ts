import type pg from 'pg'

/**
 * Puts a world in which all writes were undone in the state in which the next run should find it. What the database
 * keeps as signed rows still holds each change and its contrary, and indexes hold what is dead: readers would pay for
 * both.
 */
export async function tidy(database: pg.Client): Promise<void> {
  const { rows: tables } = await database.query<{ name: string; keys: string; folds: boolean }>(
    `select table_name as name, string_agg(column_name, ', ') filter (where column_name not in ('n', 'plie')) as keys,
      bool_or(column_name = 'plie') as folds
    from information_schema.columns where table_schema = 'antenne_prive'
    group by table_name having bool_or(column_name = 'n')`,
  )
  for (const { name, keys, folds } of tables) {
    // Each row that says «so many more» goes together with one that says «so many fewer» of the same.
    await database.query(
      `with signed as (
        select place, cell, n, row_number() over (partition by cell, n) as nth
        from (select ctid as place, row(${keys})::text as cell, n from ${name} where ${folds ? 'not plie' : 'true'}) as open
      )
      delete from ${name} using signed as one join signed as contrary on one.cell = contrary.cell
        and one.n = -contrary.n and one.nth = contrary.nth
      where ${name}.ctid = one.place`,
    )
  }
  await database.query('vacuum')
}
