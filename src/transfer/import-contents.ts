import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type pg from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { isOf, SIGNATURE_BYTES, typesFichier } from '../contract/types-fichier.ts'
import { inPieces } from '../database/pieces.ts'
import { Failure } from '../failure.ts'
import { CONTENTS, type Content, type Contents, Unreadable } from './contents.ts'

/** Called with the number of contents so far. */
type Told = (count: number) => void

/** So many contents are looked up or sent at a time. */
const BATCH = 200

async function* batches(contents: Contents): AsyncGenerator<Content[]> {
  let batch: Content[] = []
  for await (const content of contents()) {
    if (batch.push(content) < BATCH) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Notes what each of the contents is: its size, its SHA-256, and its type if the first bytes tell it. */
export async function stageContents(client: pg.Client, contents: Contents, told: Told): Promise<void> {
  await client.query(`create temp table import_contenu (nom text, id uuid default gen_random_uuid(),
    ancien uuid, taille nombre, empreinte bytea, type text, faute text) on commit drop`)
  let count = 0
  for await (const batch of batches(contents)) {
    const facts: Facts[] = []
    for (const content of batch) facts.push(await factsOf(content))
    await client.query(
      `insert into import_contenu (nom, taille, empreinte, type, faute)
       select * from unnest($1::text[], $2::bigint[], $3::bytea[], $4::text[], $5::text[])`,
      (['name', 'size', 'digest', 'type', 'fault'] as const).map((key) => facts.map((fact) => fact[key])),
    )
    count += batch.length
    told(count)
  }
  await client.query('analyze import_contenu')
}

interface Facts {
  readonly name: string
  readonly size?: number
  readonly digest?: Buffer
  readonly type?: string | undefined
  readonly fault?: string
}

async function factsOf(content: Content): Promise<Facts> {
  const { name } = content
  const hash = createHash('sha256')
  let size = 0
  let head: Uint8Array | undefined
  try {
    for await (const piece of inPieces(content.bytes())) {
      head ??= piece.subarray(0, SIGNATURE_BYTES)
      size += piece.length
      hash.update(piece)
    }
  } catch (error) {
    if (error instanceof Unreadable) return { name, fault: error.message }
    throw error
  }
  const [type] = Object.entries(typesFichier).find(([, type]) => head !== undefined && isOf(type, head)) ?? []
  return { name, size, digest: hash.digest(), type }
}

/**
 * Stores the checked contents with their merged records. What is there already is left alone; replaced contents to
 * which nobody refers any more are removed.
 */
export async function mergeContents(client: pg.Client, contents: Contents, told: Told): Promise<void> {
  await client.query(`delete from import_contenu as lu using fichier join contenu on contenu.id = fichier.contenu_id
    where fichier.id = lu.nom::uuid and contenu.empreinte = lu.empreinte`)
  await client.query(
    'insert into contenu (id, empreinte, taille_octets) select id, empreinte, taille from import_contenu',
  )
  let count = 0
  for await (const batch of batches(contents)) {
    await copyPieces(client, batch)
    count += batch.length
    told(count)
  }
  await client.query(
    `update import_contenu as lu set ancien = contenu_id from fichier where fichier.id = lu.nom::uuid`,
  )
  await client.query(
    `update fichier set contenu_id = lu.id from import_contenu as lu where fichier.id = lu.nom::uuid`,
  )
  // Locked first: who comes to refer to one of them meanwhile is seen.
  await client.query('select from contenu where id in (select ancien from import_contenu) for update')
  await client.query(`delete from contenu where id in (select ancien from import_contenu)
    and not exists (select from fichier where contenu_id = contenu.id)`)
}

async function copyPieces(client: pg.Client, batch: readonly Content[]): Promise<void> {
  const { rows } = await client.query<Stored>(
    'select nom, id, empreinte from import_contenu where nom = any ($1)',
    [batch.map(({ name }) => name)],
  )
  if (rows.length === 0) return
  const copy = client.query(copyFrom('copy contenu_morceau (contenu_id, rang, octets) from stdin'))
  // After the copy is aborted, further errors of the server do not matter.
  copy.on('error', () => {})
  const lines = pieceLines(batch, new Map(rows.map((row) => [row.nom, row])))
  await pipeline(Readable.from(lines, { highWaterMark: 1 }), copy)
}

interface Stored {
  readonly nom: string
  readonly id: string
  readonly empreinte: Buffer
}

async function* pieceLines(
  batch: readonly Content[],
  stored: ReadonlyMap<string, Stored>,
): AsyncGenerator<string> {
  for (const { name, bytes } of batch) {
    const target = stored.get(name)
    if (target === undefined) continue
    const hash = createHash('sha256')
    let rank = 0
    try {
      for await (const piece of inPieces(bytes())) {
        hash.update(piece)
        yield `${target.id}\t${rank}\t\\\\x${piece.toString('hex')}\n`
        rank += 1
      }
    } catch (error) {
      throw error instanceof Unreadable ? changed(name, error) : error
    }
    if (!hash.digest().equals(target.empreinte)) throw changed(name)
  }
}

const changed = (name: string, cause?: unknown): Failure =>
  new Failure(`${CONTENTS}/${name} a changé pendant l'import. Rien n'a été changé. Relancez.`, { cause })
