import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { actions } from '../src/extension/index.ts'
import { Trial } from './isolation/acting.ts'
import { openActingWorld } from './isolation/acting-world.ts'
import { type Cells, clientCells } from './isolation/action-cells.ts'
import { kycCells } from './isolation/kyc-cells.ts'
import { printed } from './isolation/table.ts'

const LEAST = 2000
const cells = [...clientCells, ...kycCells]

describe('every action, every caller, every item', () => {
  let trial: Trial
  beforeAll(async () => {
    trial = new Trial(await openActingWorld())
  })
  afterAll(() => trial?.world.close())

  test('every action has its cells', () => {
    expect([...new Set(cells.map(({ action }) => action))].sort()).toEqual(actions.map(({ id }) => id).sort())
  })

  test.each(cells.map((one) => [`${one.action} by ${one.what}`, one] as const))(
    '%s: who may does, who may not is told nothing and changes nothing',
    async (_, one) => {
      await trial.check(one)
      expect(trial.matrix.takeWrong()).toBe('')
    },
  )

  const partly = (action: string) => cells.find((one) => one.action === action) as Cells
  test.each([
    ['modifierContact', 'contact'],
    ['retirerContact', 'contact'],
    ['modifierSite', 'site'],
  ] as const)('%s on another client’s %s is on one that is not there', async (action, part) => {
    await trial.strangers(partly(action), part)
    expect(trial.matrix.takeWrong()).toBe('')
  })

  test('the matrix is large, and proves something everywhere', ({ task }) => {
    task.meta.matrix = trial.matrix.lines
    process.stdout.write(printed(trial.matrix.lines))
    expect(trial.matrix.size).toBeGreaterThan(LEAST)
    const hollow = trial.matrix.lines.filter(({ seen, unseen }) => seen === 0 || unseen === 0)
    expect([...new Set(hollow.map(({ operation, dimension }) => `${operation} ${dimension}`))]).toEqual([
      // Answered to everybody who may ask; what it shows was compared.
      'controlerDoublon number',
      ...['deposerFichier file'],
      // Done for nobody.
      ...['deposerDocumentKyc taken file', 'lierFichier free file'],
      ...['modifierContact another’s contact', 'retirerContact another’s contact'],
      'modifierSite another’s site',
    ])
  })
})
