import { expect, inject, test } from 'vitest'
import { runChaos } from './run-chaos.ts'

// The short version of `npm run bench:chaos`.

test('40 purchases while processes are killed and reports get lost: every promise holds', { timeout: 120_000 }, async () => {
  const figures = await runChaos({
    templateUrl: inject('postgresTemplateUrl'),
    purchases: 40,
    seed: 11,
    buyersAtOnce: 6,
    killEveryMs: 1_500,
    laterMs: [53 * 3_600_000],
  })
  expect(figures.broken).toEqual([])
  expect(figures).toMatchObject({ purchases: 40 })
  expect(figures.paid).toBeGreaterThan(20)
  expect(figures.kills).toBeGreaterThan(0)
})
