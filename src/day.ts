/** The day of an instant, in UTC, as AAAA-MM-JJ (D12). */
export const dayOf = (instant: Date): string => instant.toISOString().slice(0, 10)
