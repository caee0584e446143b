import { expect, test } from 'vitest'
import { isUuid } from '#contract/kit/uuid.ts'
import { newId } from './new-id.ts'

test('ids are in the order in which they were made, also those of one millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids.filter((id, index) => id <= (ids[index - 1] ?? ''))).toEqual([])
  expect(ids.every(isUuid)).toBe(true)
})
