import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { perform } from '../src/actions/action.ts'
import { type Actor, lockActor } from '../src/actions/actor.ts'
import { storeFile } from '../src/actions/files/store.ts'
import { depositDocument } from '../src/actions/kyc/deposit.ts'
import { inPieces } from '../src/database/pieces.ts'
import { withWriter } from '../src/database/writer.ts'
import { resourceNames, resources } from '../src/transfer/resources.ts'
import { type Data, ndjson, openData } from './setup/command-line.ts'
import { operator, partner } from './setup/people.ts'

let data: Data
let empty: Data
let exported: Record<string, string>

beforeAll(async () => {
  data = await openData('demonstration')
  empty = await openData('vide')
  const [row] = await data.sql<{ id: string }>(
    `select id from reservation where statut = 'demandee' order by id limit 1`,
  )
  expect(await data.run('decider', row?.id ?? '', '--valider', '--par', operator)).toMatchObject({
    status: 0,
  })
  await deposit()
  await data.sql(`update document_kyc set date_emission = null, date_expiration = '2020-02-29', statut = 'valide'
    where id in (select id from document_kyc order by id limit 2)`)
  expect(await data.run('expirer')).toMatchObject({ status: 0 })
  await data.sql(`update reservation set client_nom = 'Un ancien nom' where id = $1`, [row?.id])
  exported = await data.exported()
  const folder = join(data.ground, 'tout')
  expect(await data.run('exporter', folder)).toMatchObject({ status: 0 })
  expect(await empty.run('importer', folder)).toMatchObject({ status: 0 })
})
afterAll(() => Promise.all([data.close(), empty.close()]))

/** A partner's person deposits two files, and a document with one of them. */
const deposit = () =>
  withWriter(data.connection, async (client) => {
    const [found] = await data.sql<{ who: string; partenaire_id: string; type_document_id: string }>(
      `select utilisateur.id as who, partenaire.id as partenaire_id,
        (select id from type_document where actif and cible = 'partenaire' order by id limit 1) as type_document_id
      from utilisateur join partenaire using (organisation_id) where utilisateur.email = $1`,
      [partner],
    )
    const { who: par = '', partenaire_id = '', type_document_id = '' } = found ?? {}
    const now = new Date()
    await perform(client, { geste: 'depot', par, now }, async () => {
      const who = (await lockActor(client, par)) as Actor
      const quota = { mostUnattached: 9, mostBytes: 1_000_000 }
      const ids = []
      for (const bytes of [Buffer.from('%PDF-1.4 un'), Buffer.from('%PDF-1.4 deux')]) {
        const empreinte = createHash('sha256').update(bytes).digest()
        const file = { nom_original: 'piece.pdf', type_mime: 'application/pdf', taille_octets: bytes.length }
        const pieces = () => inPieces([bytes])
        ids.push(await storeFile(client, who, { ...file, empreinte, pieces }, quota, now))
      }
      const body = { type_document_id, fichier_id: `${ids[0]}`, date_expiration: '2090-01-01' }
      await depositDocument(client, who, { partenaire_id, body }, now)
    })
  })

/** Made by the database from the others, or by migrations. */
const derived = [
  'antenne.migration',
  ...['client_liste', 'client_compte', 'client_paire', 'client_repere', 'client_ecart', 'client_rang'],
  ...[
    'reservation_compte',
    'reservation_repere',
    'reservation_ecart',
    'reservation_rang',
    'repere_a_noter',
    'nom_mot',
    'changement',
    'epoque',
  ],
].map((name) => (name.includes('.') ? name : `antenne_prive.${name}`))

/** Has a file of its own: `antenne dictionnaire`. */
const apart = [
  ...['nom_dictionnaire', 'action_cle', 'question_jour'],
  // Contents are files beside the records; keys of links stay where they are.
  ...['contenu', 'contenu_morceau', 'cle_lien', 'cle_lien_secret'],
].map((name) => `antenne_prive.${name}`)

const carried = [
  ...resourceNames,
  ...resourceNames.flatMap((name) => Object.values(resources[name].links).map(({ table }) => table)),
  ...['reservation_correspondance', 'reservation_concurrente', 'journal'],
].map((name) => `antenne_prive.${name}`)

test('every table is carried by an export, derived from those that are, or has a file of its own', async () => {
  const tables = await data.sql<{ nom: string }>(
    `select schemaname || '.' || tablename as nom from pg_tables where schemaname ~ '^antenne'`,
  )
  expect(tables.map(({ nom }) => nom).sort()).toEqual([...derived, ...apart, ...carried].sort())
})

test.each(carried)('%s is the same in a database that is made of an export', async (table) => {
  // Contents have other ids where they come to.
  const row = `(to_jsonb(t) - 'contenu_id')::text`
  const rows = `select ${table.endsWith('.fichier') ? row : 't::text'} as t from ${table} as t order by 1`
  expect(await empty.sql(rows)).toEqual(await data.sql(rows))
})

test('the journal leaves again in the same bytes, and its next entry comes after it', async () => {
  expect(exported['journal.ndjson']?.split('\n').length).toBeGreaterThan(4)
  expect((await empty.exported())['journal.ndjson']).toBe(exported['journal.ndjson'])
  await empty.sql(`update document_kyc set date_emission = null, date_expiration = '2020-02-28', statut = 'valide'
    where id in (select id from document_kyc order by id desc limit 1)`)
  expect(await empty.run('expirer')).toMatchObject({ status: 0 })
  const after = (await empty.exported())['journal.ndjson'] ?? ''
  expect(after.startsWith(exported['journal.ndjson'] ?? '')).toBe(true)
  expect(after.length).toBeGreaterThan(exported['journal.ndjson']?.length ?? 0)
})

test('an import neither adds to a journal nor rewrites it; what it has already is passed over', async () => {
  const before = (await data.exported())['journal.ndjson'] ?? ''
  const [first = ''] = before.split('\n')
  const bring = async (journal: string) => data.run('importer', await data.write({ journal }))
  expect(await bring(`${first}\n`)).toMatchObject({ status: 0 })
  for (const change of [{ geste: 'forgé' }, { numero: 1_000_000 }, { apres: { statut: 'x' } }]) {
    const { status, err } = await bring(ndjson([{ ...JSON.parse(first), ...change }]))
    expect([status, err]).toEqual([1, expect.stringContaining('journal.ndjson, ligne 1, numero : ')])
  }
  expect(await bring(`${first}\n${first}\n`)).toMatchObject({ status: 1 })
  expect(await bring(ndjson([{ ...JSON.parse(first), apres: 3 }]))).toMatchObject({
    status: 1,
    err: expect.stringContaining('journal.ndjson, ligne 1, apres : '),
  })
  expect((await data.exported())['journal.ndjson']).toBe(before)
})
