import { expect, test } from 'vitest'
import { createWritePace, writeLimits } from './write-pace.ts'

test('an account that writes in a loop waits, others go on, and it goes on itself after a while', () => {
  let now = 0
  const pace = createWritePace(writeLimits, () => now)
  for (let call = 0; call < 300; call++) expect(pace.take('a')).toBe(null)
  expect(pace.take('a')).toBe(1)
  expect(pace.take('b')).toBe(null)
  now += 2_000
  expect(pace.take('a')).toBe(null)
})

test('what is sent counts as well: some large texts at once, then one each few seconds', () => {
  let now = 0
  const pace = createWritePace(writeLimits, () => now)
  let sent = 0
  while (pace.take('a') === null) {
    pace.charge('a', 650_000)
    sent++
  }
  expect(sent).toBe(13)
  const wait = pace.take('a') ?? 0
  now += wait * 1000 + 1
  expect(pace.take('a')).toBe(null)
})
