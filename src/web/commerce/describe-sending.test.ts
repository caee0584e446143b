import { expect, test } from 'vitest'
import { describeSending } from './describe-sending.ts'

const today = '2026-12-20'
const later = { claimedAt: null, sentAt: null, sendOn: '2026-12-24' }
const atOnce = { ...later, sendOn: null }

test('a gift is called sent only once it was: before its day, one reads that it will be, also while it is unpaid', () => {
  expect(describeSending(later, 'success', today)).toBe('akan dikirim 24 Desember 2026')
  expect(describeSending(later, 'pending', today)).toBe('akan dikirim 24 Desember 2026 kalau sudah dibayar')
  expect(describeSending({ ...later, sentAt: '2026-12-24T02:00:00.000Z' }, 'success', '2026-12-25')).toBe(
    'dikirim 24 Des 2026, belum diterima',
  )
})

test('without a day, or from that day on, it is sent as soon as it is paid', () => {
  for (const gift of [atOnce, { ...later, sendOn: today }]) {
    expect(describeSending(gift, 'success', today)).toBe('segera dikirim')
    expect(describeSending(gift, 'pending', today)).toBe('dikirim setelah dibayar')
  }
})

test('a gift of an order that ended is not announced, and what happened before is still said', () => {
  expect(describeSending(later, 'other', today)).toBe('tidak dikirim')
  expect(describeSending({ ...later, claimedAt: '2026-12-24T02:00:00.000Z' }, 'other', today)).toBe(
    'diterima 24 Des 2026',
  )
})
