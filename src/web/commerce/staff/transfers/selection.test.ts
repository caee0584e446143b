import { expect, test } from 'vitest'
import { describeApprovals, onPage, toggled } from './selection.ts'

test('a second press takes a row out again, and rows of other pages do not count', () => {
  const selected = toggled(toggled(toggled(new Set(), 'a'), 'b'), 'a')
  expect([...selected]).toEqual(['b'])
  expect(onPage(selected, ['a', 'c'])).toEqual([])
  expect(onPage(selected, ['b', 'c'])).toEqual(['b'])
})

test('says how many were approved, and why others were not', () => {
  expect(describeApprovals(3, 0)).toBe('3 transfer disetujui.')
  expect(describeApprovals(2, 1)).toMatch(/^2 transfer disetujui, 1 tidak/)
})
