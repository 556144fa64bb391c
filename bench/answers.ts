import type pg from 'pg'
import { ask as get } from '../harness/http/ask.ts'
import { countOf, type List, total } from './count.ts'
import { Refusal } from './refusal.ts'

/** The parts of a body that tell whether it is right. */
interface Body {
  readonly id?: string
  readonly donnees?: readonly { readonly id: string }[]
  readonly pagination?: { readonly page: number; readonly taille: number; readonly total: number }
}

const parse = (body: string): Body => JSON.parse(body)

/** The body of an answer; another status than expected is refused. */
export async function ask(origin: string, path: string, token?: string, expected = 200): Promise<string> {
  const { status, text } = await get(origin + path, { token })
  if (status !== expected) throw new Refusal(`${path}: ${status} ${text.slice(0, 200)}`)
  return text
}

/** The total that a list states. */
export const totalOf = (body: string): number => parse(body).pagination?.total ?? Number.NaN

/** How many counts one case is worth: at a million clients, each may take a second. */
const MOST_COUNTS = 10

/** Refuses answers whose total is not what a plain count gives, or whose page has not as many rows as it should. */
export async function checkTotals(
  client: pg.Client,
  answers: readonly (List & { readonly answer: string })[],
): Promise<void> {
  const counted = new Map<string, number>()
  for (const { path, reader, answer } of answers) {
    const count = countOf({ path, reader })
    if (count === undefined) continue
    const key = JSON.stringify([count.text, count.values])
    if (!counted.has(key) && counted.size < MOST_COUNTS) counted.set(key, await total(client, count))
    const { donnees, pagination } = parse(answer)
    const expected = counted.get(key) ?? pagination?.total ?? 0
    if (pagination?.total !== expected) {
      throw new Refusal(`${path}: total ${pagination?.total}, ${expected} counted`)
    }
    const left = Math.max(0, expected - (pagination.page - 1) * pagination.taille)
    if (donnees?.length !== Math.min(pagination.taille, left)) {
      throw new Refusal(`${path}: ${donnees?.length} rows on page ${pagination.page} of ${expected}`)
    }
  }
}

/** Refuses to compare two answers that do not say the same: the same rows in the same order, the same total. */
export function checkSame(path: string, answer: string, other: string): void {
  const essence = ({ id, donnees, pagination }: Body) =>
    JSON.stringify([id, donnees?.map((row) => row.id), pagination?.total])
  if (essence(parse(answer)) !== essence(parse(other))) throw new Refusal(`${path}: plain answers otherwise`)
}
