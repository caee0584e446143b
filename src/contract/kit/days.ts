import { hourMs } from './durations.ts'

// Formats without Intl: the first use of Intl takes about 0.1 s on a cheap phone during hydration.
// Western Indonesia is UTC+7 without daylight saving.
export const jakartaAheadMs = 7 * hourMs
const months = [
  'Januari',
  'Februari',
  'Maret',
  'April',
  'Mei',
  'Juni',
  'Juli',
  'Agustus',
  'September',
  'Oktober',
  'November',
  'Desember',
]

/** The date of an instant in western Indonesia: "2026-11-21". */
export const jakartaDay = (instant: Date): string =>
  new Date(instant.getTime() + jakartaAheadMs).toISOString().slice(0, 10)

/** "2026-11-21 20:49" in western Indonesian time, in a format that spreadsheets parse. */
export const jakartaMinute = (iso: string): string =>
  new Date(new Date(iso).getTime() + jakartaAheadMs).toISOString().slice(0, 16).replace('T', ' ')

/** The start of a day (YYYY-MM-DD) in western Indonesia. */
export const jakartaMidnight = (day: string): Date => new Date(`${day}T00:00:00+07:00`)

function partsOf(iso: string): { day: number; month: string; year: string } {
  const [year = '', month, day] = jakartaDay(new Date(iso)).split('-')
  return { day: Number(day), month: months[Number(month) - 1] ?? '', year }
}

/** An instant as "21 November 2026", in western Indonesia. */
export function formatDate(iso: string): string {
  const { day, month, year } = partsOf(iso)
  return `${day} ${month} ${year}`
}

/** "21 November 2026 pukul 20.49 WIB". */
export const formatDateTime = (iso: string): string => `${formatDate(iso)} pukul ${timeOf(iso)} WIB`

const timeOf = (iso: string): string => jakartaMinute(iso).slice(11).replace(':', '.')

/** "21 Nov 2026", for narrow layouts. */
export function formatShortDate(iso: string): string {
  const { day, month, year } = partsOf(iso)
  return `${day} ${month.slice(0, 3)} ${year}`
}

/** "21 Nov 2026, 20.49". */
export const formatShortDateTime = (iso: string): string => `${formatShortDate(iso)}, ${timeOf(iso)}`

/** "21 November". */
export function formatDayOfMonth(iso: string): string {
  const { day, month } = partsOf(iso)
  return `${day} ${month}`
}

/** "16 Nov" of a day given as YYYY-MM-DD. */
export function formatDayShort(day: string): string {
  const [, month, date] = day.split('-')
  return `${Number(date)} ${months[Number(month) - 1]?.slice(0, 3)}`
}
