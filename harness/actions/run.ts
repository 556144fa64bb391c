import { setTimeout as sleep } from 'node:timers/promises'
import type { RunSql } from '../database/connection.ts'
import { type Random, randomOf } from '../fuzz/random.ts'
import { type Serving, stop } from '../service/process.ts'
import type { TokenOf } from '../service/tokens.ts'
import { disagreements } from './compare.ts'
import { Documents } from './documents.ts'
import type { Intention, People, Person } from './intention.ts'
import { intentionOf } from './intentions.ts'
import { Model } from './model.ts'
import type { Read, Row } from './reading.ts'
import { untouchedReads } from './untouched.ts'

interface Course {
  readonly seed: string
  readonly rounds: number
  /** Intentions of a round, all sent at once. */
  readonly perRound: number
  /** In how many rounds of ten a service is killed. */
  readonly kills: number
  /** Starts a service; all serve one database. */
  start(): Promise<Serving>
  readonly sql: RunSql
  readonly token: TokenOf
  /** An operator, two partners, and somebody who may not act: their e-mails. */
  readonly people: readonly [string, string, string, string]
  progress?(figures: Figures): void
}

interface Figures {
  intentions: number
  kills: number
  sent: number
  /** Answers by action and status. */
  readonly outcomes: Map<string, number>
}

interface Told {
  readonly status: number
  readonly text: string
  readonly replayed: boolean
}

const isDone = ({ status }: Told): boolean => status < 300

/**
 * Random actions by random people, several at once, at two services that are killed and started again, with retries,
 * lost answers, equal keys and stale versions. After each round every intention has happened once or not at all, as its
 * answer says, and the reads say what a small model says. Throws what is wrong, with the seed.
 */
export async function runActions(course: Course): Promise<Figures> {
  const figures: Figures = { intentions: 0, kills: 0, sent: 0, outcomes: new Map() }
  const services = await Promise.all([course.start(), course.start()])
  try {
    const people = await peopleOf(course)
    const everybody = [people.operator, ...people.partners]
    const model = new Model(everybody, await documentsOf(course))
    const send = sender(course, services, figures)
    const read: Read = async (who, path) => {
      const { status, text } = await insistently(randomOf(path), (random) => send(random, who, path))
      return { status, body: status === 200 ? JSON.parse(text) : undefined }
    }
    const untouched = await untouchedReads(read, people)
    for (let round = 0; round < course.rounds; round += 1) {
      const random = randomOf(`${course.seed}/${round}`)
      // Drawn apart: what was answered before does not decide it.
      const killings = randomOf(`${course.seed}/${round}/kill`)
      const intentions = Array.from({ length: course.perRound }, () =>
        intentionOf(random, model, people, figures.intentions++, course.seed),
      )
      const killing = killings.below(10) < course.kills ? kill(course, services, random, figures) : undefined
      const answers = await Promise.all(intentions.map((intention) => deliver(intention, send)))
      await killing
      for (const [n, { action }] of intentions.entries()) {
        const what = `${action} ${answers[n]?.status}`
        figures.outcomes.set(what, (figures.outcomes.get(what) ?? 0) + 1)
      }
      const touched = await settle(course, model, intentions, answers)
      const wrong = [
        ...(await disagreements(read, model, everybody, touched)),
        ...(await model.documents.disagreements(read, people)),
        ...(await untouched()),
      ]
      if (wrong.length > 0) throw new Error(wrong.slice(0, 5).join('\n'))
      course.progress?.(figures)
    }
    return figures
  } catch (error) {
    throw new Error(
      `seed ${course.seed}, after ${figures.intentions} intentions: ${(error as Error).message}`,
      {
        cause: error,
      },
    )
  } finally {
    await Promise.all(services.map((service) => stop(service, 'SIGKILL')))
  }
}

/**
 * Holds what the journal says against the answers, and tells the model in the order of the journal. A movement is an
 * intention's by its key; one that no key names happened a second time.
 */
