import fc from 'fast-check'
import { expect, test } from 'vitest'
import { drop, orderOf, step, type Modules, type Part } from './outline.ts'

const section = (id: string) => ({
  _id: id,
  heading: id,
  imageUrl: null,
  sectionImages: [],
  readingMinutes: 1,
  version: 1,
})
/** `['a(x y) b', 'c']` → two modules with topics a, b and c; a holds the sections x and y. */
const outline = (...modules: string[]): Modules =>
  modules.map((text, index) => ({
    _id: `M${index + 1}`,
    title: `M${index + 1}`,
    topics: [...text.matchAll(/(\w+)(?:\(([^)]*)\))?/g)].map(([, id = '', sections = '']) => ({
      _id: id,
      title: id,
      sections: sections.split(' ').filter(Boolean).map(section),
    })),
  }))
const shown = (modules: Modules) =>
  modules.map(
    ({ _id, topics }) =>
      `${_id}: ${topics.map((topic) => `${topic._id}(${topic.sections.map((part) => part._id).join(' ')})`).join(' ')}`,
  )

const book = outline('a(x y) b(z)', 'c(w)')
const part = (kind: Part['kind'], id: string): Part => ({ kind, id })

test('a section dropped on another takes its place, also in another topic', () => {
  expect(shown(drop(book, part('section', 'x'), part('section', 'y')))).toEqual(['M1: a(y x) b(z)', 'M2: c(w)'])
  expect(shown(drop(book, part('section', 'x'), part('section', 'w')))).toEqual(['M1: a(y) b(z)', 'M2: c(x w)'])
})

test('a part dropped on a parent becomes its last child', () => {
  expect(shown(drop(book, part('section', 'x'), part('topic', 'b')))).toEqual(['M1: a(y) b(z x)', 'M2: c(w)'])
  expect(shown(drop(book, part('topic', 'a'), part('module', 'M2')))).toEqual(['M1: b(z)', 'M2: c(w) a(x y)'])
})

test('a module dropped inside another module takes its place', () => {
  expect(shown(drop(book, part('module', 'M1'), part('section', 'w')))).toEqual(['M2: c(w)', 'M1: a(x y) b(z)'])
})

test('a step at the edge of a parent moves the part into the neighbouring parent', () => {
  expect(shown(step(book, part('section', 'y'), 1))).toEqual(['M1: a(x) b(y z)', 'M2: c(w)'])
  expect(shown(step(book, part('section', 'w'), -1))).toEqual(['M1: a(x y) b(z w)', 'M2: c()'])
  expect(shown(step(book, part('topic', 'c'), -1))).toEqual(['M1: a(x y) b(z) c(w)', 'M2: '])
})

test('the first part cannot move up, and the last cannot move down', () => {
  expect(step(book, part('module', 'M1'), -1)).toBe(book)
  expect(step(book, part('topic', 'a'), -1)).toBe(book)
  expect(step(book, part('section', 'w'), 1)).toBe(book)
})

test('no sequence of moves loses or duplicates a part', () => {
  const parts: Part[] = [
    ...['M1', 'M2'].map((id) => part('module', id)),
    ...['a', 'b', 'c'].map((id) => part('topic', id)),
    ...['x', 'y', 'z', 'w'].map((id) => part('section', id)),
  ]
  const all = (modules: Modules) =>
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
