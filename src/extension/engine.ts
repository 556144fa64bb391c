import type pg from 'pg'
import { nameAction } from '../actions/action.ts'
import { type Actor, lockActor } from '../actions/actor.ts'
import type { Received } from '../actions/files/store.ts'
import type { Source, Wait } from '../database/database.ts'
import { pipelined } from '../database/pipeline.ts'
import { name, sql } from '../database/sql.ts'
import type { Writers } from '../database/writers.ts'
import { type Caller, dated } from '../identity/caller.ts'
import { seenIn } from '../identity/lists.ts'
import { withScope } from '../identity/scope.ts'
import type { Viewer } from '../identity/visibility.ts'
import { sought } from '../operations/compose.ts'
import { execute } from '../operations/execute.ts'
import type { ItemOperation } from '../operations/operation.ts'
import { Refusal, unknownCaller } from '../refusal.ts'
import type { Acting, Action, ActionResult, OwnBody, Settings } from './action.ts'
import { acceptedFields, readBody } from './body.ts'
import {
  type ActionAnswer,
  answerBefore,
  type Key,
  keepAnswer,
  requireRoom,
  type Stored,
  takeKey,
} from './idempotency-keys.ts'
import type { Asker, Questions } from './questions.ts'
import { refusing } from './refusing.ts'
import type { SigningKeys } from './signing-keys.ts'

/** A request to act, as HTTP brings it. */
interface ActionRequest {
  /** Who asks, as they were when the request was admitted. */
  readonly caller: Caller
  /** The id in the path; empty where there is none. */
  readonly id: string
  readonly partId: string
  readonly body: unknown
  readonly key: Key | null
  readonly version: string | null
  readonly file: Received | null
  readonly requete: string
  readonly now: Date
}

export interface Outcome extends ActionAnswer {
  /** Whether it had been answered before (A2). */
  readonly rejouee: boolean
}

/** What actions work with. */
export interface ActionServices {
  readonly writers: Writers
  readonly questions: Questions
  readonly settings: Settings
  readonly signingKeys: SigningKeys
}

/**
 * The engine of actions (A1–A4): rights, key, body, scope, the change, its journal and its answer, in one transaction.
 * Refused means that nothing changed.
 */
export const act = (
  engine: ActionServices,
  action: Action,
  request: ActionRequest,
  wait: Wait,
): Promise<Outcome> =>
  engine.writers.run<[Actor | null, [Stored | null, boolean]], Outcome>((connection) => {
    const { key, caller, now } = request
    const lookUp = (who: Caller) =>
      pipelined(connection, [
        async () => (key === null ? null : takeKey(connection, who, key)),
        () => isSeen(connection, action, dated(who, now), request.id),
      ])
    return {
      first: () =>
        pipelined(connection, [() => lockActor(connection, caller.utilisateur_id), () => lookUp(caller)]),
      async work([who, early]) {
        if (who === null) throw unknownCaller()
        requireRights(action, who)
        const acting = { connection, who, now, settings: engine.settings }
        // The early lookup was made for the caller as admitted. If they have changed organisation since, look again.
        const [stored, seen] = seesAs(who, caller) ? early : await lookUp(who)
        const before = answerBefore(stored, key)
        if (before !== null) {
          action.restrict(who, acceptedFields(action, request.body))
          return replayed(acting, action, { before, seen, wait })
        }
        const body = readBody(action, request.body, now)
        action.restrict(who, body)
        if (!seen) throw new Refusal('ressource_introuvable')
        const result = await change(engine.questions, acting, action, { ...request, body }, wait)
        const answer = await answerOf(acting, action, result, wait)
        if (key !== null) await requireRoom(connection, who, answer)
        return { ...answer, rejouee: false }
      },
      last: async (outcome, [who]) =>
        key === null || who === null || outcome.rejouee
          ? undefined
          : keepAnswer(connection, who, { action: action.id, requete: request.requete }, key, outcome),
    }
  }, wait)

/** Notes the server that writes now, for those who follow changes: as the first change would. */
export const noteServer = ({ writers }: ActionServices, wait: Wait) =>
  writers.run((connection) => ({ work: () => connection.query('select suivre()') }), wait)

