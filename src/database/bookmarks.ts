import type pg from 'pg'

/**
 * Rebuilds the bookmarks that actions left to be rebuilt (generate/lists/bookmarks.ts), those of each list in a
 * transaction of its own.
 */
export async function rebuildBookmarks(client: pg.Client): Promise<void> {
  while (await rebuildsOne(client));
}

async function rebuildsOne(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ fait: boolean }>('select reperer_un_reste() as fait')
  return rows[0]?.fait === true
}
