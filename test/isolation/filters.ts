import { uuidOf } from '../../demo/identifiers.ts'
import type { Of } from '../../harness/records/record.ts'
import { matches } from '../model/fold.ts'
import { partnerWordsOf, situated, statutsClient, statutsKyc, wordsOf } from './companies.ts'
import { type Asked, checkList, type List, lists } from './lists.ts'
import { alike, callers } from './people.ts'
import { records, type TestBed } from './test-bed.ts'
import { forEach } from './visitors.ts'

const ABSENT = uuidOf('nothing at all')
/** What the kept counts call «everybody»: nobody's id. */
const EVERYBODY = '00000000-0000-0000-0000-000000000000'
const idsOf = (rows: readonly { id: string }[]) => rows.map(({ id }) => id)

const by = (parameter: string, field: string, values: readonly string[]): Asked[] =>
  values.map((value) => ({
    query: `${parameter}=${value}`,
    matches: (item) => item[field] === value,
  }))

const both = ([one, other]: readonly [Asked | undefined, Asked | undefined]): Asked => ({
  query: `${one?.query}&${other?.query}`,
  matches: (item) => one?.matches(item) === true && other?.matches(item) === true,
})

const partners = [...idsOf(records.partenaire), ABSENT, EVERYBODY]
const managed = by('partenaire_id', 'partenaire_actuel_id', partners)
const sectors = by('secteur_id', 'secteur_id', [...idsOf(records.secteur_activite), ABSENT])
const states = by('statut', 'statut', statutsClient)
const files = by('statut_kyc', 'statut_kyc', statutsKyc)
const claims = by('partenaire_id', 'partenaire_id', partners)
const decisions = by('statut', 'statut', ['demandee', 'conflit', 'validee', 'refusee', 'annulee'])
const shared = {
  query: 'recherche=qznom',
  matches: ({ raison_sociale }: Of<'client'>) => /qznom/.test(raison_sociale),
}

/** Each filter with each of its values, those of others included, alone and with another. */
const filters: Record<string, readonly Asked[]> = {
  listerPartenaires: [
    ...by('statut', 'statut', ['candidat', 'valide', 'actif', 'suspendu']),
    ...[...idsOf(records.zone_geographique), ABSENT].map((zone) => ({
      query: `zone_id=${zone}`,
      matches: ({ zone_ids }: Of<'partenaire'>) => zone_ids.includes(zone),
    })),
  ],
  listerReservations: [
    ...decisions,
    ...claims,
    ...by('client_id', 'client_id', [...idsOf(situated), ABSENT]),
    ...partners.map((_, n) => both([claims[n], decisions[n % 5]])),
  ],
  listerClients: [
    ...states,
    ...files,
    ...sectors,
    ...managed,
    ...partners.map((_, n) => both([managed[n], states[n % 5]])),
    ...sectors.map((sector, n) => both([sector, files[n]])),
    ...states.map((state) => both([state, shared])),
    ...managed.map((manager) => both([manager, shared])),
  ],
}

const found = (word: string): Asked => ({
  query: `recherche=${encodeURIComponent(word)}`,
  matches: ({ raison_sociale, rccm, ncc }: Of<'client'> | Of<'partenaire'>) =>
    matches(word, [raison_sociale, rccm, ncc]),
})

/**
 * Words that only one item is found by, of each of its fields; and words that many share, of every length and number.
 */
const searches: Record<string, Readonly<Record<string, readonly string[]>>> = {
  listerPartenaires: {
    'a name': partners.map((_, n) => partnerWordsOf(n).name),
    'an rccm': partners.map((_, n) => partnerWordsOf(n).rccm),
    'an ncc': partners.map((_, n) => partnerWordsOf(n).ncc),
    'shared words': ['qz', 'b-', 'distribution', 'qz distribution'],
  },
  listerReservations: {},
  listerClients: {
    'a name': situated.map((_, n) => wordsOf(n).name),
    // Each situation is there twice: one of the two by the one number, one by the other.
    'an rccm': situated.flatMap((_, n) => (n % 2 === 0 ? wordsOf(n).rccm : [])),
    'an ncc': situated.flatMap((_, n) => (n % 2 === 1 ? wordsOf(n).ncc : [])),
    'shared words': ['qz', 'z-', 'q- -b', 'qznom', 'zénith', 'qznom 77', 'ABRI zenith', 'masse 10'],
  },
}

/** Who has no right is refused whatever it asks, and a colleague is shown what the other is: a few times are enough. */
const SAMPLE = 3

const check = async (
  testBed: TestBed,
  list: List,
  dimension: string,
  asked: readonly Asked[],
): Promise<void> => {
  await forEach(callers, async (caller) => {
    const whole = testBed.granted(caller, list.operation) && !alike.includes(caller.name)
    for (const each of whole ? asked : asked.slice(0, SAMPLE))
      await checkList(testBed, caller, list, dimension, each)
  })
}

export async function checkFilters(testBed: TestBed): Promise<void> {
  for (const list of lists) {
    const asked = filters[list.operation] ?? []
    const parametersOf = ({ query }: Asked) => query.replace(/=[^&]*/g, '').replaceAll('&', ' and ')
    for (const parameters of new Set(asked.map(parametersOf))) {
      const these = asked.filter((each) => parametersOf(each) === parameters)
      await check(testBed, list, `filter by ${parameters}`, these)
    }
  }
}

export async function checkSearches(testBed: TestBed): Promise<void> {
  for (const list of lists) {
    for (const [what, words] of Object.entries(searches[list.operation] ?? {}))
      await check(testBed, list, `search by ${what}`, words.map(found))
  }
}
