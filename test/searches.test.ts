import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Random, randomOf } from '../harness/fuzz/random.ts'
import { listerClients } from '../src/operations/lister-clients.ts'
import { matches } from './model/fold.ts'
import { operator, partner } from './setup/people.ts'
import { openPlans, type Plans } from './setup/plans.ts'
import { openWorld, type World } from './setup/world.ts'

interface Listed {
  readonly id: string
  readonly raison_sociale: string
  readonly rccm: string | null
  readonly ncc: string | null
}

const nasty = [
  "'''L'Étoile d'Œuvre''' N°1 & Cie…",
  '100 % _remise_ \\ 50 \\% «Süß»',
  'E\u0301lan ﬁnancier – Groß-Bassam (a.b.c.) ...',
  'Ɛdwɛ ŋŋ ɔɔ --- 😀😀',
  '¨ A B C D É F ½',
]

let world: World
beforeAll(async () => {
  world = await openWorld()
  await world.sql(
    `update client set raison_sociale = nom from (
      select id, nom from (select id, row_number() over (order by id) as n from client) as c join unnest($1::text[]) with ordinality as noms (nom, n) using (n)
    ) as nommes where client.id = nommes.id`,
    [nasty],
  )
  await world.sql(
    `update partenaire set raison_sociale = $1 where id = (select id from partenaire order by id limit 1)`,
    [nasty[0]],
  )
})
afterAll(() => world.close())

async function all(who: string, url: string): Promise<{ rows: Listed[]; totals: number[] }> {
  const rows: Listed[] = []
  const totals = new Set<number>()
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { status, body } = await world.get(who, `${url}taille=100&page=${page}`)
    expect(status, url).toBe(200)
    rows.push(...body.donnees)
    totals.add(body.pagination.total)
    pages = body.pagination.pages
  }
  return { rows, totals: [...totals] }
}

/**
 * Words made to be awkward: pieces of names, marks, ligatures, signs of every kind, single letters, up to a hundred
 * characters.
 */
function awkward({ pick, below, chance }: Random, names: readonly string[]): string {
  const signs = [
    ...'\'"%_\\.-–’‘&()…«»½°/+*?[]^$|{}~😀ŋɛœßﬁéàüÉ',
    'e\u0301',
    '\u0301',
    '¨',
    '...',
    "'''",
    '\\%',
  ]
  const piece = () => {
    const letters = [...pick(names)]
    const start = below(letters.length)
    return letters.slice(start, start + 1 + below(4)).join('')
  }
  const word = () => {
    if (chance(0.3)) return pick([...'abcdefghijklmnopqrstuvwxyz0123456789'])
    if (chance(0.3)) return pick(signs) + pick(['', pick(signs), piece()])
    return pick([
      (text: string) => text,
      (text: string) => text.normalize('NFD'),
      (text: string) => text.toUpperCase(),
    ])(piece())
  }
  const words = Array.from({ length: chance(0.1) ? 50 : 1 + below(4) }, word).join(' ')
  const text = [...words.replace(/\p{Cc}/gu, '').trim()].slice(0, 100).join('').trim()
  return [...text].length < 2 ? 'ko' : text
}

/** Asks for so many of them, and compares with the list whose rows are judged one by one. */
async function compare(who: string, list: string, count: number): Promise<void> {
  const whole = (await all(who, list)).rows
  const names = [...nasty, ...whole.map(({ raison_sociale }) => raison_sociale)]
  const random = randomOf(`${who}${list}`)
  let found = 0
  for (let n = 0; n < count; n += 1) {
    const text = awkward(random, names)
    const expected = whole.filter((row) => matches(text, [row.raison_sociale, row.rccm, row.ncc]))
    const { rows, totals } = await all(who, `${list}recherche=${encodeURIComponent(text)}&`)
    expect(idsOf(rows), text).toEqual(idsOf(expected))
    expect(totals, text).toEqual([expected.length])
    if (expected.length > 0) found += 1
  }
  expect(found).toBeGreaterThan(count / 10)
}

const idsOf = (rows: readonly Listed[]) => rows.map(({ id }) => id)

describe('awkward searches find what the rule says, in its order, under its total', () => {
  test.each([
    [operator, '/api/v1/clients?', 250],
    [partner, '/api/v1/clients?', 120],
    [operator, '/api/v1/partenaires?', 60],
  ])('%s, %s', compare)

  test('so they do where pairs of characters are too common for all rows to be found at once', async () => {
    await world.sql(
      'insert into client_paire (portee, recherche, n) select portee, recherche, 1000000 from client_paire',
    )
    // With a filter, the kept numbers choose the way and are no answer.
    await compare(operator, '/api/v1/clients?statut_kyc=conforme&', 100)
    await world.sql('delete from client_paire where n = 1000000')
  })
})

describe('the trigram index', () => {
  let plans: Plans
  beforeAll(async () => {
    plans = await openPlans(world, operator)
    // So few rows would be read by another index, whatever is asked: nothing but this one is left.
    await plans.client.query(`alter table antenne_prive.client_liste drop constraint client_liste_pkey;
      do $$ begin execute (select format('drop index antenne_prive.%I', indexrelname) from pg_stat_user_indexes
        where relname = 'client_liste' and indexrelname like 'client_liste_portee%'); end $$`)
  })
  afterAll(() => plans.close())

  /** How often a search asked the index, by its plan. */
  async function scans(recherche: string): Promise<number> {
    const steps = await plans.steps(listerClients, { id: null, query: { page: 1, taille: 20, recherche } })
    return steps
      .filter((step) => step['Index Name'] === 'client_liste_recherche' && step['Index Cond'] !== undefined)
      .reduce((asked, step) => asked + Number(step['Actual Loops']), 0)
  }

  test.each([
    'ne\u0301',
    'ﬁ',
    "'''",
    '...',
    '---',
    'a b c d e f g h',
    'ko ab',
    "d'a",
    '\u0301\u0301\u0301',
    '%%%',
    '¨¨¨',
  ])('is not asked for «%s», which has no trigram', async (recherche) => {
    expect(await scans(recherche)).toBe(0)
  })

  test.each(['pharmacie', 'a b c pla', 'œuv', 'ABJ', '-b-'])('is asked once for «%s»', async (recherche) => {
    expect(await scans(recherche)).toBe(1)
  })
})
