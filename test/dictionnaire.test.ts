import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { checkReservations } from '../src/actions/controle-doublon.ts'
import { dictionnaire as command } from '../src/commands/dictionnaire.ts'
import { transaction, withWriter } from '../src/database/writer.ts'
import { type Data, openData, recordsIn } from './setup/command-line.ts'
import { differences } from './setup/lists.ts'
import { id, platform, records } from './setup/platform.ts'

/** Words that an administrator adds to those of the duplicate check. */

let data: Data
beforeAll(async () => {
  data = await openData('vide')
  const { reservation: _, ...rest } = platform()
  expect(await data.importing(rest)).toMatchObject({ status: 0 })
})
afterEach(async () => {
  await data.sql('delete from reservation')
  await data.sql('delete from client where id <> $1', [id('client:a')])
  await dictionnaire('')
})
afterAll(() => data.close())

const client = (name: string, raison_sociale: string) => ({ ...records.client(name), raison_sociale })

/** Runs the command on a file of these lines. */
async function dictionnaire(...lines: string[]) {
  const file = join(data.ground, 'dictionnaire.txt')
  await writeFile(file, lines.join('\n'))
  return data.run('dictionnaire', file)
}

const printed = async () => (await data.run('dictionnaire')).out

/** The clients that the check finds close to that one, when it is asked for. */
async function closeTo(name: string): Promise<string[]> {
  await data.importing({ reservation: [{ ...records.reservation(name, name), statut: 'demandee' }] })
  await withWriter(data.connection, (writer) =>
    transaction(writer, () => checkReservations(writer, [id(`reservation:${name}`)], new Date())),
  )
  const stored = recordsIn(await data.exported(), 'reservation')
  const found = stored.find((record) => record.id === id(`reservation:${name}`)).doublons_detectes
  return found.correspondances.map((record: { raison_sociale: string }) => record.raison_sociale).sort()
}

const readings = async () =>
  Object.fromEntries(
    (
      await data.sql<{ raison_sociale: string; nom_normalise: string }>(
        'select raison_sociale, nom_normalise from client where id <> $1 order by raison_sociale',
        [id('client:a')],
      )
    ).map(({ raison_sociale, nom_normalise }) => [raison_sociale, nom_normalise]),
  )

const names = ['Zantropic Brochetterie', 'Zantropic', 'Sahoua Fret']
const stored = () => data.importing({ client: names.map((name) => client(name, name)) })

/** The lines of roles in a text for people, without what explains them. */
const examplesIn = (text: string) =>
  [...text.matchAll(/^ *((?:métier|lieu|nom|nombre|faible|ignoré) : .*?)(?: {3,}.*)?$/gm)].map(
    ([, line]) => line ?? '',
  )

test.each([
  ['of the help', () => command.help.join('\n')],
  ['of the documents', () => readFileSync('docs/doublons.md', 'utf8')],
])('the example %s is accepted', async (_, text) => {
  const lines = examplesIn(text())
  expect(lines).toHaveLength(6)
  expect(await dictionnaire(...lines)).toMatchObject({ status: 0 })
})

test('a trade that is added is one for the clients that are there and for those that come', async () => {
  await stored()
  expect(await closeTo('Zantropic')).toEqual([])
  expect(await dictionnaire('métier : brochetterie broch')).toMatchObject({
    status: 0,
    out: 'Dictionnaire enregistré : 2 mots. Noms relus : 1 client.\n',
  })
  expect(await closeTo('Zantropic')).toEqual(['Zantropic Brochetterie'])
  await data.importing({ client: [client('z', 'Broch. Zantropic')] })
  expect(await closeTo('z')).toEqual(['Zantropic', 'Zantropic Brochetterie'])
  expect((await readings())['Broch. Zantropic']).toBe('~broxeteri santropik')
})

test('what is taken back is as if it had never been added', async () => {
  await stored()
  const before = await readings()
  await dictionnaire('ignoré : brochetterie', 'lieu : zantropic', 'faible : fret')
  expect(await readings()).toEqual({
    'Sahoua Fret': 'saua -fret',
    Zantropic: '@santropik',
    'Zantropic Brochetterie': '@santropik',
  })
  expect(await dictionnaire('# rien')).toMatchObject({
    out: 'Dictionnaire enregistré : 0 mot. Noms relus : 3 clients.\n',
  })
  expect(await readings()).toEqual(before)
  expect(await closeTo('Zantropic')).toEqual([])
  expect(await printed()).toBe('# Aucun mot ajouté.\n')
})

test('nothing but the reading of a name changes: no record, no date, no list', async () => {
  await stored()
  const everything = async () => ({
    ...(await data.exported()),
    lists: await data.sql('select xmin, l.* from client_liste as l order by portee, id'),
    untouched: await data.sql(`select xmin from client where raison_sociale = 'Sahoua Fret'`),
  })
  const before = await everything()
  await dictionnaire('métier : brochetterie')
  expect((await readings())['Zantropic Brochetterie']).toBe('santropik ~broxeteri')
  expect(await everything()).toEqual(before)
  expect(await differences(data.sql)).toEqual([])
})

test('a word that means what a known one means stands for it, by whatever spelling', async () => {
  await data.importing({ client: ['Drugstore Zadi', 'Pharmacie Zadi'].map((name) => client(name, name)) })
  await dictionnaire('METIER : officine drugstore')
  expect(await readings()).toEqual({
    'Drugstore Zadi': '~farmasi =sadi',
    'Pharmacie Zadi': '~farmasi =sadi',
  })
  expect(await closeTo('Drugstore Zadi')).toEqual(['Pharmacie Zadi'])
})

