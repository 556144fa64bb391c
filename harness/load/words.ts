import type pg from 'pg'

/** How much of the world a search is meant to find. */
const SHARE = 1 / 200
const SAMPLE = 5000
const LENGTH = 5
const COUNTED = 10

/** What is searched for: one word, and many others that are about as common. */
export interface Words {
  readonly word: string
  readonly others: readonly string[]
}

/** Five letters out of the names, whose share of the world is nearest to the one that is meant. */
export async function chooseWords(client: pg.Client, clients: number): Promise<Words> {
  // Identifiers are drawn at random: the first of them are a sample, the same each time.
  const { rows } = await client.query<{ nom: string }>(
    'select raison_sociale_pliee as nom from client order by id limit $1',
    [SAMPLE],
  )
  const found = new Map<string, number>()
  for (const { nom } of rows) {
    for (const word of new Set(piecesOf(nom))) found.set(word, (found.get(word) ?? 0) + 1)
  }
  const wanted = Math.max(2, rows.length * SHARE)
  const nearest = [...found.keys()].sort(
    (a, b) => distance(found.get(a), wanted) - distance(found.get(b), wanted) || (a < b ? -1 : 1),
  )
  const counted: { word: string; clients: number }[] = []
  for (const word of nearest.slice(0, COUNTED)) {
    counted.push({ word, clients: await clientsWith(client, word) })
  }
  counted.sort((a, b) => distance(a.clients, clients * SHARE) - distance(b.clients, clients * SHARE))
  const word = counted[0]?.word ?? ''
  return { word, others: nearest.filter((other) => other !== word) }
}

/** All runs of five letters. */
const piecesOf = (text: string): string[] =>
  text
    .split(/[^a-z]+/)
    .flatMap((word) =>
      Array.from({ length: Math.max(0, word.length - LENGTH + 1) }, (_, start) =>
        word.slice(start, start + LENGTH),
      ),
    )

/** As a factor: half as common is as far as twice as common. */
const distance = (found = 0, wanted: number): number => Math.abs(Math.log((found + 0.01) / wanted))

/** Through the trigram index: a count over all clients would take a second each. */
async function clientsWith(client: pg.Client, word: string): Promise<number> {
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from client_liste where portee = antenne.tout() and recherche like $1',
    [`%${word}%`],
  )
  return rows[0]?.n ?? 0
}
