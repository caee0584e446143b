import { expect, test } from 'vitest'
import { timeLeft } from './time-left.ts'

test.each([
  ['2026-11-23T03:00:00Z', 'Sisa 24 jam'],
  ['2026-11-22T04:00:59Z', 'Sisa 1 jam'],
  ['2026-11-22T05:30:00Z', 'Sisa 2 jam 30 menit'],
  ['2026-11-22T03:00:59Z', 'Sisa kurang dari 1 menit'],
  ['2026-11-22T02:59:59Z', 'Waktunya sudah habis.'],
])('until %s: %s', (until, text) => {
  expect(timeLeft(until, Date.parse('2026-11-22T03:00:00Z'))).toBe(text)
})
