import { ORPCError } from '@orpc/client'
import { expect, test } from 'vitest'
import { approveEach, describeApprovals, onPage, toggled } from './selection.ts'

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

test('one transfer that fails holds no other up, and is what is left to approve', async () => {
  const tried: string[] = []
  const failed = await approveEach(['a', 'b', 'c'], async (id) => {
    tried.push(id)
    if (id === 'b') throw new TypeError('offline')
  })
  expect([tried, failed]).toEqual([['a', 'b', 'c'], ['b']])
})

test('whoever does not sign in again is asked once for all transfers', async () => {
  const tried: string[] = []
  const failed = await approveEach(['a', 'b', 'c'], async (id) => {
    tried.push(id)
    if (id !== 'a') throw new ORPCError('UNAUTHORIZED', { defined: true, status: 401 })
  })
  expect([tried, failed]).toEqual([
    ['a', 'b'],
    ['b', 'c'],
  ])
})
