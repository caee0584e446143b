import { expect, test } from 'vitest'
import { bannerPhase } from './banner.ts'

const period = { enabled: true, startsAt: '2026-11-20T17:00:00.000Z', endsAt: '2026-11-25T17:00:00.000Z' }

test.each([
  ['2026-11-20T16:59:59.999Z', 'upcoming'],
  ['2026-11-20T17:00:00.000Z', 'running'],
  ['2026-11-25T16:59:59.999Z', 'running'],
  ['2026-11-25T17:00:00.000Z', 'over'],
])('at %s a campaign from 20 to 25 November is %s', (now, phase) =>
  expect(bannerPhase(period, new Date(now))).toBe(phase),
)

test('a disabled campaign is off at any time', () =>
  expect(bannerPhase({ ...period, enabled: false }, new Date(period.startsAt))).toBe('off'))
