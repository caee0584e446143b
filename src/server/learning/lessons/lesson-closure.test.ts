import { expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { GroupStart } from '#server/groups/index.ts'
import { lessonClosure, type StudyRight } from './lesson-closure.ts'

const now = new Date('2026-03-10T05:00:00Z')
const granted = new Date('2026-03-01T05:00:00Z')
const cohort = (start: Partial<GroupStart> = {}): GroupStart => ({
  kind: 'cohort',
  startsOn: '2026-03-09',
  openedDays: null,
  isCancelled: false,
  ...start,
})
const right = (some: Partial<StudyRight> = {}): StudyRight => ({
  grantedAt: granted,
  endsAt: null,
  openedDays: null,
  group: null,
  ...some,
})
type Course = { pace: 'free' | 'sequence' | 'drip'; cohortsSince: Date | null }
const ofCohorts: Course = { pace: 'free', cohortsSince: new Date('2026-02-01T00:00:00Z') }

const close = (
  of: StudyRight,
  {
    course = ofCohorts,
    dripDays = null,
    isPreview = false,
    done = false,
    previous = null,
    at = now,
  }: {
    course?: Course
    dripDays?: number | null
    isPreview?: boolean
    done?: boolean
    previous?: string | null
    at?: Date
  } = {},
) =>
  lessonClosure({ id: 'a', isPreview, dripDays }, previous, {
    course,
    right: of,
    now: at,
    isCompleted: (id) => done && id === 'a',
  })

test('lessons of a cohort open at midnight in western Indonesia of its first day, and not a millisecond earlier', () => {
  const start = right({ group: cohort({ startsOn: '2026-03-11' }) })
  const opensAt = '2026-03-10T17:00:00.000Z'
  expect(close(start)).toEqual({ opensAt })
  expect(close(start, { at: new Date(new Date(opensAt).getTime() - 1) })).toEqual({ opensAt })
  expect(close(start, { at: new Date(opensAt) })).toBeNull()
})

test('drip counts from the start of the cohort, for late joiners too', () => {
  const drip = { ...ofCohorts, pace: 'drip' as const }
  const late = right({ grantedAt: now, group: cohort() })
  expect(close(late, { course: drip, dripDays: 1 })).toBeNull()
  expect(close(late, { course: drip, dripDays: 7 })).toEqual({ opensAt: '2026-03-15T17:00:00.000Z' })
})

test('a later start closes nothing that was open, for the cohort and for who moved to another one', () => {
  const drip = { ...ofCohorts, pace: 'drip' as const }
  const later = { startsOn: '2026-04-01' }
  expect(close(right({ group: cohort({ ...later, openedDays: 0 }) }))).toBeNull()
  expect(close(right({ group: cohort(later), openedDays: 0 }))).toBeNull()
  expect(close(right({ group: cohort({ ...later, openedDays: 2 }) }), { course: drip, dripDays: 3 })).toEqual({
    opensAt: '2026-04-03T17:00:00.000Z',
  })
})

test('without a cohort the lessons wait for the choice, except of who enrolled before the course had cohorts', () => {
  expect(close(right())).toEqual({ opensWith: 'cohort' })
  expect(close(right({ group: cohort({ isCancelled: true }) }))).toEqual({ opensWith: 'cohort' })
  expect(close(right({ group: cohort({ isCancelled: true, openedDays: 0 }) }))).toBeNull()
  expect(close(right({ grantedAt: new Date(granted.getTime() - 60 * dayMs) }))).toBeNull()
  expect(close(right(), { course: { pace: 'free', cohortsSince: null } })).toBeNull()
  expect([close(right(), { isPreview: true }), close(right(), { done: true })]).toEqual([null, null])
})

test('a course that gave up its cohorts keeps nobody of a cancelled one waiting: the days count from the enrolment', () => {
  const open = { pace: 'free' as const, cohortsSince: null }
  const cancelled = right({ group: cohort({ isCancelled: true, startsOn: '2026-04-01' }) })
  expect(close(cancelled, { course: open })).toBeNull()
  const drip = { ...open, pace: 'drip' as const }
  expect(close(cancelled, { course: drip, dripDays: 7 })).toBeNull()
  expect(close(cancelled, { course: drip, dripDays: 14 })).toEqual({ opensAt: '2026-03-14T17:00:00.000Z' })
  expect(close(right({ group: cohort({ startsOn: '2026-04-01' }) }), { course: open })).toEqual({
    opensAt: '2026-03-31T17:00:00.000Z',
  })
})

test('a right to study that has ended opens nothing but previews', () => {
  const ended = right({ endsAt: now, group: cohort() })
  expect(close(ended, { done: true })).toEqual({ endedAt: now.toISOString() })
  expect(close(ended, { isPreview: true })).toBeNull()
  expect(close(right({ endsAt: new Date(now.getTime() + 1), group: cohort() }))).toBeNull()
})

test('after the start lessons of a sequence wait for the one before', () => {
  const sequence = { ...ofCohorts, pace: 'sequence' as const }
  expect(close(right({ group: cohort() }), { course: sequence, previous: 'b' })).toEqual({ opensAfter: 'b' })
})
