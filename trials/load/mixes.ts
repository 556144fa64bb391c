import { cases } from '../../harness/load/cases.ts'
import type { Who, World } from '../../harness/load/world.ts'
import type { Question } from './question.ts'

type Tokens = Readonly<Record<Who, string>>

/** Of a case with many paths so many are asked: no case is asked more than ten times as often as another. */
const MOST_OF_A_CASE = 10

const clients = '/api/v1/clients'
const nothing = '00000000-0000-4000-8000-000000000000'

/** All operations, as everybody asks them: every case of the benchmark, and the health. */
export function everything(world: World, tokens: Tokens): Question[] {
  const asked = cases.flatMap(({ by = 'operator', paths }) =>
    paths(world)
      .slice(0, MOST_OF_A_CASE)
      .map((path) => ({ path, token: tokens[by] })),
  )
  return [...asked, ...asked.slice(0, 2).map(() => ({ path: '/api/v1/sante' }))]
}

/** What goes wrong every day: ids that lead nowhere, parameters that are none, bad tokens, people who hang up. */
export function faults(world: World, tokens: Tokens): Question[] {
  const token = tokens.operator
  return [
    { path: `${clients}/${nothing}`, token, right: [404] },
    { path: `${clients}/${world.client}`, token: tokens.smallest, right: [404] },
    { path: `${clients}/${nothing}/sites`, token, right: [404] },
    { path: `${clients}?page=0&taille=abc`, token, right: [422] },
    { path: '/api/v1/offres?volume_go=-1', token, right: [422] },
    { path: '/api/v1/moi', token: `${token.slice(0, -4)}AAAA`, right: [401] },
    { path: '/api/v1/inconnu', token, right: [404] },
    { path: `${clients}?recherche=ko`, token, patience: 0 },
    { path: `${clients}?recherche=${world.word}&page=3`, token, patience: 2 },
    { path: clients, token: tokens.largest, patience: 5 },
  ]
}

/**
 * Requests that cost the database much, and all about as much: searches for pairs of letters, on near and far pages,
 * alone or with a filter. All are of one kind, so that under pressure none is preferred for being cheap.
 */
export function heavy({ sector }: World, { operator: token }: Tokens): Question[] {
  const pairs = `an er so ko ti ou ra el in ne ma is on at le ba`.split(/\s+/)
  const filters = ['', '&statut=actif', '&statut_kyc=conforme', `&secteur_id=${sector}`]
  return pairs.flatMap((pair, turn) =>
    filters.map((filter, index) => {
      const page = 1 + ((37 * (4 * turn + index)) % 60)
      return { path: `${clients}?recherche=${pair}&page=${page}${filter}`, token }
    }),
  )
}
