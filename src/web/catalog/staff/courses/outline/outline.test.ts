import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StaffCourseDetail } from '#contract/catalog/authoring.ts'
import { drop, hover, step, type Outline } from '#web/kit/staff/outline.ts'
import { outlineOf, toGroups } from './outline.ts'

const lesson = (_id: string, chapterId: string | null) =>
  ({ _id, chapterId, title: _id }) as StaffCourseDetail['details'][number]
const chapters = ['A', 'B'].map((_id) => ({ _id, title: `Bab ${_id}`, dripDays: 0 }))
const outline = outlineOf({
  chapters,
  details: [lesson('1', null), lesson('2', 'A'), lesson('3', 'A'), lesson('4', 'B')],
})
const shown = (value: Outline) =>
  toGroups(value)
    .map(({ _id, contentIds: lessonIds }) => `${_id ?? ''}${lessonIds.join('')}`)
    .join(' ')

test.each([
  ['a lesson within its chapter', step(outline, '2', 1), '1 A32 B4'],
  ['a lesson over the end of its chapter into the next one', step(outline, '3', 1), '1 A2 B34'],
  ['a lesson over the start of its chapter to the end of the one before', step(outline, '4', -1), '1 A234 B'],
  ['a lesson before the first chapter', step(outline, '2', -1), '12 A3 B4'],
  ['a chapter with its lessons', step(outline, 'A', 1), '1 B4 A23'],
  ['nothing at the edges', step(step(outline, 'A', -1), '1', -1), '1 A23 B4'],
])('a step moves %s', (_, moved, expected) => expect(shown(moved)).toBe(expected))

test.each([
  ['a lesson to the place of another', drop(outline, '1', '3'), ' A213 B4'],
  ['a lesson to the end of a chapter', drop(outline, '1', 'A'), ' A231 B4'],
  ['a chapter to the place of another', drop(outline, 'B', 'A'), '1 B4 A23'],
  ['a chapter that is dropped on a lesson to the place of its chapter', drop(outline, 'B', '2'), '1 B4 A23'],
  ['nothing before the lessons without a chapter', drop(outline, 'B', '1'), '1 A23 B4'],
  ['nothing when a lesson is dropped on its own chapter', drop(outline, '2', 'A'), '1 A23 B4'],
])('dropping moves %s', (_, moved, expected) => expect(shown(moved)).toBe(expected))

test.each([
  ['makes room at the lesson of another chapter that it is over', hover(outline, '1', '3'), ' A213 B4'],
  ['makes room at the end of another chapter that it is over', hover(outline, '4', 'A'), '1 A234 B'],
  ['leaves the other chapters alone while it is over its own', hover(outline, '2', '3'), '1 A23 B4'],
])('a dragged lesson %s', (_, moved, expected) => expect(shown(moved)).toBe(expected))

test('a lesson lands where there was room for it', () => {
  const over = ['3', '4', 'B', 'A']
  const landed = over.flatMap((first) =>
    ['A', 'B'].map((last) => {
      const room = hover(hover(outline, '1', first), '1', last)
      return [shown(room), shown(drop(room, '1', last))]
    }),
  )
  expect(landed.filter(([room, dropped]) => room !== dropped)).toEqual([])
})

test('however parts move, every chapter and lesson stays exactly once, and those without a chapter stay first', () => {
  const part = fc.constantFrom('1', '2', '3', '4', 'A', 'B')
  const move = fc.oneof(
    fc.tuple(part, fc.constantFrom<-1 | 1>(-1, 1)).map(
      ([moved, by]) =>
        (before: Outline) =>
          step(before, moved, by),
    ),
    fc.tuple(part, part).map(
      ([dragged, over]) =>
        (before: Outline) =>
          drop(before, dragged, over),
    ),
  )
  fc.assert(
    fc.property(fc.array(move, { maxLength: 30 }), (moves) => {
      const groups = toGroups(moves.reduce((before, work) => work(before), outline))
      expect(groups.map(({ _id }) => _id).toSorted()).toEqual(['A', 'B', null])
      expect(groups[0]?._id).toBeNull()
      expect(groups.flatMap(({ contentIds: lessonIds }) => lessonIds).toSorted()).toEqual(['1', '2', '3', '4'])
    }),
  )
})
