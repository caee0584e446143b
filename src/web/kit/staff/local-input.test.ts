import { afterEach, expect, test, vi } from 'vitest'
import { formatDateTime, jakartaDay } from '#contract/kit/days.ts'
import { fromLocalInput, toLocalInput } from './local-input.ts'

afterEach(() => vi.unstubAllEnvs())

const midnightInJakarta = '2026-11-30T17:00:00.000Z'

test.each(['Asia/Jakarta', 'Asia/Makassar', 'Asia/Jayapura', 'UTC'])(
  'a time that is typed on a device in %s is western Indonesian time, and is shown as it was typed',
  (zone) => {
    vi.stubEnv('TZ', zone)
    for (const [typed, iso] of [
      ['2026-12-01T00:00', midnightInJakarta],
      ['2026-11-30T23:59', '2026-11-30T16:59:00.000Z'],
      ['2026-12-01T00:00:30', '2026-11-30T17:00:30.000Z'],
    ] as const) {
      const instant = new Date(fromLocalInput(typed))
      expect(instant.toISOString()).toBe(iso)
      expect(toLocalInput(instant.toISOString())).toBe(typed.slice(0, 16))
    }
    expect(formatDateTime(midnightInJakarta)).toBe('1 Desember 2026 pukul 00.00 WIB')
    // Already the next day in central and eastern Indonesia.
    expect(jakartaDay(new Date('2026-11-30T16:59:59.999Z'))).toBe('2026-11-30')
    expect([fromLocalInput(''), toLocalInput('kemarin')]).toEqual(['', ''])
  },
)
