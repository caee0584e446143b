import { expect, test } from 'vitest'
import { formatSpan } from './span.ts'

test.each([
  [0, '0 detik'],
  [59.9, '59 detik'],
  [60, '1 menit'],
  [3599, '59 menit'],
  [3600, '1 jam'],
  [5400, '1 jam 30 menit'],
  [86_400, '24 jam'],
  [2 * 86_400 - 1, '47 jam 59 menit'],
  [2 * 86_400, '2 hari'],
  [3 * 86_400 - 1, '2 hari 23 jam'],
])('%d seconds are %s', (seconds, words) => expect(formatSpan(seconds)).toBe(words))
