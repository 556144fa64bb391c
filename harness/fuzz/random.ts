import { keyOf, mix, unit } from '../../demo/random.ts'

/** Choices that are the same in every run of the same seed. */
export interface Random {
  /** A whole number from 0, below the limit. */
  below(limit: number): number
  pick<T>(items: readonly T[]): T
  chance(probability: number): boolean
}

export function randomOf(seed: string): Random {
  const key = keyOf(seed)
  let drawn = 0
  const next = () => unit(mix(key, drawn++))
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    below,
    pick: <T>(items: readonly T[]): T => items[below(items.length)] as T,
    chance: (probability) => next() < probability,
  }
}
