import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReservations } from '../../src/actions/controle-doublon.ts'
import { LONGEST_EVIDENCE } from '../../src/actions/doublon/best.ts'
import { findCandidates, findDraftCandidates, MOST_RECORDS } from '../../src/actions/doublon/candidates.ts'
import { LIMITS } from '../../src/actions/doublon/spellings.ts'
import { MAX_CONTACTS } from '../../src/contract/corps-clients.ts'
import { transaction, withWriter } from '../../src/database/writer.ts'
import { act } from '../setup/acting.ts'
import { type Data, openData, recordsIn } from '../setup/command-line.ts'
import { operator } from '../setup/people.ts'
import { id, platform, records } from '../setup/platform.ts'
import { openWorld } from '../setup/world.ts'

/** What a duplicate check costs is bounded, whatever people have stored. */

let data: Data

beforeAll(async () => {
  data = await openData('vide')
  const { reservation: _, ...rest } = platform()
  expect(await data.importing(rest)).toMatchObject({ status: 0 })
})

afterAll(() => data.close())

const client = (name: string, raison_sociale: string, change: object = {}) => ({
  ...records.client(name),
  raison_sociale,
  ...change,
})
const reservation = (name: string) => ({ ...records.reservation(name, name, 'a'), statut: 'validee' })
const now = new Date('2026-11-15T09:30:00.250Z')

/** Checks one reservation, and counts how often the keys of a name were computed for it. */
const keysOf = (name: string) =>
  withWriter(data.connection, (writer) =>
    transaction(writer, async () => {
      await writer.query(`set local track_functions = 'all'`)
      await checkReservations(writer, [id(`reservation:${name}`)], now)
      const { rows } = await writer.query<{ calls: number }>(
        `select calls::int from pg_stat_xact_user_functions where funcname = 'cles_nom'`,
      )
      return rows[0]?.calls ?? 0
    }),
  )

async function closeTo(name: string): Promise<{ client_id: string; criteres: string[] }[]> {
  const stored = recordsIn(await data.exported(), 'reservation')
  return stored.find((record) => record.id === id(`reservation:${name}`)).doublons_detectes.correspondances
}

const [consonants, vowels] = ['bdfglmnpr', 'aio']

/** The nth word that begins like «transport» and means nothing. */
function invented(nth: number): string {
  let rest = nth
  const letter = (of: string) => {
    const one = of.charAt(rest % of.length)
    rest = Math.floor(rest / of.length)
    return one
  }
  return `trans${[consonants, vowels, consonants, vowels, consonants].map(letter).join('')}`
}

test('a thousand stored words that begin alike do not multiply the work, nor hide a slip', async () => {
  const name = (from: number) => Array.from({ length: 20 }, (_, nth) => invented(from + nth)).join(' ')
  const invading = Array.from({ length: 60 }, (_, nth) => client(`mots ${nth}`, name(nth * 20)))
  await data.importing({
    client: [
      ...invading,
      client('nom', 'Transport Moderne Zaguié'),
      client('glissement', 'Transprot Moderne Zaguié'),
      client('abrégé', 'Transpo Moderne Zaguié'),
    ],
    reservation: [reservation('nom'), reservation('mots 7'), reservation('glissement')],
  })
  expect(await keysOf('mots 7')).toBeLessThanOrEqual(1 + LIMITS.replaced)
  expect(await keysOf('glissement')).toBeLessThanOrEqual(1 + 3 * LIMITS.ofWord)
  expect(await keysOf('nom')).toBeLessThanOrEqual(1 + 3 * LIMITS.ofWord)
  const found = (await closeTo('nom')).map(({ client_id }) => client_id)
  expect(found.sort()).toEqual([id('client:glissement'), id('client:abrégé')].sort())
  expect((await closeTo('glissement')).map(({ client_id }) => client_id)).toContain(id('client:nom'))
})

test('a slip of an older name is found, whatever words are stored after it', async () => {
  const [old, slip] = ['zamkovetri', 'zamkovertri']
  // Every word that is one letter away from either, but for letters that are dropped in a key of the whole name.
  const letters = [...'abdfgijklmnopqrtuvx']
  const near = [old, slip].flatMap((word) =>
    [...word].flatMap((_, at) =>
      letters.flatMap((letter) => [
        `${word.slice(0, at)}${letter}${word.slice(at)}`,
        `${word.slice(0, at)}${letter}${word.slice(at + 1)}`,
      ]),
    ),
  )
  const words = [...new Set(near)].filter((word) => word !== old && word !== slip)
  const lines = Array.from({ length: Math.ceil(words.length / 15) }, (_, nth) =>
    words.slice(15 * nth, 15 * nth + 15).join(' '),
  )
  for (const clients of [
    [client('ancienne', `Établissements ${old}`)],
    lines.map((line, nth) => client(`écran ${nth}`, line)),
  ])
    expect(await data.importing({ client: clients })).toMatchObject({ status: 0 })
  const draft = { id: id('brouillon'), rccm: null, ncc: null, telephones: [], emails: [] }
  const found = await withWriter(data.connection, (writer) =>
    findDraftCandidates(writer, { ...draft, raison_sociale: slip }),
  )
  expect(found.map(({ client_id }) => client_id)).toContain(id('client:ancienne'))
})

