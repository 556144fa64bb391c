import { isDeepStrictEqual } from 'node:util'
import type { People } from './intention.ts'
import type { Read } from './reading.ts'

/**
 * Reads what no action changes: session, partners, catalogue, health. The result tells where they say something else
 * than in the beginning. What is in force changes with the day: on a new one they begin anew.
 */
export async function untouchedReads(read: Read, people: People): Promise<() => Promise<string[]>> {
  let day = today()
  let before = await answersOf(read, people)
  return async () => {
    const now = await answersOf(read, people)
    if (day !== today()) {
      day = today()
      before = await answersOf(read, people)
      return []
    }
    return [...now]
      .filter(([what, answer]) => !isDeepStrictEqual(answer, before.get(what)))
      .map(
        ([what, answer]) => `${what}: ${JSON.stringify(answer)}, and not ${JSON.stringify(before.get(what))}`,
      )
  }
}

async function answersOf(
  read: Read,
  { operator, partners, looker }: People,
): Promise<ReadonlyMap<string, unknown>> {
  const paths = [
    ...['moi', 'sante', 'partenaires?taille=100', 'offres?taille=100'],
    ...partners.map(({ partenaire_id }) => `partenaires/${partenaire_id}`),
  ].map((path) => `/api/v1/${path}`)
  const asked = [operator, ...partners, looker].flatMap((who) =>
    paths.map(async (path): Promise<[string, unknown]> => {
      const { status, body } = await read(who, path)
      return [`${path} to ${who.email}`, path.endsWith('/sante') ? status : { status, body }]
    }),
  )
  return new Map(await Promise.all(asked))
}

const today = (): string => new Date().toISOString().slice(0, 10)
