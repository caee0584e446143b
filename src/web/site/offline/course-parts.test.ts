import { expect, test } from 'vitest'
import { chooseFiles, filesLimitBytes } from './course-parts.ts'

const lesson = (_id: string, ...sizes: number[]) => ({
  _id,
  files: sizes.map((bytes, index) => ({ _id: `${_id}${index}`, name: 'lembar.pdf', bytes })),
})

test('files are saved in the order of the course up to the limit; one that is too large makes room for smaller ones after it', () => {
  const half = filesLimitBytes / 2
  const { chosen, left } = chooseFiles('k', [
    lesson('a', half),
    { _id: 'b' },
    lesson('c', half + 1, 10),
    lesson('d', half - 10, 1),
  ])
  expect(chosen.map(({ path }) => path)).toEqual(
    ['a/files/a0', 'c/files/c1', 'd/files/d0'].map((path) => `/api/courses/k/content/${path}`),
  )
  expect(left.map(({ bytes }) => bytes)).toEqual([half + 1, 1])
})