test('of tens of thousands of words in one place, or with one beginning, few are read', async () => {
  const long = 'badefojikalumonepa'.repeat(3).slice(0, LIMITS.letters)
  await data.sql(
    `insert into nom_mot (variante, mot) select 'kovadexim', 'kovadex' || chr(20000 + n) || 'im' from generate_series(1, 20000) as n
    union all select unnest(antenne.variantes($1 || n)), $1 || n from generate_series(1, 1000) as n`,
    [long],
  )
  const draft = { id: id('brouillon'), rccm: null, ncc: null, telephones: [], emails: [] }
  const read = await withWriter(data.connection, (writer) =>
    transaction(writer, async () => {
      const raison_sociale = `Kovadexim ${long} ${long}a ${long}e ${long}i`
      await findDraftCandidates(writer, { ...draft, raison_sociale })
      const { rows } = await writer.query<{ lus: number }>(
        `select sum(pg_stat_get_xact_tuples_returned(indexrelid))::int as lus from pg_index
        where indrelid = 'antenne_prive.nom_mot'::regclass`,
      )
      return rows[0]?.lus
    }),
  )
  expect(read).toBeGreaterThan(0)
  expect(read).toBeLessThan(100 * LIMITS.oldest)
})

test('of very many close records the best are kept: by number, then as many by telephone as by name', async () => {
  const telephone = '+2250707070707'
  const many = Array.from({ length: 150 }, (_, nth) => nth)
  await data.importing({
    client: [
      client('demandé', 'Minoterie Vokpémé', { telephone, ncc: '7654321 K' }),
      client('même numéro', 'Hôtel Bakoua', { ncc: '7654321K' }),
      client('même nom et téléphone', 'Minoterie Vokpémé SA', { telephone }),
      ...many.map((nth) => client(`téléphone ${nth}`, `Xylo ${invented(nth)}`, { telephone })),
      ...many.map((nth) => client(`nom ${nth}`, 'Minoterie Vokpémé')),
    ],
    reservation: [reservation('demandé')],
  })
  const found = await withWriter(data.connection, (writer) => findCandidates(writer, [id('client:demandé')]))
  expect(found).toHaveLength(2 * MOST_RECORDS.measured)
  await keysOf('demandé')
  const close = await closeTo('demandé')
  expect(close).toHaveLength(LONGEST_EVIDENCE)
  const ids = close.map(({ client_id }) => client_id)
  expect(ids).toContain(id('client:même numéro'))
  expect(ids).toContain(id('client:même nom et téléphone'))
  const byName = close.filter(({ criteres }) => criteres.join() === 'raison_sociale_proche')
  expect(byName).toHaveLength(24)
  const smallest = many.map((nth) => id(`client:nom ${nth}`)).sort()
  expect(byName.map(({ client_id }) => client_id)).toEqual(smallest.slice(0, 24))
})

test('records that share a telephone are read up to a bound, however many there are', async () => {
  const telephone = '+2250505050505'
  await data.importing({
    client: Array.from({ length: 2 * MOST_RECORDS.found }, (_, nth) =>
      client(`standard ${nth}`, `Zz ${invented(nth)}`, { telephone }),
    ),
  })
  const rows = await withWriter(data.connection, (writer) =>
    transaction(writer, async () => {
      await findCandidates(writer, [id('client:standard 7')])
      const { rows } = await writer.query<{ lus: number }>(
        `select idx_tup_fetch::int as lus from pg_stat_xact_user_tables where relname = 'client'`,
      )
      return rows
    }),
  )
  expect(rows[0]?.lus).toBeLessThan(3 * MOST_RECORDS.found)
})

test('clients with as many contacts as there may be, all with one telephone, hide nobody', async () => {
  const telephone = '+2250506050605'
  const crowded = Array.from({ length: 1 + MOST_RECORDS.found / MAX_CONTACTS }, (_, nth) => `foule ${nth}`)
  const contact = (name: string, of: string) => ({ ...records.contact(name, of), telephone, email: null })
  await data.importing({
    client: [...crowded, 'vrai titulaire'].map((name, nth) => client(name, `Yy ${invented(nth)}`)),
    contact: [
      ...crowded.flatMap((of) =>
        Array.from({ length: MAX_CONTACTS }, (_, nth) => contact(`${of}, ${nth}`, of)),
      ),
      contact('du titulaire', 'vrai titulaire'),
    ],
  })
  const draft = { id: id('brouillon'), raison_sociale: null, rccm: null, ncc: null, emails: [] }
  const found = await withWriter(data.connection, (writer) =>
    findDraftCandidates(writer, { ...draft, telephones: [telephone] }),
  )
  expect(found.map(({ client_id }) => client_id)).toContain(id('client:vrai titulaire'))
})

test('the check of a draft tells no more', async () => {
  const world = await openWorld()
  try {
    world.now = new Date()
    const telephone = '+2250707070707'
    await world.sql('update client set telephone = $1', [telephone])
    const given = { key: null, body: { telephone } }
    const asked = await act(world, operator, '/clients/controle-doublon', given)
    expect(asked.body.correspondances).toHaveLength(LONGEST_EVIDENCE)
  } finally {
    await world.close()
  }
})
