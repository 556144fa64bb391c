import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Judged, judgeIn } from '../../harness/doublons/judge.ts'
import {
  developmentPairs,
  fingerprint,
  type Pair,
  pairs,
  partOf,
  unseenPairs,
} from '../../harness/doublons/pairs.ts'
import { errorsOf, nameReportOf, tablesOf } from '../../harness/doublons/report.ts'
import { criterionScore, f1, ours, overallScore } from '../../harness/doublons/score.ts'
import { withWriter } from '../../src/database/writer.ts'
import { packageRoot } from '../../src/package.ts'
import { freshDatabase } from '../setup/world.ts'

/** The published figures of the duplicate check (docs/doublons.md) are those of this code. */

let judged: Judged[]
let development: Judged[]
let unseen: Judged[]
let drop: () => Promise<void>

beforeAll(async () => {
  const database = await freshDatabase('vide')
  drop = async () => void (await database.drop())
  const all = await withWriter(database.connection, (client) =>
    judgeIn(client, [...pairs, ...developmentPairs, ...unseenPairs]),
  )
  const of = (some: readonly Pair[]) => all.filter(({ pair }) => some.includes(pair))
  judged = of(pairs)
  development = of(developmentPairs)
  unseen = of(unseenPairs)
})

afterAll(() => drop())

const epreuve = () => judged.filter(({ pair }) => partOf(pair) === 'epreuve')

test('the pairs are those that were written before the method: enough, and as many of two companies as of one', () => {
  expect(fingerprint).toBe('c68d05ac4af1')
  expect(pairs.length).toBeGreaterThanOrEqual(600)
  expect(pairs.filter(({ meme }) => !meme).length).toBeGreaterThanOrEqual(pairs.length / 2)
  expect(new Set(pairs.map(({ id }) => id)).size).toBe(pairs.length)
})

test('on the part that no weight was chosen on, F1 is at least 0.97, by name and over all', () => {
  const untouched = epreuve()
  expect(f1(overallScore(untouched, ours))).toBeGreaterThanOrEqual(0.97)
  expect(f1(criterionScore(untouched, ours, 'raison_sociale_proche'))).toBeGreaterThanOrEqual(0.97)
})

test('on the development pairs, and on those that nobody had seen, F1 by name is at least 0.97', () => {
  expect(unseen).toHaveLength(200)
  expect(f1(criterionScore(unseen, ours, 'raison_sociale_proche'))).toBeGreaterThanOrEqual(0.97)
  expect(f1(criterionScore(development, ours, 'raison_sociale_proche'))).toBeGreaterThanOrEqual(0.97)
})

test('the tables and the errors in the documentation are the present ones', () => {
  const page = readFileSync(new URL('docs/doublons.md', packageRoot), 'utf8')
  expect(page).toContain(tablesOf(judged))
  expect(page).toContain(errorsOf(epreuve()))
  expect(page).toContain(nameReportOf(development))
  expect(page).toContain(nameReportOf(unseen))
})
