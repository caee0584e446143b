import { expect, test } from 'vitest'
import { inWords } from './wait.ts'

test.each([
  [1, 'sebentar lagi'],
  [59, 'sebentar lagi'],
  [60, 'sekitar 1 menit lagi'],
  [61, 'sekitar 2 menit lagi'],
  [3540, 'sekitar 59 menit lagi'],
  [3541, 'sekitar 1 jam lagi'],
  [3601, 'sekitar 2 jam lagi'],
  [28_800, 'sekitar 8 jam lagi'],
])('a wait of %d seconds is “%s”', (seconds, words) => expect(inWords(seconds)).toBe(words))
