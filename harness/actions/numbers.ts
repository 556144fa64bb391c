import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { RunSql } from '../database/connection.ts'
import { fingerprints } from '../database/fingerprints.ts'
import { insist } from '../http/insist.ts'

interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, unknown>>
  readonly text: string
}

interface Trying {
  /** One of the partner's people; all who may ask try with them. */
  readonly account: string
  readonly tries: number
  readonly sql: RunSql
  send(who: string, path: string, body: object, key: string): Promise<Answer>
}

interface Learnt {
  readonly people: number
  /** Answers by way, kind of number, status and code. */
  readonly answers: ReadonlyMap<string, number>
  readonly answered: number
  readonly refused: number
  /** How many differently worded answers each way and kind got, and refusals of all kinds together. */
  readonly shapes: ReadonlyMap<string, number>
  /** Tables that were not as before once the day's questions were spent, and at the end. */
  readonly changed: readonly string[]
  readonly changedAfter: readonly string[]
  /** What the database counted, and the attempts that it noted. */
  readonly counted: number
  readonly attempts: number
}

const LANES = 8
const PAUSE = 200
/** Who is to wait longer, in seconds, is refused for the day. */
const LONGEST_WINDOW = 60
const kinds = ['own', 'others', 'absent'] as const
const numbers = ['rccm', 'ncc'] as const
const ways = { check: '/clients/controle-doublon', request: '/reservations' } as const

/**
 * A partner's people try registration numbers, several at once, through the duplicate check and the request by number:
 * of clients that their organisation manages, of clients that others manage, and of nobody, by turns. First until the
 * day's questions are spent, then the rest.
 */
export async function tryNumbers(trying: Trying): Promise<Learnt> {
  const { sql, tries } = trying
  const people = await colleagues(trying)
  const known = await numbersOf(trying)
  const answers = new Map<string, number>()
  const shapes = new Map<string, Set<string>>()
  let [tried, answered, refused] = [0, 0, 0]
  let spent = false

  const tryOne = async () => {
    const turn = tried++
    const kind = kinds[turn % 3] as (typeof kinds)[number]
    const field = numbers[Math.floor(turn / 3) % 2] as (typeof numbers)[number]
    const way = Math.floor(turn / 6) % 2 === 0 ? 'check' : 'request'
    const list = known[kind][field]
    const body = { [field]: list[Math.floor(turn / 12) % list.length] }
    const [who = '', key] = [people[turn % people.length], randomUUID()]
    const { status, headers, text } = await insist(() => trying.send(who, ways[way], body, key))
    const { code = '', resultat = '' } = JSON.parse(text) as { code?: string; resultat?: string }
    const what = `${way}, ${kind}`
    count(answers, `${what}: ${status} ${code}${resultat}`)
    if (status === 429) refused += 1
    else answered += 1
    const forTheDay = Number(headers['retry-after'] ?? 0) > LONGEST_WINDOW
    spent ||= forTheDay
    // A refusal says for how long. One's own clients are shown, each as it is.
    const group = status === 429 ? `refused ${forTheDay ? 'for the day' : 'for a while'}` : what
    if (status === 429 || kind !== 'own')
      shapes.set(group, (shapes.get(group) ?? new Set()).add(shapeOf(status, headers, text)))
    return status
  }
  const whileTrue = async (goesOn: () => boolean, pause = 0) => {
    const lane = async () => {
      while (goesOn()) if ((await tryOne()) === 429) await sleep(pause)
    }
    await Promise.all(Array.from({ length: LANES }, lane))
  }

  const before = await state(sql)
  // Whoever is refused for the window waits for the next one.
  await whileTrue(() => tried < tries && !spent, PAUSE)
  const until = await state(sql)
  await whileTrue(() => tried < tries)
  const after = await state(sql)
  const [row] = await sql<{ counted: number; attempts: number }>(
    `select coalesce((select sum(nombre) from question_jour join utilisateur using (organisation_id) where utilisateur.email = $1), 0)::int as counted,
      (select count(*) from journal where geste = 'tentative')::int as attempts`,
    [trying.account],
  )
  return {
    ...{ people: people.length, answers, answered, refused, counted: row?.counted ?? 0 },
    shapes: new Map([...shapes].map(([group, texts]) => [group, texts.size])),
    ...{ changed: differing(before, until), changedAfter: differing(until, after) },
    attempts: row?.attempts ?? 0,
  }
}

