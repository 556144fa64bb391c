import type { Person } from './intention.ts'

/** Something as the reads show it. */
export type Row = Readonly<Record<string, unknown>> & { readonly id: string; readonly modifie_le: string }

/** Reads as somebody: the status, and the body of a 200. */
// biome-ignore lint/suspicious/noExplicitAny: what an answer holds is what is to be found out
export type Read = (who: Person, path: string) => Promise<{ status: number; body: any }>
