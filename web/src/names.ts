import type { AntenneClient } from 'antenne-client'

/** How many names one call may ask for. */
const AT_ONCE = 100

/** Names by id, of what the person may read. */
type Named = ReadonlyMap<string, string>

/** The names of these ids. */
export async function namesOf(
  { listerNoms }: AntenneClient,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<Named> {
  const named = new Map<string, string>()
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const { donnees } = await listerNoms({ ids: ids.slice(start, start + AT_ONCE) }, { signal })
    for (const { id, nom } of donnees) named.set(id, nom)
  }
  return named
}

/** Looks up one name, or null; what a screen asks for in one turn is one call. */
export function nameLookup(api: AntenneClient): (id: string) => Promise<string | null> {
  let turn: { readonly ids: Set<string>; readonly named: Promise<Named> } | null = null
  const begin = () => {
    const ids = new Set<string>()
    const named = new Promise<void>((resolve) => setTimeout(resolve)).then(() => {
      turn = null
      return namesOf(api, [...ids])
    })
    return { ids, named }
  }
  return async (id) => {
    turn ??= begin()
    turn.ids.add(id)
    return (await turn.named).get(id) ?? null
  }
}