/** The time, the request, and the connection: who has done too much is refused before the body is read. */
const varying = ['date', 'x-request-id', 'retry-after', 'content-length', 'connection', 'keep-alive']

/** The answer, but for the time: its status, its body, its headers. */
function shapeOf(status: number, headers: object, text: string): string {
  const kept = Object.entries(headers)
    .filter(([name]) => !varying.includes(name))
    .sort()
  const timeless = text
    .replace(/"controle_le":"[^"]+"/, '"controle_le":…')
    .replace(/"reessayer_dans_secondes":\d+/, '"reessayer_dans_secondes":…')
  return JSON.stringify([status, kept, timeless])
}

const count = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1)

/** All tables, the questions among them. */
async function state(sql: RunSql): Promise<Map<string, string>> {
  const [questions] = await sql<{ text: string }>(
    'select string_agg(q::text, $1) as text from question_jour q',
    ['|'],
  )
  return (await fingerprints({ sql })).set('question_jour', questions?.text ?? '')
}

const differing = (one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): string[] =>
  [...one].flatMap(([table, text]) => (other.get(table) === text ? [] : [table])).sort()

/** The people of the account's organisation who may check and ask. */
async function colleagues({ sql, account }: Trying): Promise<string[]> {
  const rows = await sql<{ email: string }>(
    `select email from utilisateur u where actif
      and organisation_id = (select organisation_id from utilisateur where email = $1)
      and 3 = (select count(distinct permission) from utilisateur_role join role_permission using (role_id)
        where utilisateur_id = u.id and permission in ('clients.consulter', 'clients.creer', 'clients.reserver'))
    order by email`,
    [account],
  )
  if (rows.length === 0) throw new Error('nobody of this partner may ask')
  return rows.map(({ email }) => email)
}

type Numbers = Readonly<Record<(typeof kinds)[number], Readonly<Record<'rccm' | 'ncc', readonly string[]>>>>

/** Numbers that one client has: of the partner's own, and of another's; and numbers of nobody in the same form. */
async function numbersOf({ sql, account, tries }: Trying): Promise<Numbers> {
  const rows = await sql<{ rccm: string; ncc: string; own: boolean }>(
    `select rccm, ncc, partenaire_actuel_id =
        (select partenaire.id from partenaire join utilisateur using (organisation_id) where utilisateur.email = $1) as own
    from (select *, count(*) over (partition by antenne.rccm_souche(rccm)) + count(*) over (partition by antenne.ncc_normalise(ncc)) as n
      from client where rccm is not null and ncc is not null) as client
    where n = 2 and partenaire_actuel_id is not null order by id`,
    [account],
  )
  const of = (own: boolean) => {
    const clients = rows.filter((row) => row.own === own)
    return { rccm: clients.map(({ rccm }) => rccm), ncc: clients.map(({ ncc }) => ncc) }
  }
  const absent = (text: string) =>
    sql<{ number: string }>(text, [Math.ceil(tries / 3)]).then((found) => found.map(({ number }) => number))
  return {
    own: of(true),
    others: of(false),
    absent: {
      rccm: await absent(
        `select number from generate_series(10000, 10000 + $1) n, concat('CI-ABJ-2017-B-', n) as number
        where antenne.rccm_souche(number) not in (select antenne.rccm_souche(rccm) from client where rccm is not null)`,
      ),
      ncc: await absent(
        `select number from generate_series(4000000, 4000000 + $1) n, concat(n, 'Q') as number
        where antenne.ncc_normalise(number) not in (select antenne.ncc_normalise(ncc) from client where ncc is not null)`,
      ),
    },
  }
}
