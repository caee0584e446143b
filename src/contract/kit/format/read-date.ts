import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import { jakartaDay, jakartaMidnight } from '#contract/kit/days.ts'
import { cleanIdentifier } from '#contract/kit/text/identifier.ts'

// One reader for dates and times of files: western Indonesian time unless another zone stands there.

/** The first three letters of a month in Indonesian, and in English where that differs. */
const months: Readonly<Record<string, number>> = {
  jan: 1,
  feb: 2,
  peb: 2,
  mar: 3,
  apr: 4,
  mei: 5,
  may: 5,
  jun: 6,
  jul: 7,
  agu: 8,
  agt: 8,
  ags: 8,
  aug: 8,
  sep: 9,
  okt: 10,
  oct: 10,
  nov: 11,
  nop: 11,
  des: 12,
  dec: 12,
}
const weekday =
  /^(?:senin|selasa|rabu|kamis|jum'?at|sabtu|minggu|ahad|(?:mon|tues?|wed(?:nes)?|thu(?:rs)?|fri|sat(?:ur)?|sun)(?:day)?)\b[.,]*\s*/i

const monthOf = (text: string): number =>
  /^\d+$/.test(text) ? Number(text) : (months[text.slice(0, 3).toLowerCase()] ?? 0)

function dayOf(year: number, month: number, day: number): string | null {
  const date = new Date(Date.UTC(year, month - 1, day))
  const isReal = date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
  return isReal && year >= 1970 && year < 9999 ? date.toISOString().slice(0, 10) : null
}

const fullYear = (text: string): number => (text.length === 2 ? 2000 + Number(text) : Number(text))

/** Between numbers, the day stands before its month, unless all days of a column say otherwise. */
export type DayOrder = 'day-first' | 'month-first'
const numericDay = /^(\d{1,2})[-/.](\d{1,2})[-/.]\d{2,4}(?!\d)/

/** The order of the days of a column. Spreadsheets in English write the month first. */
export function dayOrderOf(column: readonly string[]): DayOrder {
  const days = column.flatMap((typed) => {
    const [, first, second] = numericDay.exec(prepared(typed)) ?? []
    return first === undefined ? [] : [[Number(first), Number(second)] as const]
  })
  const isMonthFirst = days.some(([, second]) => second > 12) && days.every(([first]) => first <= 12)
  return isMonthFirst ? 'month-first' : 'day-first'
}

type DayFound = { day: string; rest: string }
const found = (day: string | null, rest: string): DayFound | null => (day === null ? null : { day, rest })

/** The day (YYYY-MM-DD) with which a text begins, and what follows. */
function takeDay(text: string, now: Date, order: DayOrder): DayFound | null {
  const iso = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)/.exec(text) ?? /^(20\d{2})(\d{2})(\d{2})(?!\d)/.exec(text)
  if (iso) return found(dayOf(Number(iso[1]), Number(iso[2]), Number(iso[3])), text.slice(iso[0].length))
  const english = /^([a-z]{3,9})\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})(?!\d)/i.exec(text)
  if (english)
    return found(
      dayOf(Number(english[3]), monthOf(english[1] ?? ''), Number(english[2])),
      text.slice(english[0].length),
    )
  const local =
    /^(\d{1,2})(?:st|nd|rd|th)?[-/. ]+(\d{1,2}|[a-z]{3,9})\.?(?:[-/. ,]+(\d{4}|\d{2})(?![\d:]))?(?=$|[\sT,])/i.exec(
      text,
    )
  if (!local) return null
  const isSwapped = order === 'month-first' && numericDay.test(text)
  const [day, month] = isSwapped ? [Number(local[2]), Number(local[1])] : [Number(local[1]), monthOf(local[2] ?? '')]
  const rest = text.slice(local[0].length)
  if (local[3] !== undefined) return found(dayOf(fullYear(local[3]), month, day), rest)
  // Without a year, the latest that is not in the future.
  const latest = jakartaDay(new Date(now.getTime() + dayMs))
  const year = Number(latest.slice(0, 4))
  const thisYear = dayOf(year, month, day)
  return found(thisYear !== null && thisYear <= latest ? thisYear : dayOf(year - 1, month, day), rest)
}

const spelled: Readonly<Record<string, string>> = { barat: 'WIB', tengah: 'WITA', timur: 'WIT' }

