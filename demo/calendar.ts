const DAY = 86_400_000
const PAST = 4000
const FUTURE = 2000
const two = (n: number): string => String(n).padStart(2, '0')
const isoDay = (time: number): string => new Date(time).toISOString().slice(0, 10)

const minutes = Array.from({ length: 1440 }, (_, m) => `T${two(Math.floor(m / 60))}:${two(m % 60)}:`)
const seconds = Array.from({ length: 60 }, (_, s) => `${two(s)}.`)
const milliseconds = Array.from({ length: 1000 }, (_, ms) => `${String(ms).padStart(3, '0')}Z`)

/** Days and instants counted from the day that the world lives in (D12). */
export type Calendar = {
  readonly today: string
  /** The date `offset` days from today; negative is the past. */
  readonly day: (offset: number) => string
  /** An instant in office hours, `daysAgo` days before today (at least 1), its time chosen by a hash. */
  readonly instant: (daysAgo: number, hash: number) => string
}

/** The calendar of a world whose present day is `today` (YYYY-MM-DD). */
export function calendar(today: string): Calendar {
  const origin = Date.parse(`${today}T00:00:00Z`)
  const days = Array.from({ length: PAST + FUTURE + 1 }, (_, i) => isoDay(origin + (i - PAST) * DAY))
  return {
    today,
    day: (offset) => days[offset + PAST] ?? isoDay(origin + offset * DAY),
    instant: (daysAgo, hash) =>
      `${days[PAST - daysAgo]}${minutes[420 + (hash % 720)]}${seconds[(hash >>> 10) % 60]}${milliseconds[(hash >>> 16) % 1000]}`,
  }
}

/** The same day of the month, `months` later (or earlier), or the last day of a shorter month. */
export function monthsAfter(day: string, months: number): string {
  const year = Number(day.slice(0, 4))
  const month = Number(day.slice(5, 7)) - 1 + months
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate()
  return isoDay(Date.UTC(year, month, Math.min(Number(day.slice(8, 10)), last)))
}

/** The first instant of the day after a date: when a document that expires on it became `expire` (D13). */
export const dayAfter = (day: string): string => new Date(Date.parse(`${day}T00:00:00Z`) + DAY).toISOString()

/** A date as French readers write it. */
export const frenchDate = (day: string): string => day.split('-').reverse().join('/')
