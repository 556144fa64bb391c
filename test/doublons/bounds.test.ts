import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkReservations } from '../../src/actions/controle-doublon.ts'
import { MOST } from '../../src/actions/doublon/spellings.ts'
import { transaction, withWriter } from '../../src/database/writer.ts'
import { type Data, openData, recordsIn } from '../setup/command-line.ts'
import { id, platform, records } from '../setup/platform.ts'

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
  expect(await keysOf('mots 7')).toBeLessThanOrEqual(1 + MOST.replaced)
  expect(await keysOf('glissement')).toBeLessThanOrEqual(1 + 3 * MOST.ofWord)
  expect(await keysOf('nom')).toBeLessThanOrEqual(1 + 3 * MOST.ofWord)
  const found = (await closeTo('nom')).map(({ client_id }) => client_id)
  expect(found.sort()).toEqual([id('client:glissement'), id('client:abrégé')].sort())
  expect((await closeTo('glissement')).map(({ client_id }) => client_id)).toContain(id('client:nom'))
})
