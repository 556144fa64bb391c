import type { Phase } from './phase.ts'

const START = 8
const STEP = 1.3
const STEP_SECONDS = 6
/**
 * A step that brings less than this more than the best so far brings nothing; so many of them, and that was the most.
 */
const GAIN = 1.05
const STEPS_WITHOUT_GAIN = 3

/** Lets the rate rise until no more answers come, and gives the step with the most. */
export async function rise(
  measure: (rate: number, seconds: number) => Promise<Phase>,
  say: (text: string) => void,
): Promise<Phase> {
  // The connections to the database are opened, and its memory filled.
  let best = await measure(START, STEP_SECONDS)
  let without = 0
  for (let rate = START * STEP; without < STEPS_WITHOUT_GAIN; rate *= STEP) {
    const step = await measure(rate, STEP_SECONDS)
    say(`  ${step.name} offered: ${step.goodput.toFixed(1)}/s answered`)
    without = step.goodput > best.goodput * GAIN ? 0 : without + 1
    if (step.goodput > best.goodput) best = step
  }
  return best
}
