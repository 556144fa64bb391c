import { createHash } from 'node:crypto'
import type pg from 'pg'
import { Cancellation } from '../src/database/cancellation.ts'
import type { Source, Statement } from '../src/database/database.ts'
import { readQuery } from '../src/http/serving/validation.ts'
import { dated } from '../src/identity/caller.ts'
import { identify } from '../src/identity/identify.ts'
import { execute } from '../src/operations/execute.ts'
import { operations } from '../src/operations/index.ts'
import type { ReadOperation } from '../src/operations/operation.ts'
import { Refusal } from './refusal.ts'

/** The statement of a request as the service sends it, and what follows the data in the body of a list. */
export interface Prepared extends Statement {
  readonly name: string
  readonly suffix: string | null
}

/** The statement with which the service answers a path to a user; `answer` is what it answered. */
export async function preparedFor(
  client: pg.Client,
  user: string,
  { path, answer }: { readonly path: string; readonly answer: string },
): Promise<Prepared> {
  const url = new URL(path, 'http://service')
  const { operation, id } = find(url.pathname)
  const wait = { until: performance.now() + 60_000, cancellation: new Cancellation() }
  const caller = await identify(sourceOf(client), user, wait)
  if (caller === null) throw new Refusal(`${path}: unknown user`)
  const query = readQuery(operation, Object.fromEntries(url.searchParams))
  const statement = await captured((source) =>
    execute(source, operation, dated(caller, new Date()), { id, query }, wait),
  )
  const { text, values } = statement
  return {
    ...{ text, values },
    name: createHash('sha1').update(text).digest('base64url'),
    suffix: operation.shape === 'item' ? null : answer.slice(answer.lastIndexOf(',"pagination"')),
  }
}

function find(pathname: string): { operation: ReadOperation; id: string | null } {
  for (const operation of operations) {
    if (operation.shape === 'health') continue
    const found = new RegExp(`^${operation.path.replace('{id}', '([^/]+)')}$`).exec(pathname)
    if (found !== null) return { operation, id: found[1] ?? null }
  }
  throw new Refusal(`${pathname}: no operation`)
}

const sourceOf = (client: pg.Client): Source => ({
  async read<Row extends object>({ text, values }: Statement) {
    return (await client.query<Row>(text, [...values])).rows
  },
})

/** The statement that is asked of a source, which answers nothing. */
async function captured(run: (source: Source) => Promise<unknown>): Promise<Statement> {
  let found: Statement | undefined
  const source: Source = {
    async read(statement) {
      found = statement
      return []
    },
  }
  await run(source)
  if (found === undefined) throw new Refusal('nothing was asked')
  return found
}
