import { operations } from '../../src/operations/index.ts'
import type { Operation } from '../../src/operations/operation.ts'
import { insist } from '../http/insist.ts'
import { type Answer, Keeper } from './wire.ts'

/** Somebody who asks: what they say of themselves, and what they may do. Without a token: nobody. */
export interface Caller {
  readonly token: string | null
  /** Null when the service does not know them. */
  readonly permissions: readonly string[] | null
}

/** Something that an action changes: its id, and the version that a read gives. */
export interface Versioned {
  readonly id: string
  readonly modifie_le: string
}

/** A service to be fuzzed, and enough of its data to ask sensible things. */
export interface Target {
  readonly port: number
  /** The first sees everything. */
  readonly callers: readonly [Caller, ...Caller[]]
  /** Ids of all kinds that occur in the data. */
  readonly ids: readonly string[]
  /** Ids that a path takes, by the path. */
  readonly pathIds: ReadonlyMap<string, readonly string[]>
  /** Texts that occur in the data. */
  readonly words: readonly string[]
  /** Addresses with the tag of their answer to the first caller. */
  readonly tagged: readonly { readonly path: string; readonly etag: string }[]
}

export const bearer = (token: string | null): [string, string][] =>
  token === null ? [] : [['Authorization', `Bearer ${token}`]]

/** Whether an operation refuses this caller, whatever the rest: the status, or null. */
export function refusalTo({ token, permissions }: Caller, operation: Operation): 401 | 403 | null {
  if (operation.shape === 'health') return null
  if (token === null || permissions === null) return 401
  return operation.permission === null || permissions.includes(operation.permission) ? null : 403
}

/** Looks around as each of these tokens, of which the first is of somebody who sees everything. */
export async function surveyTarget(port: number, tokens: readonly string[]): Promise<Target> {
  const keeper = new Keeper(port)
  const read = async (path: string, token: string | null) => {
    const headers = [['Host', 'x'], ...bearer(token)].map(([name, value]) => `${name}: ${value}\r\n`).join('')
    return insist(async () => {
      const answer = await keeper.ask(Buffer.from(`GET ${path} HTTP/1.1\r\n${headers}\r\n`))
      if (answer === null) throw new Error(`no answer to ${path}`)
      return answer
    })
  }
  const permissionsOf = async (token: string) => {
    const { status, body } = await read('/api/v1/moi', token)
    return status === 200 ? (JSON.parse(body) as { permissions: string[] }).permissions : null
  }
  const callers: Caller[] = [{ token: null, permissions: null }]
  for (const token of tokens) callers.push({ token, permissions: await permissionsOf(token) })
  const [nobody, first] = callers
  if (nobody === undefined || first?.permissions == null) throw new Error('the first caller is unknown')

  const seen: ({ path: string } & Answer)[] = []
  for (const { path, shape } of operations)
    if (shape === 'list') seen.push({ path, ...(await read(`${path}?taille=30`, first.token)) })
  const texts = seen.map(({ body }) => body).join('')
  const pathIds = new Map(
    operations
      .filter(({ path }) => path.includes('{id}'))
      .map(({ path }) => [path, idsIn(seen.find((list) => path.startsWith(`${list.path}/`))?.body ?? texts)]),
  )
  const tagged = seen.map(({ path, headers }) => ({ path: `${path}?taille=30`, etag: headers.etag ?? '' }))
  keeper.close()
  return {
    port,
    callers: [first, nobody, ...callers.slice(2)],
    ids: [...new Set(texts.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g))],
    pathIds,
    words: wordsIn(texts),
    tagged,
  }
}

const idsIn = (text: string): string[] => [...text.matchAll(/\{"id":"([^"]+)"/g)].map(([, id]) => id ?? '')

/** Short texts of the data that are neither ids nor dates. */
const wordsIn = (text: string): string[] => [
  ...new Set(
    [...text.matchAll(/:"([^"\\]{2,60})"/g)]
      .map(([, word]) => word ?? '')
      .filter((word) => !/^[\d-]+T?/.test(word) || word.length < 9),
  ),
]
