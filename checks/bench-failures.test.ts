import { expect, test } from 'vitest'
import { describeFailure } from '../bench/support/describe-failure.ts'

test('a benchmark that fails names the cause and its call first, then what followed from it', () => {
  const cause = new Error('connection refused')
  const query = new Error('query failed', { cause })
  const text = describeFailure(new SuppressedError(new Error('pool does not close'), query, 'during disposal'))
  const at = ['connection refused', 'query failed', 'pool does not close'].map((each) => text.indexOf(each))
  expect(at.every((position) => position >= 0)).toBe(true)
  expect(at.toSorted((one, other) => one - other)).toEqual(at)
  expect(text).toMatch(/^Error: connection refused\n +at .*bench-failures/)
  expect(describeFailure(new AggregateError([new Error('one'), 'two']))).toMatch(/one[\s\S]*two/)
})