async function settle(
  { sql, seed }: Course,
  model: Model,
  intentions: readonly Intention[],
  answers: readonly Told[],
): Promise<Set<string>> {
  const moved = await sql<{ cle: string; n: number }>(
    `select cle, count(distinct mouvement)::int as n from journal join action_cle using (requete)
    where cle = any ($1) group by cle order by min(numero)`,
    [intentions.map(({ cle }) => cle)],
  )
  const stray = await sql<{ geste: string }>(
    `select geste from journal where requete is not null
      and not exists (select from action_cle where action_cle.requete = journal.requete)`,
  )
  if (stray.length > 0) throw new Error(`${stray.map(({ geste }) => geste)}: done beside its key`)
  const times = new Map(moved.map(({ cle, n }) => [cle, n]))
  for (const [n, intention] of intentions.entries()) {
    const { cle, action, foul } = intention
    const answer = answers[n] as Told
    const noted = isDone(answer) || answer.text.includes('"client_reserve"')
    if ((times.get(cle) ?? 0) !== Number(noted))
      throw new Error(`${cle}, ${action}: ${answer.status}, and it happened ${times.get(cle) ?? 0} times`)
    if (foul && noted) throw new Error(`${cle}, ${action}: done although it must not be`)
    if (answer.status >= 500 || answer.status === 401) throw new Error(`${cle}: ${answer.text}`)
  }
  const order = [...times.keys()].map((cle) => intentions.findIndex((one) => one.cle === cle))
  const touched = new Set<string>()
  for (const index of order) {
    const [intention, answer] = [intentions[index] as Intention, answers[index] as Told]
    if (!isDone(answer)) continue
    const body = (answer.text === '' ? {} : JSON.parse(answer.text)) as Row
    model.apply(intention, body)
    const client = intention.client_id ?? body.id
    if (model.clients.has(client)) touched.add(client)
  }
  const [kept] = await sql<{ n: number }>(
    'select count(*)::int as n from fichier where depose_par is not null',
  )
  if (kept?.n !== model.documents.files.size)
    throw new Error(`${kept?.n} files, ${model.documents.files.size} deposits`)
  if (!seed.match(/^\w+$/)) throw new Error('a seed is a word')
  return touched
}

type Send = (random: Random, who: Person, path: string, intention?: Intention) => Promise<Told>

const sender =
  ({ token }: Course, services: readonly Serving[], figures: Figures): Send =>
  async (random, who, path, intention) => {
    const { address } = random.pick(services)
    figures.sent += 1
    const { method = 'GET', body = {}, file, version, cle = '' } = intention ?? {}
    const sends = method === 'POST' || method === 'PATCH'
    const response = await fetch(address + path, {
      method,
      headers: {
        authorization: `Bearer ${await token(who.email)}`,
        ...(intention === undefined ? {} : { 'idempotency-key': cle }),
        ...(sends ? { 'content-type': file === undefined ? 'application/json' : 'application/pdf' } : {}),
        ...(file === undefined ? {} : { 'content-disposition': `attachment; filename="${file.name}"` }),
        ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
      },
      ...(sends ? { body: file?.bytes ?? JSON.stringify(body) } : {}),
      // Some do not wait for the answer, and ask again.
      ...(intention !== undefined && random.chance(0.08)
        ? { signal: AbortSignal.timeout(1 + random.below(60)) }
        : {}),
    })
    const replayed = response.headers.get('idempotency-replayed') === 'true'
    return { status: response.status, text: await response.text(), replayed }
  }

/** Asks until there is an answer that says how it ended. */
async function insistently(random: Random, ask: (random: Random) => Promise<Told>): Promise<Told> {
  for (;;) {
    const answer = await ask(random).catch(() => null)
    if (answer !== null && answer.status !== 503 && !answer.text.includes('"requete_en_cours"')) return answer
    await sleep(20 + random.below(100))
  }
}

/** Sends an intention, sometimes twice at once: what is done is done once, and told alike. */
async function deliver(intention: Intention, send: Send): Promise<Told> {
  const { cle, who, path } = intention
  const twice = randomOf(cle).chance(0.25) ? ['a', 'b'] : ['a']
  const answers = await Promise.all(
    twice.map((which) =>
      insistently(randomOf(`${cle}/${which}`), (random) =>
        send(random, who, `/extension/v1${path}`, intention),
      ),
    ),
  )
  const done = answers.filter(isDone)
  if (new Set(done.map(({ status, text }) => `${status} ${text}`)).size > 1)
    throw new Error(`${cle}: one key was answered in two ways`)
  if (done.filter(({ replayed }) => !replayed).length > 1) throw new Error(`${cle}: done twice`)
  return done[0] ?? (answers.find(({ text }) => text.includes('"client_reserve"')) || (answers[0] as Told))
}

/** Kills one of the services at some moment of the round, and starts it again. */
async function kill({ start }: Course, services: Serving[], random: Random, figures: Figures): Promise<void> {
  const place = random.below(services.length)
  await sleep(random.below(300))
  await stop(services[place] as Serving, 'SIGKILL')
  figures.kills += 1
  services[place] = await start()
}

async function documentsOf({ sql }: Course): Promise<Documents> {
  const types = await sql<{ id: string }>(
    `select id from type_document where actif and cible = 'partenaire' order by id limit 1`,
  )
  const before = await sql<{ id: string }>('select id from document_kyc')
  return new Documents(
    `${types[0]?.id}`,
    before.map(({ id }) => id),
  )
}

async function peopleOf({ sql, people }: Course): Promise<People> {
  const rows = await sql<Person>(
    `select email, utilisateur.id as utilisateur_id, organisation_id,
      (select id from partenaire where partenaire.organisation_id = utilisateur.organisation_id) as partenaire_id
    from utilisateur where email = any ($1)`,
    [people],
  )
  const [operator, one, other, looker] = people.map(
    (email) => rows.find((row) => row.email === email) as Person,
  )
  return { operator, partners: [one, other], looker } as People
}
