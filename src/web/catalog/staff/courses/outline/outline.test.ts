import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StaffLesson } from '#contract/catalog/authoring.ts'
import { drop, hover, outlineOf, step, toGroups, type Outline, type Part } from './outline.ts'

const lesson = (_id: string, chapterId: string | null) => ({ _id, chapterId, title: _id }) as StaffLesson
const chapters = ['A', 'B'].map((_id) => ({ _id, title: `Bab ${_id}`, dripDays: 0 }))
const outline = outlineOf({
  chapters,
  details: [lesson('1', null), lesson('2', 'A'), lesson('3', 'A'), lesson('4', 'B')],
})
const shown = (value: Outline) =>
  toGroups(value)
    .map(({ _id, contentIds: lessonIds }) => `${_id ?? ''}${lessonIds.join('')}`)
    .join(' ')
const place = (id: string): Part => ({ kind: 'lesson', id })
const chapter = (id: string): Part => ({ kind: 'chapter', id })

test.each([
  ['a lesson within its chapter', step(outline, place('2'), 1), '1 A32 B4'],
  ['a lesson over the end of its chapter into the next one', step(outline, place('3'), 1), '1 A2 B34'],
  ['a lesson over the start of its chapter to the end of the one before', step(outline, place('4'), -1), '1 A234 B'],
  ['a lesson before the first chapter', step(outline, place('2'), -1), '12 A3 B4'],
  ['a chapter with its lessons', step(outline, chapter('A'), 1), '1 B4 A23'],
  ['nothing at the edges', step(step(outline, chapter('A'), -1), place('1'), -1), '1 A23 B4'],
])('a step moves %s', (_, moved, expected) => expect(shown(moved)).toBe(expected))

test.each([
  ['a lesson to the place of another', drop(outline, place('1'), place('3')), ' A213 B4'],
  ['a lesson to the end of a chapter', drop(outline, place('1'), chapter('A')), ' A231 B4'],
  ['a chapter to the place of another', drop(outline, chapter('B'), chapter('A')), '1 B4 A23'],
  ['nothing when a chapter is dropped on a lesson', drop(outline, chapter('B'), place('2')), '1 A23 B4'],
  ['nothing when a lesson is dropped on its own chapter', drop(outline, place('2'), chapter('A')), '1 A23 B4'],
])('dropping moves %s', (_, moved, expected) => expect(shown(moved)).toBe(expected))

test.each([
  ['makes room at the lesson of another chapter that it is over', hover(outline, place('1'), place('3')), ' A213 B4'],
  ['makes room at the end of another chapter that it is over', hover(outline, place('4'), chapter('A')), '1 A234 B'],
  ['leaves the other chapters alone while it is over its own', hover(outline, place('2'), place('3')), '1 A23 B4'],
])('a dragged lesson %s', (_, moved, expected) => expect(shown(moved)).toBe(expected))

test('a lesson lands where there was room for it', () => {
  const over = [place('3'), place('4'), chapter('B'), chapter('A')]
  const landed = over.flatMap((first) =>
    [chapter('A'), chapter('B')].map((last) => {
      const room = hover(hover(outline, place('1'), first), place('1'), last)
      return [shown(room), shown(drop(room, place('1'), last))]
    }),
  )
  expect(landed.filter(([room, dropped]) => room !== dropped)).toEqual([])
})

test('however parts move, every chapter and lesson stays exactly once, and those without a chapter stay first', () => {
  const part = fc.constantFrom(...['1', '2', '3', '4'].map(place), ...['A', 'B'].map(chapter))
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
