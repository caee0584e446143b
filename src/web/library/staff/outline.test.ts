import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drop, step, type Outline } from '#web/kit/staff/outline.ts'
import { orderOf, outlineOf } from './outline.ts'

const section = (id: string) => ({
  _id: id,
  heading: id,
  imageUrl: null,
  sectionImages: [],
  readingMinutes: 1,
  version: 1,
})
/** `['a(x y) b', 'c']` → two modules with topics a, b and c; a holds the sections x and y. */
const outline = (...modules: string[]): Outline =>
  outlineOf(
    modules.map((text, index) => ({
      _id: `M${index + 1}`,
      title: `M${index + 1}`,
      topics: [...text.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].map(([, id = '', sections = '']) => ({
        _id: id,
        title: id,
        sections: sections.split(' ').filter(Boolean).map(section),
      })),
    })),
  )
const shown = (value: Outline) =>
  orderOf(value).map(
    ({ id, topics }) => `${id}: ${topics.map((topic) => `${topic.id}(${topic.sections.join(' ')})`).join(' ')}`,
  )

const book = outline('a(x y) b(z)', 'c(w)')

test('a section dropped on another takes its place, also in another topic', () => {
  expect(shown(drop(book, 'x', 'y'))).toEqual(['M1: a(y x) b(z)', 'M2: c(w)'])
  expect(shown(drop(book, 'x', 'w'))).toEqual(['M1: a(y) b(z)', 'M2: c(x w)'])
})

test('a part dropped on a parent becomes its last child', () => {
  expect(shown(drop(book, 'x', 'b'))).toEqual(['M1: a(y) b(z x)', 'M2: c(w)'])
  expect(shown(drop(book, 'a', 'M2'))).toEqual(['M1: b(z)', 'M2: c(w) a(x y)'])
})

test('a module dropped inside another module takes its place', () => {
  expect(shown(drop(book, 'M1', 'w'))).toEqual(['M2: c(w)', 'M1: a(x y) b(z)'])
})

test('a step at the edge of a parent moves the part into the neighbouring parent', () => {
  expect(shown(step(book, 'y', 1))).toEqual(['M1: a(x) b(y z)', 'M2: c(w)'])
  expect(shown(step(book, 'w', -1))).toEqual(['M1: a(x y) b(z w)', 'M2: c()'])
  expect(shown(step(book, 'c', -1))).toEqual(['M1: a(x y) b(z) c(w)', 'M2: '])
})

test('the first part cannot move up, and the last cannot move down', () => {
  expect(step(book, 'M1', -1)).toBe(book)
  expect(step(book, 'a', -1)).toBe(book)
  expect(step(book, 'w', 1)).toBe(book)
})

test('no sequence of moves loses or duplicates a part', () => {
  const parts = ['M1', 'M2', 'a', 'b', 'c', 'x', 'y', 'z', 'w']
  const all = (modules: Outline) =>
    JSON.stringify(orderOf(modules))
      .match(/"(?:M\d|[a-z])"/g)
      ?.toSorted()
  const any = fc.constantFrom(...parts)
  fc.assert(
    fc.property(
      fc.array(fc.tuple(any, any, fc.constantFrom(-1 as const, 1 as const, 0 as const)), { maxLength: 12 }),
      (moves) => {
        const after = moves.reduce(
          (modules, [dragged, over, by]) => (by === 0 ? drop(modules, dragged, over) : step(modules, dragged, by)),
          book,
        )
        expect(all(after)).toEqual(all(book))
      },
    ),
  )
})
