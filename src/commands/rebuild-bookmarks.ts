import { rebuildBookmarks } from '../database/bookmarks.ts'
import type { DatabaseAddress } from '../database/database.ts'
import { withPrimary } from '../database/primary.ts'
import { MINUTE, repeat } from './repeat.ts'

/**
 * Rebuilds bookmarks of lists, once a minute until it is stopped, where actions left it to be done: in a long list that
 * takes longer than an action may. Of several instances one does it and the others skip.
 */
export const keepBookmarksRebuilt = (servers: readonly DatabaseAddress[], failed: (error: Error) => void) =>
  repeat(async (round, stopped) => {
    await withPrimary(servers, rebuildBookmarks, round).catch((error) => {
      if (!stopped.aborted) failed(error)
    })
    return MINUTE
  })
