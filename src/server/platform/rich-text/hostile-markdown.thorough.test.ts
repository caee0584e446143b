import { cpuMsUntil, leastMsOf } from '#testing/scale/cpu-time.ts'
import { expect, test } from 'vitest'
import { readMarkdownInWorker } from './index.ts'

// Nested emphasis, quotes, lists, links, tags: texts that parsers read again and again.
const units = ['a*', '[', '> ', '1. ', '![']

test.each(units)(
  '60 KB of %j are read or refused, and this process is free for others meanwhile',
  { timeout: 60_000 },
  async (unit) => {
    const read = () =>
      readMarkdownInWorker('someone', unit.repeat(60_000 / unit.length)).catch((error: unknown) =>
        expect(error).toMatchObject({ name: 'TextTooCostly' }),
      )
    expect(await leastMsOf(() => cpuMsUntil(read), 1_000)).toBeLessThan(1_000)
  },
)
