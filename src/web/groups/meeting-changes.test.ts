import { expect, test } from 'vitest'
import { hasChanged } from './meeting-changes.ts'

const meeting = { startsAt: '2026-12-07T12:00:00.000Z', endsAt: '2026-12-07T13:30:00.000Z' }

test.each([
  ['upcoming', '11:44:59', false],
  ['upcoming', '11:45:00', true],
  ['open', '11:45:00', false],
  ['open', '13:29:59', false],
  ['open', '13:30:00', true],
  ['over', '13:30:00', false],
  ['cancelled', '11:50:00', false],
] as const)('a meeting that was %s is another one at %s: %s', (state, time, changed) => {
  expect(hasChanged([{ ...meeting, state }], new Date(`2026-12-07T${time}.000Z`).getTime())).toBe(changed)
})

test('one of several is enough, and none changes nothing', () => {
  const now = new Date('2026-12-07T11:50:00.000Z').getTime()
  expect(hasChanged([], now)).toBe(false)
  expect(
    hasChanged(
      [
        { ...meeting, state: 'open' },
        { ...meeting, state: 'upcoming' },
      ],
      now,
    ),
  ).toBe(true)
})
