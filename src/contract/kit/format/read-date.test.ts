import { expect, test } from 'vitest'
import { readDay, readInstant } from './read-date.ts'

const now = new Date('2026-11-21T03:00:00Z')
const read = (text: string) => readInstant(text, now)?.at.toISOString() ?? null

test.each([
  '2024-07-15 20:30:00',
  '2024-07-15T20:30',
  '2024-07-15T13:30:00Z',
  '2024-07-15 20:30:00.123',
  '2024-07-15 20:30 WIB',
  '2024-07-15T20:30:00+07:00',
  '2024-07-15 22:30 WIT',
  '2024-07-15 21.30 WITA',
  '15/07/2024 20:30',
  '15/07/2024 20.30.00',
  '15-07-2024, 20:30',
  '15.07.2024 20:30',
  '15/7/24 20:30',
  '15 Juli 2024 20:30',
  '15 Juli 2024 pukul 20.30 WIB',
  '15 Jul 2024, 20.30',
  '2024年7月15日 20:30',
  'Senin, 15 Juli 2024, 20:30',
  'Monday, 15 July 2024, 8:30 PM',
  'July 15, 2024 8:30 pm',
  '45488,8541666667',
  '45488.8541666667',
  '1721050200',
  '1721050200000',
  "'15/07/2024 20:30",
  '\u200E15/07/2024\u00A020:30\u200F',
  '１５/０７/２０２４ 20:30',
  '15/07/2024 8.30 p.m.',
  '15 Juli 2024 jam 8.30 malam',
  '15 Juli 2024 - 20:30',
  '15/07/2024 | 20.30',
  '15th July 2024 8:30 PM',
  '15 Juli 2024 21.30 WITA',
  '2024-07-15 08:30PM',
  'Mon Jul 15 2024 20:30:00 GMT+0700 (Western Indonesia Time)',
  '15 Juli 2024 pukul 20.30 Waktu Indonesia Barat',
  '15 Juli 2024 21.30 Waktu Indonesia Tengah',
  '20240715203000',
  '15 Juli 2024 (Senin) 20.30',
])('%j is half past eight in the evening of 15 July 2024 in western Indonesia', (text) =>
  expect(read(text)).toMatch(/^2024-07-15T13:30:00/),
)

test.each([
  '2024-07-15',
  '15/07/2024',
  '15-07-24',
  '15.7.2024',
  '15 Juli 2024',
  '15 Jul. 2024',
  'Senin, 15 Juli 2024',
  '45488',
  '20240715',
  'July 15, 2024',
  '15 Juli 2024 (Senin)',
])('%j is the day 15 July 2024', (text) =>
  expect([read(text), readInstant(text, now)?.hasTime]).toEqual(['2024-07-14T17:00:00.000Z', false]),
)

test.each([
  ['8 PM', 20],
  ['8 pagi', 8],
  ['12 siang', 12],
  ['1 siang', 13],
  ['11 siang', 11],
  ['3.00 sore', 15],
  ['12 malam', 0],
  ['12.00 a.m.', 0],
  ['2 malam', 2],
  ['20.00 malam', 20],
])('%s is %s hours after midnight', (time, hours) => {
  const { at } = readInstant(`15/07/2024 ${time}`, now) ?? {}
  expect((Number(at) - Date.parse('2024-07-14T17:00:00Z')) / 3_600_000).toBe(hours)
})

test.each([
  ['45488', '2024-07-15'],
  ['45488,75', '2024-07-15'],
  ['05 Mei 2024', '2024-05-05'],
  ['05 Agustus 2024', '2024-08-05'],
  ['5 Agt 2024', '2024-08-05'],
  ['12 Okt 2024', '2024-10-12'],
  ['12 Nopember 2024', '2024-11-12'],
  ['12 Desember 2024', '2024-12-12'],
])('%s is %s', (text, day) => expect(readDay(text, now)).toBe(day))

test.each([
  '',
  'kemarin',
  '31/02/2024',
  '07/15/2024',
  '2024-13-01',
  '15/07/2024 25:00',
  '15/07/2024 besok',
  '12',
  '2024',
  '15 Foo 2024',
  '1'.repeat(200),
])('%j is no date', (text) => expect(read(text)).toBeNull())
