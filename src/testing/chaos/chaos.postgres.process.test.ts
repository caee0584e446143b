import { expect, inject, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { runChaos } from './run-chaos.ts'

// The short version of `npm run bench -- chaos`.

test(
  'every invariant holds for 24 purchases while processes are killed and notifications get lost',
  { timeout: 240_000 },
  async () => {
    const figures = await runChaos({
      templateUrl: inject('postgresTemplateUrl'),
      purchases: 24,
      seed: 11,
      buyersAtOnce: 6,
      killEvery: 8,
      laterMs: [53 * hourMs],
    })
    expect(figures.violated).toEqual([])
    expect(figures).toMatchObject({ purchases: 24 })
    expect(figures.paid).toBeGreaterThan(12)
    expect(figures.kills).toBe(3)
  },
)
