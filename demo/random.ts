/** Scrambles a 32-bit value under a key: the same for the same pair, and one-to-one in `value`. */
export function mix(key: number, value: number): number {
  let h = value ^ key
  h = Math.imul(h ^ (h >>> 16), 0x7feb352d)
  h = (h ^ (h >>> 15)) + Math.imul(key, 0x9e3779b1)
  h = Math.imul(h ^ (h >>> 15), 0x846ca68b)
  return (h ^ (h >>> 16)) >>> 0
}

/** A 32-bit key for a text: the same for the same text. */
export function keyOf(text: string): number {
  let h = 0x811c9dc5
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193)
  return mix(h, text.length)
}

/** A number in [0, 1) from a 32-bit hash. */
export const unit = (hash: number): number => hash / 0x1_0000_0000

/** One item of a list that is not empty, chosen by a 32-bit hash. */
export const pick = <T>(items: readonly T[], hash: number): T => items[hash % items.length] as T
