import { expect, test } from 'vitest'
import type { LessonFigures } from '#contract/catalog/course-figures.ts'
import { findStop, percentOf } from './lesson-stops.ts'

const lesson = (contentId: string, opened: number, percent: number): LessonFigures => ({
  contentId,
  opened,
  finished: Math.round((opened * percent) / 100),
  questions: 0,
  percent,
})

test('the stop is the lesson that the smallest part completes', () => {
  expect(findStop([lesson('a', 40, 90), lesson('b', 30, 40), lesson('c', 12, 60)])).toBe('b')
})

test('of two with the same part it is the one that more students had open', () => {
  expect(findStop([lesson('a', 8, 50), lesson('b', 30, 50)])).toBe('b')
})

test('four students are no stop and no percentage', () => {
  expect(findStop([lesson('a', 4, 0)])).toBeNull()
  expect(percentOf(lesson('a', 4, 25))).toBeNull()
  expect(percentOf(lesson('a', 5, 20))).toBe(20)
})

test('where most complete every lesson, and where nobody studies, there is no stop', () => {
  expect(findStop([lesson('a', 40, 75), lesson('b', 30, 100)])).toBeNull()
  expect(findStop([])).toBeNull()
})
