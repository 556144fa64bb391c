import { randomUUID } from 'node:crypto'
import type pg from 'pg'
import { pipelined } from '../../database/pipeline.ts'
import { Refusal } from '../../refusal.ts'
import type { Actor } from '../actor.ts'

/** A file that was received whole. */
export interface Received {
  readonly nom_original: string
  readonly type_mime: string
  readonly taille_octets: number
  /** SHA-256 of its bytes. */
  readonly empreinte: Buffer
  /** Its bytes, in pieces as they are stored. */
  readonly pieces: () => AsyncIterable<Buffer>
}

/** How much an organisation may deposit. */
export interface Quota {
  /** Files that no document takes. */
  readonly mostUnattached: number
  readonly mostBytes: number
}

/** Stores a file of the person's organisation. The same bytes are stored once, and stay infected. Returns its id. */
export async function storeFile(
  connection: pg.Client,
  who: Actor,
  file: Received,
  quota: Quota,
  now: Date,
): Promise<string> {
  const contenu_id =
    (await contentsWithRoom(connection, who, file, quota, now)) ?? (await store(connection, who, file))
  const id = randomUUID()
  await connection.query(
    `insert into fichier (id, nom_original, type_mime, taille_octets, statut_scan, contenu_id, organisation_id, depose_par, depose_le)
    select $1, $2, $3, $4, case when exists (select from fichier where contenu_id = $5 and statut_scan = 'infecte')
      then 'infecte' else 'en_attente' end::statut_scan, $5, $6, $7, $8`,
    [
      ...[id, file.nom_original, file.type_mime, file.taille_octets, contenu_id],
      ...[who.organisation_id, who.utilisateur_id, now.toISOString()],
    ],
  )
  return id
}

interface Kept {
  readonly contenu_id: string | null
  readonly unattached: number
  readonly bytes: number
}

/** Holds what an organisation has deposited until the transaction ends, in SQL. */
export const lockFiles = (organisation: string): string =>
  `pg_advisory_xact_lock(hashtextextended('fichiers ' || ${organisation}, 0))`

/**
 * The contents that the organisation has already, or null. Those of one organisation deposit one after the other, so
 * that its quota is exact.
 */
async function contentsWithRoom(
  connection: pg.Client,
  { organisation_id }: Actor,
  { empreinte, taille_octets }: Received,
  { mostUnattached, mostBytes }: Quota,
  now: Date,
): Promise<string | null> {
  const [, { rows }] = await pipelined(connection, [
    () => connection.query(`select ${lockFiles('$1')}`, [organisation_id]),
    () => connection.query<Kept>(STORED, [organisation_id, empreinte, now.toISOString()]),
  ])
  const [kept] = rows as [Kept]
  if (kept.unattached >= mostUnattached)
    throw new Refusal('limite_atteinte', {
      message: `${mostUnattached} fichiers déposés n’ont pas encore de document. Utilisez-les, ou attendez un jour après leur dépôt.`,
      details: { maximum: mostUnattached },
    })
  if (kept.contenu_id === null && kept.bytes + taille_octets > mostBytes)
    throw new Refusal('limite_atteinte', {
      message: 'L’espace de votre organisation est plein. Adressez-vous à l’opérateur.',
      details: { maximum: mostBytes },
    })
  return kept.contenu_id
}

/** How long a file may be without a document, in SQL. */
export const UNATTACHED_FOR = `interval '24 hours'`

// One that is about to be removed is not counted among those that wait.
const STORED = `
  select (select id from contenu where organisation_id = $1 and empreinte = $2) as contenu_id,
    (select count(*)::int from fichier where organisation_id = $1 and depose_le > $3::timestamptz - ${UNATTACHED_FOR}
      and not exists (select from document_kyc where fichier_id = fichier.id)) as unattached,
    (select coalesce(sum(taille_octets), 0)::float8 from contenu where organisation_id = $1) as bytes`

async function store(connection: pg.Client, { organisation_id }: Actor, file: Received): Promise<string> {
  const id = randomUUID()
  await connection.query(
    'insert into contenu (id, organisation_id, empreinte, taille_octets) values ($1, $2, $3, $4)',
    [id, organisation_id, file.empreinte, file.taille_octets],
  )
  let rang = 0
  for await (const octets of file.pieces()) {
    await connection.query('insert into contenu_morceau (contenu_id, rang, octets) values ($1, $2, $3)', [
      ...[id, rang, octets],
    ])
    rang += 1
  }
  return id
}