/** Names the action for the journal, and does it. */
async function change(
  questions: Questions,
  acting: Acting,
  action: Action,
  asked: ActionRequest & { readonly body: OwnBody },
  wait: Wait,
): Promise<ActionResult> {
  const { connection, who, now } = acting
  const named = { geste: action.geste(asked.body), par: who.utilisateur_id, now, requete: asked.requete }
  const asks = who.type === 'operateur' ? 'never' : action.asks(asked.body)
  const run = () => refusing(action, () => action.run(acting, asked))
  const [, result] = await pipelined(connection, [
    () => nameAction(connection, named),
    () => withinBudget(questions, asks, { who, now, wait }, run),
  ])
  return result
}

/** The rights of A5, by the caller's type of organisation. */
export function requireRights(
  { rights, alsoNeeds }: Pick<Action, 'rights' | 'alsoNeeds'>,
  who: Caller,
): void {
  if (who.type === 'operateur' && !who.double_authentification)
    throw new Refusal('double_authentification_requise')
  const own = rights[who.type] ?? []
  const named = own[0] ?? Object.values(rights)[0]?.[0]
  const missing = own.some((permission) => who.permissions.includes(permission))
    ? alsoNeeds === null || who.permissions.includes(alsoNeeds)
      ? undefined
      : alsoNeeds
    : named
  if (missing !== undefined) throw new Refusal('acces_refuse', { details: { permission_requise: missing } })
}

/** Whether one sees what the other sees. */
const seesAs = (one: Caller, other: Caller): boolean =>
  one.organisation_id === other.organisation_id &&
  one.type === other.type &&
  one.partenaire_id === other.partenaire_id

/** Whether the item of the path is in the caller's scope: outside equals absent (D19). */
async function isSeen(
  connection: pg.Client,
  { target }: Action,
  viewer: Viewer,
  id: string,
): Promise<boolean> {
  if (target === null) return true
  const list = seenIn(target)
  const tables = list === undefined ? [target] : [target, list]
  const item = sql`select from ${name(target)} where id = ${sought(sql`${id}`, list)}`
  const statement = withScope(tables, viewer, item)
  const { rows } = await connection.query(statement)
  return rows.length > 0
}

/** The item as the reads show it to this caller (A4), or null. */
async function read(
  { connection, who, now }: Acting,
  answer: ItemOperation,
  id: string,
  wait: Wait,
): Promise<string | null> {
  const source: Source = {
    read: async (statement) =>
      (await connection.query({ text: statement.text, values: [...statement.values] })).rows,
  }
  const { body } = await execute(source, answer, dated(who, now), { id, query: {} }, wait)
  return body
}

async function answerOf(
  acting: Acting,
  action: Action,
  result: ActionResult,
  wait: Wait,
): Promise<ActionAnswer> {
  const plain = { statut: action.status, emplacement: null, ressource_id: null }
  if (result instanceof Refusal) return { ...plain, statut: result.status, corps: result.body }
  if (typeof result !== 'string') return { ...plain, corps: JSON.stringify(result.corps) }
  if (action.answer === null) return { ...plain, corps: null }
  const corps = await read(acting, action.answer, result, wait)
  if (corps === null) throw new Error('the caller does not see what it changed')
  const emplacement = action.status === 201 ? action.answer.path.replace('{id}', result) : null
  return { statut: action.status, corps, emplacement, ressource_id: result }
}

/** Runs an action within the budget of questions about clients of others (A8). */
async function withinBudget(
  questions: Questions,
  asks: ReturnType<Action['asks']>,
  asker: Asker,
  run: () => Promise<ActionResult>,
): Promise<ActionResult> {
  if (asks === 'never') return run()
  await questions.requireRoom(asker)
  if (asks === 'always') await questions.count(asker)
  try {
    return await run()
  } catch (error) {
    const told =
      error instanceof Refusal && (error.code === 'client_existant' || error.code === 'doublon_detecte')
    if (told && asks === 'when refused') await questions.count(asker)
    throw error
  }
}

/** A stored answer is repeated only to somebody who may still see its item, or that of the path if it has none. */
async function replayed(
  acting: Acting,
  { answer }: Action,
  { before, seen, wait }: { before: ActionAnswer; seen: boolean; wait: Wait },
): Promise<Outcome> {
  const { ressource_id } = before
  const still =
    ressource_id === null || answer === null
      ? seen
      : (await read(acting, answer, ressource_id, wait)) !== null
  if (!still) throw new Refusal('ressource_introuvable')
  return { ...before, rejouee: true }
}
