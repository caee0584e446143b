import { expect, test } from 'vitest'
import { formatBytes } from './bytes.ts'

test.each([
  [0, '1 KB'],
  [84_300, '84 KB'],
  [1_000_000, '1 MB'],
  [12_340_000, '12,3 MB'],
  [5_400_000_000, '5,4 GB'],
  [1_000_000_000_000, '1 TB'],
  [2_000_000_000_000_000, '2000 TB'],
])('%d bytes are shown as %s', (bytes, text) => expect(formatBytes(bytes)).toBe(text))

test('commands show a decimal point', () => expect(formatBytes(12_340_000, '.')).toBe('12.3 MB'))