test('what is printed is a file that adds the same words', async () => {
  const trades = [...'abdefgijlmnoprt'].flatMap((letter) => [`mtr${letter}xb`, `mtr${letter}vb`])
  const given = [
    '# un commentaire',
    '',
    'nombre:21 vingtetun',
    `metier : ${trades} # des métiers`,
    'Lieu : Ahoué',
  ]
  expect(await dictionnaire(...given)).toMatchObject({ status: 0 })
  const text = await printed()
  const roles = text.split('\n').map((line) => line.split(' : ')[0])
  expect(roles).toEqual(['métier', 'métier', 'métier', 'lieu', 'nombre', ''])
  expect(text).toContain('\nlieu : Ahoué\nnombre : 21 vingtetun\n')
  for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(100)
  expect(await dictionnaire(text)).toMatchObject({
    out: 'Dictionnaire enregistré : 33 mots. Noms relus : 0 client.\n',
  })
  expect(await printed()).toBe(text)
})

const form = 'il manque un mot après « : » ou une virgule. Ajoutez-le, ou retirez la virgule.'
const noWord = (word: string) =>
  `« ${word} » n'est pas un mot. Écrivez-le en lettres latines, sans apostrophe, tiret, point ni chiffre.`
const wrong: Record<string, string> = {
  grillade: 'il manque « : » après le rôle. Écrivez par exemple « métier : grillade grill, kiosque ».',
  'metiers : x':
    "« metiers » n'est pas un rôle. Écrivez l'un de ceux-ci : ignoré, métier, faible, lieu, nombre, nom.",
  'lieu :': form,
  'lieu : a,,b': form,
  "nom : n'zué": noWord("n'zué"),
  'nom : auto-école': noWord('auto-école'),
  'nom : g8': noWord('g8'),
  'nom : 日本': noWord('日本'),
  'nom : a\u0000b': noWord('a\\u{0}b'),
  'nom : 12': noWord('12'),
  [`nom : ${'a'.repeat(41)}`]: `« ${'a'.repeat(40)}… » est trop long. Donnez 40 lettres au plus.`,
  'nombre : vingtetun':
    "« vingtetun » n'est pas un nombre en chiffres. Commencez par lui : « nombre : 21 vingtetun ».",
  'lieu : brochetterie': "« brochetterie » est déjà à la ligne 1. Gardez l'un des deux.",
  'lieu : Brochéteries':
    "« Brochéteries » s'entend comme « brochetterie », à la ligne 1 : il est compris sans être écrit. Gardez l'un des deux.",
}

test('a file with wrong lines is refused: each is told by its number, and nothing changes', async () => {
  await stored()
  await dictionnaire('lieu : sahoua')
  const before = [await readings(), await printed()]
  const { status, out, err } = await dictionnaire(
    'métier : brochetterie',
    ...Object.keys(wrong),
    'nom : zantropic',
  )
  expect([status, out]).toEqual([1, ''])
  expect(err.trim().split('\n')).toEqual([
    ...Object.values(wrong).map((message, index) => `Ligne ${index + 2} : ${message}`),
    "Dictionnaire refusé : 14 erreurs. Rien n'a été changé. Corrigez, puis relancez.",
  ])
  expect([await readings(), await printed()]).toEqual(before)
})

test('a file that is none, or no text, is refused', async () => {
  expect(await data.run('dictionnaire', join(data.ground, 'absent'))).toMatchObject({
    status: 1,
    err: expect.stringContaining("Ce fichier ou ce dossier n'existe pas."),
  })
  const file = join(data.ground, 'latin1')
  await writeFile(file, Buffer.from('métier : grill', 'latin1'))
  expect(await data.run('dictionnaire', file)).toMatchObject({
    status: 1,
    err: expect.stringContaining("n'est pas un texte en UTF-8."),
  })
})

test('a client that is written meanwhile is read by the new words, whoever commits first', async () => {
  await stored()
  const insert = (writer: pg.Client, name: string) =>
    writer.query(
      `insert into client (id, organisation_id, raison_sociale, origine, statut, statut_kyc, credit_approuve, cree_le, modifie_le)
      select gen_random_uuid(), organisation_id, $1, origine, statut, statut_kyc, false, now(), now() from client limit 1`,
      [name],
    )
  const waiting = (mode: string) =>
    expect
      .poll(
        async () =>
          (
            await data.sql(
              `select from pg_locks
      where relation = 'client'::regclass and mode = $1 and not granted`,
              [mode],
            )
          ).length,
      )
      .toBe(1)
  const open = async (writer: pg.Client) => {
    await writer.query('begin')
    // What a session has computed once it may keep.
    await writer.query(`select antenne.nom_normalise('Brochetterie Gnan')`)
  }
  await withWriter(data.connection, (first) =>
    withWriter(data.connection, async (second) => {
      await open(first)
      await open(second)
      await insert(first, 'Brochetterie Un')
      const replaced = dictionnaire('métier : brochetterie')
      await waiting('ExclusiveLock')
      const inserted = insert(second, 'Brochetterie Deux')
      await waiting('RowExclusiveLock')
      await first.query('commit')
      expect(await replaced).toMatchObject({
        status: 0,
        out: expect.stringContaining('Noms relus : 2 clients.'),
      })
      await inserted
      await second.query('commit')
    }),
  )
  expect(await readings()).toMatchObject({
    'Brochetterie Deux': '~broxeteri #2',
    'Brochetterie Un': '~broxeteri #1',
    'Zantropic Brochetterie': 'santropik ~broxeteri',
  })
})
