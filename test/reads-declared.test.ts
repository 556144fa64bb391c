import { expect, test } from 'vitest'
import { alternatives, reads } from '../src/extension/index.ts'
import { expressionsOf } from '../src/operations/compose.ts'
import { operations } from '../src/operations/index.ts'
import type { ReadOperation } from '../src/operations/operation.ts'

const all = [...operations, ...reads, ...alternatives.map(({ operation }) => operation)].filter(
  (operation): operation is ReadOperation => operation.shape !== 'health' && operation.shape !== 'changes',
)
const tables = new Set<string>(all.flatMap((operation) => operation.reads))

/** The tables that the SQL of an operation names: without filters, with each, with all; near and far pages. */
function named(operation: ReadOperation): Set<string> {
  const filters = Object.keys(operation.filters)
  const kinds = [[], ...filters.map((one) => [one]), filters].flatMap((asked) =>
    [100, 100_000].map((within) => ({ asked, within })),
  )
  const texts = kinds.map((kind) => {
    const { donnees, total, once } = expressionsOf(operation, kind)
    return [donnees, total, once].map((one) => one?.text ?? '').join(' ')
  })
  // Names of JSON and other literals are no tables, nor is what stands after a point.
  const words = texts
    .join(' ')
    .replace(/'[^']*'/g, ' ')
    .match(/(?<![.\w])[a-z_]+/g)
  return new Set(words?.filter((word) => tables.has(word)))
}

test.each(all)('$id declares every table that its SQL names, with any filter', (operation) => {
  const declared = new Set<string>(operation.reads)
  expect(named(operation).size).toBeGreaterThan(0)
  expect([...named(operation)].filter((table) => !declared.has(table))).toEqual([])
})
