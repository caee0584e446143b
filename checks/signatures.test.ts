import { expect, test } from 'vitest'
import { unusualSignatures } from './signatures.ts'

/** Functions of before the rule, by their kind. A number only falls. */
const known = { order: 0, 'optional tx': 20, 'more than three': 112 }

test('a use case is (deps, actor, input), a part of a transaction (tx, deps, input): no new function has another signature', () => {
  const found = Map.groupBy(unusualSignatures(), (line) => line.split(': ').at(-1) ?? '')
  for (const [kind, times] of Object.entries(known))
    expect(found.get(kind)?.length ?? 0, (found.get(kind) ?? []).join('\n')).toBeLessThanOrEqual(times)
})
