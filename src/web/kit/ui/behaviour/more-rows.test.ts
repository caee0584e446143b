import { expect, test } from 'vitest'
import { joinPages, readPages } from './more-rows.ts'

const keyOf = (row: string) => row
const all = ['a', 'b', 'c', 'd', 'e']
const read = async (after: string) => all.filter((row) => row > after).slice(0, 2)

test('a further page is read, and the end is known by a page that is not full', async () => {
  expect(await readPages(read, keyOf, { after: 'b', atLeast: 1, perPage: 2 })).toEqual({
    rows: ['c', 'd'],
    isEnd: false,
  })
  expect(await readPages(read, keyOf, { after: 'd', atLeast: 1, perPage: 2 })).toEqual({ rows: ['e'], isEnd: true })
  expect(await readPages(read, keyOf, { after: 'e', atLeast: 1, perPage: 2 })).toEqual({ rows: [], isEnd: true })
})

test('as many rows as were shown are read again, page by page', async () => {
  expect(await readPages(read, keyOf, { after: '', atLeast: 3, perPage: 2 })).toEqual({
    rows: ['a', 'b', 'c', 'd'],
    isEnd: false,
  })
})

test('a row that moved into the first page is shown once', () => {
  expect(joinPages(['a', 'b', 'c'], ['c', 'd'], keyOf)).toEqual(['a', 'b', 'c', 'd'])
})
