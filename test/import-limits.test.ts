import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResourceName } from '../src/transfer/resources.ts'
import { type Data, ndjson, openData } from './setup/command-line.ts'
import { id, platform, records } from './setup/platform.ts'

let data: Data

beforeAll(async () => {
  data = await openData('vide')
  expect(await data.importing(platform())).toMatchObject({ status: 0 })
})

afterAll(() => data.close())

/** The duplicate check of a reservation, with that name in it. */
const evidence = (raison_sociale: string) => ({
  resultat: 'doublon_potentiel',
  controle_le: '2026-01-05T08:00:00Z',
  correspondances: [
    { client_id: id('client:a'), raison_sociale, partenaire_actuel_id: null, criteres: [], similarite: 0.5 },
  ],
  reservations_concurrentes: [],
})

/** Characters that no compression makes short. */
const scattered = (length: number, first: number, count: number): string => {
  let seed = 7
  return Array.from({ length }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return String.fromCodePoint(first + (seed % count))
  }).join('')
}

const nested = (name: ResourceName, field: string, depth: number): string =>
  JSON.stringify({ ...records[name]('x'), [field]: '…' }).replace(
    '"…"',
    '['.repeat(depth) + ']'.repeat(depth),
  )

const changed = <Name extends ResourceName>(name: Name, change: Record<string, unknown>) =>
  ndjson([{ ...records[name]('x'), ...change }])

test.each<[string, ResourceName, string, string]>([
  [
    'an offset that no place has',
    'contact',
    'cree_le',
    changed('contact', { cree_le: '2026-01-01T00:00:00+18:00' }),
  ],
  ['a fraction of a franc', 'tarif', 'prix_ht', changed('tarif', { prix_ht: 45_000.00000000001 })],
  [
    'a name of combined letters',
    'client',
    'raison_sociale',
    changed('client', { raison_sociale: 'e\u0301'.repeat(200) }),
  ],
  [
    'a name that folds to a long text',
    'client',
    'raison_sociale',
    changed('client', { raison_sociale: scattered(255, 0x3300, 0x57) }),
  ],
  [
    'a control character in an e-mail',
    'contact',
    'email',
    changed('contact', { email: 'a\u0085b@exemple.ci' }),
  ],
  [
    'a long permission',
    'role',
    'permissions',
    changed('role', { permissions: [`clients.${scattered(9000, 97, 26)}`] }),
  ],
  [
    'a nul in a duplicate check',
    'reservation',
    'doublons_detectes',
    changed('reservation', { doublons_detectes: evidence('a\u0000') }),
  ],
  [
    'half a character in a duplicate check',
    'reservation',
    'doublons_detectes',
    changed('reservation', { doublons_detectes: evidence('a\ud800') }),
  ],
  ['lists in lists in lists', 'client', 'ville', nested('client', 'ville', 200_000)],
])(
  '%s is either taken or told with file, line and field, never by the database alone',
  async (_, name, field, content) => {
    const { status, err } = await data.run('importer', await data.write({ [name]: content }))
    if (status !== 0) {
      expect([status, err]).toEqual([1, expect.stringContaining(`${name}.ndjson, ligne 1, ${field}`)])
      expect(err).not.toContain('par la base de données')
    }
  },
)

test('an instant at the end of time leaves as it may come in again', async () => {
  const derniere_connexion = '9999-12-31T23:59:59.9999-01:00'
  const { status } = await data.importing({
    utilisateur: [{ ...records.utilisateur('x'), derniere_connexion }],
  })
  if (status === 0) {
    const exported = await data.exported()
    const again = await data.write({ utilisateur: exported['utilisateur.ndjson'] ?? '' })
    expect(await data.run('importer', again)).toMatchObject({ status: 0 })
  }
})

test('a fault at the start of a long file ends the import with a sentence, not the program', async () => {
  const contacts = Array.from({ length: 20_000 }, (_, n) => records.contact(`n${n}`))
  const [first, ...rest] = contacts
  const { status, err } = await data.importing({
    contact: [{ ...first, cree_le: '2026-01-01T00:00:00+18:00' }, ...rest],
  })
  if (status !== 0) expect(err).toContain('contact.ndjson, ligne 1, cree_le')
})
