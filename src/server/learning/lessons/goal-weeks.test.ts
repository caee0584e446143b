import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { goalWeeks, maximumFreezes, type GoalChange } from './goal-weeks.ts'
import { dayFromIso, dayOf, isoDay, mondayOf } from './jakarta-days.ts'

const firstMonday = dayFromIso('2026-11-02')

/** The activity of weeks from the first Monday on, as days a week; the last one is this week, on its Sunday. */
function afterWeeks(goal: number, ...daysOfWeeks: number[]) {
  const active = new Set(
    daysOfWeeks.flatMap((count, week) => Array.from({ length: count }, (_, day) => firstMonday + week * 7 + day)),
  )
  return goalWeeks([{ monday: firstMonday, days: goal }], active, firstMonday + daysOfWeeks.length * 7 - 1)
}

describe('a streak of weeks', () => {
  test('grows with every kept week, and this week cannot end it before it is over', () => {
    expect(afterWeeks(3, 3, 5, 3)).toMatchObject({ isKept: true, streakWeeks: 3, lastWeek: 'kept' })
    expect(afterWeeks(3, 3, 5, 0)).toMatchObject({ isKept: false, streakWeeks: 2, lastWeek: 'kept' })
  })

  test('survives a missed week with a freeze, which two kept weeks earn, and ends without one', () => {
    expect(afterWeeks(2, 2, 2, 0)).toMatchObject({ streakWeeks: 2, freezes: 1 })
    expect(afterWeeks(2, 2, 2, 0, 0)).toMatchObject({ streakWeeks: 2, freezes: 0, lastWeek: 'frozen' })
    expect(afterWeeks(2, 2, 2, 0, 0, 0)).toMatchObject({ streakWeeks: 0, freezes: 0, lastWeek: 'missed' })
    expect(afterWeeks(2, 2, 0, 0)).toMatchObject({ streakWeeks: 0, lastWeek: 'missed' })
  })

  test('saves up two freezes at most', () => {
    expect(afterWeeks(1, ...Array.from({ length: 20 }, () => 1))).toMatchObject({
      streakWeeks: 20,
      freezes: maximumFreezes,
    })
    expect(afterWeeks(1, ...Array.from({ length: 20 }, () => 1), 0, 0, 0, 0)).toMatchObject({ streakWeeks: 0 })
  })

  test('measures each week by the goal of that week, and does not miss the week of a change', () => {
    const active = new Set([0, 1, 7, 8, 14].map((day) => firstMonday + day))
    const raised = [
      { monday: firstMonday, days: 2 },
      { monday: firstMonday + 14, days: 5 },
    ]
    expect(goalWeeks(raised, active, firstMonday + 20)).toMatchObject({ days: 5, streakWeeks: 2, isKept: false })
    expect(goalWeeks(raised, active, firstMonday + 21)).toMatchObject({
      days: 5,
      streakWeeks: 2,
      freezes: 1,
      lastWeek: null,
    })
  })

  test('pauses while there is no goal', () => {
    const paused = [
      { monday: firstMonday, days: 1 },
      { monday: firstMonday + 7, days: null },
      { monday: firstMonday + 70, days: 1 },
    ]
    expect(goalWeeks(paused, new Set([firstMonday, firstMonday + 70]), firstMonday + 70)).toMatchObject({
      isKept: true,
      streakWeeks: 2,
    })
    expect(goalWeeks([], new Set(), firstMonday)).toEqual({
      days: null,
      isKept: false,
      streakWeeks: 0,
      freezes: 0,
      lastWeek: null,
    })
  })
})

const weeks = fc.array(
  fc.record({ goal: fc.option(fc.integer({ min: 1, max: 7 })), active: fc.array(fc.nat(6), { maxLength: 7 }) }),
  {
    minLength: 1,
    maxLength: 30,
  },
)
type Week = { goal: number | null; active: number[] }

function run(generated: readonly Week[], start: number) {
  const changes: GoalChange[] = []
  for (const [week, { goal }] of generated.entries())
    if (goal !== (changes.at(-1)?.days ?? null)) changes.push({ monday: start + week * 7, days: goal })
  const active = new Set(generated.flatMap((week, index) => week.active.map((day) => start + index * 7 + day)))
  return (today: number) => goalWeeks(changes, active, today)
}

describe('for any weeks', () => {
  test('the same week anywhere in the calendar, year ends included, gives the same result', () => {
    const mondays = fc.integer({ min: 0, max: 6000 }).map((week) => mondayOf(7) + week * 7)
    fc.assert(
      fc.property(weeks, mondays, fc.nat(6), (generated, monday, weekday) => {
        const today = (generated.length - 1) * 7 + weekday
        expect(run(generated, monday)(monday + today)).toEqual(run(generated, firstMonday)(firstMonday + today))
      }),
    )
  })

  test('one more active day never leads to a shorter streak or fewer freezes', () => {
    fc.assert(
      fc.property(weeks, fc.nat(), fc.nat(6), (generated, chosen, day) => {
        const index = chosen % generated.length
        const more = generated.map((week, at) => (at === index ? { ...week, active: [...week.active, day] } : week))
        const today = firstMonday + generated.length * 7 - 1
        const [before, after] = [run(generated, firstMonday)(today), run(more, firstMonday)(today)]
        expect(after.streakWeeks).toBeGreaterThanOrEqual(before.streakWeeks)
        expect(after.freezes).toBeGreaterThanOrEqual(before.freezes)
      }),
    )
  })

  test('from a day to the next within a week the streak never shrinks, and there are never more than two freezes', () => {
    fc.assert(
      fc.property(weeks, fc.nat(5), (generated, weekday) => {
        const show = run(generated, firstMonday)
        const today = firstMonday + (generated.length - 1) * 7 + weekday
        expect(show(today + 1).streakWeeks).toBeGreaterThanOrEqual(show(today).streakWeeks)
        expect(show(today).freezes).toBeLessThanOrEqual(maximumFreezes)
        expect(show(today).streakWeeks).toBeLessThanOrEqual(generated.length)
      }),
    )
  })
})

test('days and weeks are those of Jakarta, in every week of every year', () => {
  expect(isoDay(dayOf(new Date('2026-12-31T16:59:59Z')))).toBe('2026-12-31')
  expect(isoDay(dayOf(new Date('2026-12-31T17:00:00Z')))).toBe('2027-01-01')
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 40_000 }), (day) => {
      const monday = mondayOf(day)
      expect(new Date(`${isoDay(monday)}T12:00:00Z`).getUTCDay()).toBe(1)
      expect(day - monday).toBeLessThan(7)
      expect(dayFromIso(isoDay(day))).toBe(day)
    }),
  )
})
