import { expect, test } from 'vitest'
import { followSelection, nothingChosen, type Selection, type SelectionEvent } from './selection.ts'

type Row = { _id: string; title?: string }
const git: Row = { _id: 'git' }
const react: Row = { _id: 'react' }
const sql: Row = { _id: 'sql' }
const start = nothingChosen<Row>('?page=1')
const after = (...events: SelectionEvent<Row>[]): Selection<Row> => events.reduce(followSelection<Row>, start)
const choose = (...rows: Row[]): SelectionEvent<Row> => ({ type: 'chosen', rows, isChosen: true })
const leave = (...rows: Row[]): SelectionEvent<Row> => ({ type: 'chosen', rows, isChosen: false })
const idsOf = ({ chosen }: Selection<Row>) => [...chosen.keys()]

test('a row is chosen and left, and others stay as they are', () => {
  expect(idsOf(after(choose(git), choose(sql), leave(git)))).toEqual(['sql'])
  expect(idsOf(after(leave(git)))).toEqual([])
})

test('all rows of a page are chosen once, also those that were, and are left together', () => {
  expect(idsOf(after(choose(react), choose(git, react, sql)))).toEqual(['react', 'git', 'sql'])
  expect(idsOf(after(choose(git, react, sql), leave(git, react)))).toEqual(['sql'])
})

test('a list that changes begins without a choice, and the same list keeps it', () => {
  const chosen = after(choose(git, react))
  expect(followSelection(chosen, { type: 'listed', list: '?page=1' })).toBe(chosen)
  expect(followSelection(chosen, { type: 'listed', list: '?page=2' })).toEqual(nothingChosen('?page=2'))
})

test('all that match end with the next choice, which keeps the rows that were chosen before', () => {
  const all = after(choose(git), { type: 'all-matching', filters: 'done' })
  expect([idsOf(all), all.matching]).toEqual([['git'], 'done'])
  const one = followSelection(all, choose(sql))
  expect([idsOf(one), one.matching]).toEqual([['git', 'sql'], null])
})

test('nothing is chosen once the choice is taken back', () =>
  expect(after(choose(git), { type: 'all-matching', filters: 'done' }, { type: 'cleared' })).toEqual(start))

test('a row that is chosen again is the newer one', () =>
  expect([...after(choose(git), choose({ ...git, title: 'Baru' })).chosen.values()]).toEqual([
    { _id: 'git', title: 'Baru' },
  ]))