const prepared = (typed: string): string =>
  cleanIdentifier(typed)
    .replace(/^'/, '')
    .replace(/^(\d{4})年(\d{1,2})月(\d{1,2})日/, '$1-$2-$3')
    // Programs write no signs between the parts.
    .replace(/^(20\d{6})(\d{2})(\d{2})(\d{2})$/, '$1 $2:$3:$4')
    .replace(/\bwaktu indonesia (barat|tengah|timur)\b/i, (_, part: string) => spelled[part.toLowerCase()] ?? '')
    .replace(weekday, '')
    .replace(/ \((?:senin|selasa|rabu|kamis|jum'?at|sabtu|minggu|ahad)\)/i, '')

const zones: Readonly<Record<string, number>> = { wib: 7, wita: 8, wit: 9, utc: 0, gmt: 0, z: 0 }
/** Hours of half a day, or of its part: `8 malam`, `8.30 p.m.`. Programs add the name of a zone in brackets. */
const clock =
  /^[\sT,|-]*(?:pukul|jam|at)?\s*(\d{1,2})(?:[.:](\d{2})(?:[.:](\d{2})(?:[.,]\d{1,6})?)?|(?=\s*(?:[ap]\.?m|pagi|siang|sore|malam)))\s*([ap]\.?m\.?|pagi|siang|sore|malam)?\s*(wib|wita|wit|z|(?:utc|gmt)?[+-]\d{1,2}(?::?\d{2})?|utc|gmt)?(?: ?\([a-z ]{1,40}\))?$/i

/** Hours since midnight. Morning begins at midnight, midday at ten, and twelve at night is midnight. */
function hourOf(typed: number, part: string | undefined): number {
  const name = part?.toLowerCase().replaceAll('.', '')
  if (name === undefined || typed > 12) return typed
  if (name === 'am' || name === 'pagi') return typed % 12
  if (name === 'pm' || name === 'sore') return (typed % 12) + 12
  if (name === 'siang') return typed < 10 ? typed + 12 : typed
  return typed === 12 || typed < 4 ? typed % 12 : typed + 12
}

/** How far a zone is ahead of UTC; western Indonesia without one. */
function aheadOf(zone: string | undefined): number {
  const name = (zone ?? 'wib').toLowerCase()
  const known = zones[name]
  if (known !== undefined) return known * hourMs
  const [, sign, hours, minutes = '0'] = /([+-])(\d{1,2}):?(\d{2})?$/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * hourMs + Number(minutes) * minuteMs)
}

/** `hasTime`: false where only a day stands there. Then the instant is its start. */
export type ReadInstant = { at: Date; hasTime: boolean }

/** Days since 30 December 1899 as spreadsheets count them, of the years 1982 to 2064. */
const serialDay = /^[3-5]\d{4}(?:[.,]\d+)?$/
const spreadsheetStart = Date.UTC(1899, 11, 30)

function readSerial(text: string): ReadInstant {
  const days = Number(text.replace(',', '.'))
  const local = spreadsheetStart + Math.round((days * dayMs) / 1000) * 1000
  return { at: new Date(local - aheadOf(undefined)), hasTime: !Number.isInteger(days) }
}

/** A date, a date with time, days of a spreadsheet, or seconds since 1970 as databases have them; null for anything else. */
export function readInstant(typed: string, now: Date, order: DayOrder = 'day-first'): ReadInstant | null {
  const text = prepared(typed)
  if (text.length > 60) return null
  if (serialDay.test(text)) return readSerial(text)
  if (/^\d{9,10}$/.test(text)) return { at: new Date(Number(text) * 1000), hasTime: true }
  if (/^\d{13}$/.test(text)) return { at: new Date(Number(text)), hasTime: true }
  const taken = takeDay(text, now, order)
  if (!taken) return null
  const start = jakartaMidnight(taken.day)
  if (taken.rest.trim() === '') return { at: start, hasTime: false }
  const time = clock.exec(taken.rest)
  if (!time) return null
  const [, hours = '', minutes = '0', seconds = '0', part, zone] = time
  const hour = hourOf(Number(hours), part)
  if (hour > 23 || Number(minutes) > 59 || Number(seconds) > 59) return null
  const sinceStart = hour * hourMs + Number(minutes) * minuteMs + Number(seconds) * 1000
  return { at: new Date(start.getTime() + aheadOf(undefined) + sinceStart - aheadOf(zone)), hasTime: true }
}

/** "01/11", "15 Juli 2024", "2026-11-01 10:12:13", or days of a spreadsheet → the day YYYY-MM-DD. */
export function readDay(typed: string, now: Date, order: DayOrder = 'day-first'): string | null {
  const text = prepared(typed)
  return serialDay.test(text) ? jakartaDay(readSerial(text).at) : (takeDay(text, now, order)?.day ?? null)
}
