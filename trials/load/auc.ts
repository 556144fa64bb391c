/**
 * How well two kinds of samples can be told apart: the area under the ROC curve. 0.5 is not at all, 1 or 0 is always.
 */
interface Separation {
  readonly auc: number
  /** Where 95 % of resampled areas lie. */
  readonly low: number
  readonly high: number
}

const RESAMPLES = 400
/** Samples taken soon after each other are alike: they are drawn again in runs, and of both kinds the same ones. */
const RUN = 50

/** The probability that a sample of `one` is above one of `other`, ties counted half; both were taken in turn. */
export function separation(
  one: readonly number[],
  other: readonly number[],
  random: () => number = Math.random,
): Separation {
  const ranks = ranksOf([...one, ...other])
  const [ones, others] = [ranks.slice(0, one.length), ranks.slice(one.length)]
  const size = 1 + ranks.reduce((most, rank) => Math.max(most, rank), 0)
  const auc = areaOf(ones, others, size)
  const areas = Array.from({ length: RESAMPLES }, () => {
    const starts = Array.from({ length: Math.ceil(ones.length / RUN) }, random)
    return areaOf(resample(ones, starts), resample(others, starts), size)
  }).sort((a, b) => a - b)
  const at = (share: number) => areas[Math.round(share * (RESAMPLES - 1))] ?? auc
  return { auc, low: at(0.025), high: at(0.975) }
}

/** The place of each value among all different values. */
function ranksOf(values: readonly number[]): Uint32Array {
  const order = [...values.keys()].sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0))
  const ranks = new Uint32Array(values.length)
  let rank = 0
  for (const [place, index] of order.entries()) {
    if (place > 0 && values[index] !== values[order[place - 1] ?? 0]) rank += 1
    ranks[index] = rank
  }
  return ranks
}

function areaOf(ones: Uint32Array, others: Uint32Array, size: number): number {
  const [counts, otherCounts] = [new Uint32Array(size), new Uint32Array(size)]
  for (const rank of ones) counts[rank] = (counts[rank] ?? 0) + 1
  for (const rank of others) otherCounts[rank] = (otherCounts[rank] ?? 0) + 1
  let [below, above] = [0, 0]
  for (let rank = 0; rank < size; rank += 1) {
    const same = otherCounts[rank] ?? 0
    above += (counts[rank] ?? 0) * (below + same / 2)
    below += same
  }
  return above / ones.length / others.length
}

/** Runs of the samples, begun at these shares of them. */
function resample(values: Uint32Array, starts: readonly number[]): Uint32Array {
  const run = Math.min(RUN, values.length)
  const drawn = new Uint32Array(run * starts.length)
  for (const [index, share] of starts.entries()) {
    const start = Math.floor(share * (values.length - run + 1))
    drawn.set(values.subarray(start, start + run), index * run)
  }
  return drawn
}
