import type { MaterialisedList } from '../../src/identity/lists.ts'
import { events, isCopy } from './shape.ts'

/** Drops what an earlier migration created for these lists: all of it is derived. */
export function dropsOf(lists: readonly MaterialisedList[]): string {
  const tables = lists.flatMap(({ of }) =>
    ['compte', 'paire', 'repere', 'ecart', 'rang'].map((one) => `${of}_${one}`),
  )
  const functions = lists.flatMap(({ of }) => [
    `${of}_reperer(uuid)`,
    `${of}_lister(uuid[])`,
    `${of}_compte_plier()`,
    `${of}_paire_plier()`,
    ...Object.keys(events).map((event) => `${of}_liste_${event}()`),
  ])
  const copies = lists.filter(isCopy).map(({ of }) => `${of}_change()`)
  return `set local search_path to antenne_prive, antenne, public;
${lists.map((list) => `drop ${isCopy(list) ? 'table' : 'view'} ${list.of}_liste cascade;\n`).join('')}drop table if exists ${['repere_a_noter', ...tables].join(', ')} cascade;
drop function if exists ${['noter_reperes()', ...copies, ...functions].join(', ')} cascade;
`
}
