import { expect, test } from 'vitest'
import { cohortDates, daysUntil, seatsText } from './cohort-text.ts'

test('a cohort says when it starts and ends', () => {
  expect(cohortDates({ startsOn: '2026-12-07', endsOn: null })).toBe('Mulai 7 Desember 2026')
  expect(cohortDates({ startsOn: '2026-12-07', endsOn: '2027-02-01' })).toBe(
    'Mulai 7 Desember 2026, selesai 1 Februari 2027',
  )
})

test('it says how many seats are left and until when one can join', () => {
  expect(seatsText({ state: 'open', seatsLeft: 2, joinUntil: '2026-12-07' })).toBe(
    'Sisa 2 kursi. Daftar sampai 7 Desember 2026 (WIB)',
  )
  expect(seatsText({ state: 'open', seatsLeft: null, joinUntil: '2026-12-07' })).toBe(
    'Daftar sampai 7 Desember 2026 (WIB)',
  )
  expect(seatsText({ state: 'open', seatsLeft: 0, joinUntil: '2026-12-07', isHeld: true })).toBe(
    'Satu kursi disimpan untuk pesananmu. Selesaikan pembayarannya.',
  )
  expect(seatsText({ state: 'full', seatsLeft: 0, joinUntil: '2026-12-07' })).toBe('Kursi habis')
})

test('the countdown counts days in western Indonesia, and ends with the start', () => {
  expect(daysUntil('2026-12-07', new Date('2026-12-04T05:00:00Z'))).toBe('3 hari lagi')
  expect(daysUntil('2026-12-07', new Date('2026-12-06T16:59:59Z'))).toBe('besok')
  expect(daysUntil('2026-12-07', new Date('2026-12-06T17:00:00Z'))).toBeNull()
})
