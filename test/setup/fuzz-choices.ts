import fc from 'fast-check'
import type { Random } from '../../harness/fuzz/random.ts'

/**
 * Another run: FUZZ_SEED=123 npx vitest run test/fuzz.test.ts; a failure tells its seed. FUZZ_TIMES=10: ten times as
 * much.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261_115)
const times = Number(process.env.FUZZ_TIMES ?? 1)

const within = (limit: number) => fc.noBias(fc.nat(limit - 1))

/** Choices that fast-check makes, and makes simpler when a test fails. */
const randomBy = (draw: fc.GeneratorValue): Random => ({
  below: (limit) => draw(within, limit),
  pick: (items) => items[draw(within, items.length)] as (typeof items)[number],
  chance: (probability) => draw(within, 1000) >= 1000 * (1 - probability),
})

/** One list of choices. What is drawn before it makes it another than the one beside it. */
const choices = fc.tuple(fc.noBias(fc.nat()), fc.gen()).map(([, draw]) => randomBy(draw))

/** Runs a check on so many lists of random choices; a failure tells the seed and the simplest choices that fail. */
export const always = (
  numRuns: number,
  atOnce: number,
  check: (randoms: readonly Random[]) => Promise<unknown>,
): Promise<void> =>
  fc.assert(
    fc.asyncProperty(fc.array(choices, { minLength: atOnce, maxLength: atOnce }), (randoms) =>
      check(randoms).then(() => {}),
    ),
    // What fails slowly is not made simpler for ever.
    { seed, numRuns: numRuns * times, interruptAfterTimeLimit: 240_000 * times },
  )
