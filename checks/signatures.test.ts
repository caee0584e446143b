import { expect, test } from 'vitest'
import { unusualSignatures } from './signatures.ts'

test('a use case is (deps, actor, input), a part of a transaction (tx, deps, input): no function of the domains has another signature', () => {
  expect(unusualSignatures()).toEqual([])
})
