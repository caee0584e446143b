import { dayMs } from '#contract/kit/durations.ts'
import { jakartaAheadMs } from '#contract/kit/days.ts'

/** The day in Jakarta, counted from 1 January 1970. */
export const dayOf = (instant: Date): number => Math.floor((instant.getTime() + jakartaAheadMs) / dayMs)
/** That day's Monday: day 0 was a Thursday. */
export const mondayOf = (day: number): number => day - ((day + 3) % 7)
/** As YYYY-MM-DD. */
export const isoDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)
/** The day of a YYYY-MM-DD. */
export const dayFromIso = (date: string): number => Date.parse(date) / dayMs
