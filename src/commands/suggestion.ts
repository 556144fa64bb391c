/** The known word that was probably meant, as a sentence to add; nothing if none is close. */
export function suggestion(given: string, known: readonly string[], prefix = ''): string {
  const most = given.length < 5 ? 1 : 2
  const [closest] = known
    .map((word) => ({ word, distance: startsAlike(given, word) ? 0 : distance(given.toLowerCase(), word) }))
    .filter((each) => each.distance <= most)
    .sort((a, b) => a.distance - b.distance)
  return closest === undefined ? '' : ` Vouliez-vous dire « ${prefix}${closest.word} » ?`
}

/** Whether the one is the beginning of the other: «import» for «importer». */
const startsAlike = (given: string, word: string): boolean =>
  given.length > 2 && word.startsWith(given.toLowerCase())

/** How many letters to add, leave out, replace or swap with their neighbour. */
function distance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)]
  const at = (row: number, column: number) => rows[row]?.[column] ?? Number.POSITIVE_INFINITY
  for (let i = 1; i <= a.length; i += 1) {
    rows.push([i])
    for (let j = 1; j <= b.length; j += 1) {
      const swapped = a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      rows[i]?.push(
        Math.min(
          at(i - 1, j) + 1,
          at(i, j - 1) + 1,
          at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1),
          swapped ? at(i - 2, j - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      )
    }
  }
  return at(a.length, b.length)
}
