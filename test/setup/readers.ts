import type { Answer } from '../../harness/http/ask.ts'
import type { LoadedService } from './load-service.ts'
import { type Actors, CLAIMS, LOTS, lotName, PER_LOT } from './lots.ts'

/** A list of which every page is known: its total, and what page N of so many rows holds. */
interface Known {
  readonly who: keyof Pick<Actors, 'operator'> | 0 | 1
  readonly path: string
  readonly total: number
  readonly taille: number
  readonly wrong: (rows: readonly Row[], page: number) => string | undefined
}

interface Row {
  readonly id: string
  readonly raison_sociale: string
  readonly ville: string
  readonly partenaire_actuel_id: string | null
  readonly partenaire_id: string
  readonly statut: string
  readonly cree_le: string
}

/** Why these are not the clients of the lot of that page in their order (D11), if so. */
function wrongClients(rows: readonly Row[], page: number): string | undefined {
  const lot = lotName(page - 1)
  const stray = rows.find(({ raison_sociale }) => !raison_sociale.startsWith(lot))
  if (stray !== undefined) return `${stray.raison_sociale} is not of ${lot}`
  return unordered(
    rows.map(({ raison_sociale, id }) => `${raison_sociale.toLowerCase()}\n${raison_sociale}\n${id}`),
  )
}

/** A partner sees of a lot what it manages (nobody else's), claims and created. */
function wrongForPartner(rows: readonly Row[], page: number): string | undefined {
  const managers = new Set(rows.flatMap(({ partenaire_actuel_id }) => partenaire_actuel_id ?? []))
  if (managers.size !== 1) return `managed by ${[...managers]}`
  const kinds = ['geree', 'demandee', 'creee'].map(
    (kind) => rows.filter(({ ville }) => ville === kind).length,
  )
  const expected = [PER_LOT.managed, PER_LOT.claimed, PER_LOT.created]
  return `${kinds}` === `${expected}` ? wrongClients(rows, page) : `${kinds} of the kinds, not ${expected}`
}

/** Pending ones first, newest first: the lots backwards, twice. */
function wrongReservations(rows: readonly Row[], page: number): string | undefined {
  const statut = page <= LOTS ? 'demandee' : 'refusee'
  const day = new Date(Date.UTC(2026, 0, LOTS - ((page - 1) % LOTS))).toISOString().slice(0, 10)
  const stray = rows.find((row) => row.statut !== statut || !row.cree_le.startsWith(day))
  if (stray !== undefined) return `${stray.statut} of ${stray.cree_le} is not ${statut} of ${day}`
  const backwards = (instant: string) => 1e15 - Date.parse(instant)
  return unordered(rows.map(({ cree_le, id }) => `${backwards(cree_le)}\n${id}`))
}

const wrongOwnReservations = (rows: readonly Row[], page: number): string | undefined =>
  new Set(rows.map(({ partenaire_id }) => partenaire_id)).size === 1
    ? wrongReservations(rows, page)
    : 'of several partners'

const unordered = (keys: readonly string[]): string | undefined => {
  const place = keys.findIndex((key, index) => index > 0 && key <= (keys[index - 1] as string))
  return place === -1 ? undefined : `row ${place} is out of order or there twice`
}

const clients = { path: '/api/v1/clients?', wrong: wrongClients }
const reservations = { path: '/api/v1/reservations?', wrong: wrongReservations }

const lists = ({ partners: [partner] }: Actors): Known[] => [
  { ...clients, who: 'operator', taille: PER_LOT.all, total: LOTS * PER_LOT.all },
  {
    ...clients,
    who: 'operator',
    taille: PER_LOT.all,
    total: LOTS * PER_LOT.all,
    path: `${clients.path}recherche=lo&`,
  },
  {
    ...clients,
    who: 'operator',
    taille: PER_LOT.managed,
    total: LOTS * PER_LOT.managed,
    path: `${clients.path}partenaire_id=${partner}&`,
  },
  { ...reservations, who: 'operator', taille: CLAIMS.all, total: 2 * LOTS * CLAIMS.all },
  ...([0, 1] as const).flatMap((who) => [
    { ...clients, who, taille: PER_LOT.seen, total: LOTS * PER_LOT.seen, wrong: wrongForPartner },
    { ...reservations, who, taille: CLAIMS.own, total: 2 * LOTS * CLAIMS.own, wrong: wrongOwnReservations },
    {
      ...reservations,
      who,
      taille: CLAIMS.own,
      total: LOTS * CLAIMS.own,
      path: `${reservations.path}statut=demandee&`,
      wrong: wrongOwnReservations,
    },
  ]),
]

/** What the readers of all processes got. */
export class Readings {
  answered = 0
  /** Honest refusals of a machine under load (503): neither right nor wrong. */
  unavailable = 0
  readonly wrong: string[] = []
}

/**
 * Reads random pages of all lists at one process until told to end, and writes down each answer that is not what it
 * must be.
 */
export async function keepReading(
  service: LoadedService,
  { actors, readings, goesOn }: { actors: Actors; readings: Readings; goesOn: () => boolean },
): Promise<void> {
  const known = lists(actors)
  while (goesOn()) {
    const list = known[Math.floor(Math.random() * known.length)] as Known
    const page = 1 + Math.floor((Math.random() * list.total) / list.taille)
    const path = `${list.path}taille=${list.taille}&page=${page}`
    const user = list.who === 'operator' ? actors.operator : actors.users[list.who]
    const answer = await service.get(user, path)
    const fault = faultOf(answer, list, page)
    if (answer.status === 503) readings.unavailable += 1
    else if (fault === undefined) readings.answered += 1
    else readings.wrong.push(`${list.who} ${path}: ${fault}`)
  }
}

function faultOf(
  { status, body, text }: Answer,
  { total, taille, wrong }: Known,
  page: number,
): string | undefined {
  if (status !== 200) return `${status} ${text}`
  if (body.pagination.total !== total) return `total ${body.pagination.total}, not ${total}`
  if (body.donnees.length !== taille) return `${body.donnees.length} rows, not ${taille}`
  return wrong(body.donnees, page)
}
