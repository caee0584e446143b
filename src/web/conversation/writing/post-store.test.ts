import { expect, test } from 'vitest'
import { isUuid } from '#contract/kit/uuid.ts'
import { newKey } from './post-store.ts'

test('keys are UUIDs and never the same', () => {
  const keys = Array.from({ length: 200 }, newKey)
  expect(keys.every(isUuid)).toBe(true)
  expect(new Set(keys).size).toBe(keys.length)
})
