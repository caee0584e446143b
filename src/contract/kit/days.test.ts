import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  formatDate,
  formatDayOfMonth,
  formatDayShort,
  formatDateTime,
  formatShortDate,
  formatShortDateTime,
  jakartaDay,
  jakartaMinute,
} from './days.ts'
import { formatCount, formatRupiah } from './money.ts'

const inJakarta = (options: Intl.DateTimeFormatOptions, locale = 'id-ID') => {
  const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'Asia/Jakarta' })
  return (instant: Date) => format.format(instant)
}
const long = inJakarta({ dateStyle: 'long' })
const short = inJakarta({ dateStyle: 'medium' })
const shortDateTime = inJakarta({ dateStyle: 'medium', timeStyle: 'short' })
const longDateTime = inJakarta({ dateStyle: 'long', timeStyle: 'short' })
const dayOfMonth = inJakarta({ day: 'numeric', month: 'long' })
const dayShort = inJakarta({ day: 'numeric', month: 'short' })
const machine = inJakarta({ year: 'numeric', month: '2-digit', day: '2-digit' }, 'en-CA')

test('dates are formatted as the Indonesian locale formats them, in western Indonesian time', () => {
  fc.assert(
    // Jakarta had other UTC offsets until 1964.
    fc.property(
      fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true }),
      (instant) => {
        const iso = instant.toISOString()
        expect([
          formatDate(iso),
          formatShortDate(iso),
          formatDayOfMonth(iso),
          jakartaDay(instant),
          formatDayShort(jakartaDay(instant)),
          formatShortDateTime(iso),
          formatDateTime(iso),
        ]).toEqual([
          long(instant),
          short(instant),
          dayOfMonth(instant),
          machine(instant),
          dayShort(instant),
          shortDateTime(instant),
          `${longDateTime(instant)} WIB`,
        ])
      },
    ),
  )
})

test('jakartaMinute returns western Indonesian time', () =>
  expect(jakartaMinute('2026-10-31T19:05:59.999Z')).toBe('2026-11-01 02:05'))

test('amounts and counts are formatted as the Indonesian locale formats them', () => {
  const rupiah = new Intl.NumberFormat('id-ID', { style: 'currency', currency: 'IDR', maximumFractionDigits: 0 })
  const whole = new Intl.NumberFormat('id-ID')
  fc.assert(
    fc.property(fc.integer({ min: -1_000_000_000_000, max: 1_000_000_000_000 }), (amount) => {
      expect([formatRupiah(amount), formatCount(amount)]).toEqual([rupiah.format(amount), whole.format(amount)])
    }),
  )
  expect([formatRupiah(0), formatRupiah(89_000)]).toEqual(['Rp\u00A00', 'Rp\u00A089.000'])
})
