import type pg from 'pg'

/** Contents that wait for a verdict. */
export interface Waiting {
  readonly contenu_id: string
  readonly taille_octets: number
}

const oldest = (which: string) => `
  select contenu_id, contenu.taille_octets::float8 from fichier join contenu on contenu.id = contenu_id
  where statut_scan = 'en_attente' and contenu_id is not null and ${which}
  order by depose_le, fichier.id limit 1`

/** The oldest waiting contents that are not among these. */
export const oldestBut = (client: pg.Client, contenus: readonly string[]) =>
  first(client, oldest('contenu_id <> all ($1::uuid[])'), contenus)

/** The oldest of these, as far as they still wait. */
export const oldestOf = (client: pg.Client, contenus: readonly string[]) =>
  first(client, oldest('contenu_id = any ($1::uuid[])'), contenus)

async function first(client: pg.Client, text: string, contenus: readonly string[]) {
  return (await client.query<Waiting>(text, [contenus])).rows[0]
}

/** Contents in order, one piece in memory at a time. Throws at the end if they are not whole: a part is not judged. */
export async function* piecesOf(client: pg.Client, { contenu_id, taille_octets }: Waiting) {
  let given = 0
  let last = -1
  for (;;) {
    const { rows } = await client.query<{ rang: number; octets: Buffer }>(
      'select rang, octets from contenu_morceau where contenu_id = $1 and rang > $2 order by rang limit 1',
      [contenu_id, last],
    )
    const [piece] = rows
    if (piece === undefined) break
    yield piece.octets
    given += piece.octets.length
    last = piece.rang
  }
  if (given !== taille_octets) throw new Error(`contents ${contenu_id} are not whole`)
}
