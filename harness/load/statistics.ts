/** The value below which that share of the values lie; 0 of none. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  const place = share * (sorted.length - 1)
  const below = sorted[Math.floor(place)] ?? 0
  const above = sorted[Math.ceil(place)] ?? 0
  return below + (above - below) * (place % 1)
}

/** The largest of however many; 0 of none. */
export const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), values[0] ?? 0)

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** How far the rounds lie apart, as a share of their median; nothing is known of it after one. */
export const spread = (values: readonly number[]): number | null =>
  values.length < 2 ? null : ratio(Math.max(...values) - Math.min(...values), median(values))

/** One figure over another, or null where that says nothing. */
export function ratio(value: number | null, to: number | null): number | null {
  const result = (value ?? Number.NaN) / (to ?? Number.NaN)
  return Number.isFinite(result) ? result : null
}
