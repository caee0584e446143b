import { expect, inject, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { openVersionBefore } from '#testing/processes/version-before.ts'
import { runChaos } from './run-chaos.ts'

// The short version of `npm run bench -- versions`.

test(
  'every invariant holds while the version before runs beside this one, follows it and is followed by it',
  { timeout: 480_000 },
  async () => {
    const before = await openVersionBefore()
    try {
      const figures = await runChaos({
        templateUrl: inject('postgresTemplateUrl'),
        purchases: 40,
        seed: 5,
        buyersAtOnce: 4,
        killEvery: 10,
        laterMs: [53 * hourMs],
        versions: [undefined, before.root],
      })
      expect(figures.violated).toEqual([])
      expect(figures.refunded).toBeGreaterThan(0)
      expect(figures.kills).toBe(4)
    } finally {
      await before.close()
    }
  },
)
