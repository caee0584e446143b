import * as z from 'zod/mini'
import { isContractProcedure, type AnyContractRouter } from '@orpc/contract'
import { expect, test } from 'vitest'
import { cpuMsOf, leastMs } from '#testing/scale/cpu-time.ts'
import { contract } from '#contract/index.ts'

type Endpoint = { name: string; input: z.ZodMiniObject }
const endpointsOf = (router: AnyContractRouter): Endpoint[] => {
  if (!isContractProcedure(router)) return Object.values(router).flatMap(endpointsOf)
  const { route, inputSchema } = router['~orpc']
  return inputSchema instanceof z.ZodMiniObject ? [{ name: `${route.method} ${route.path}`, input: inputSchema }] : []
}

// Text on which expressions with nested or adjacent repetitions backtrack. 100 KB is the largest body that endpoints without a limit of their own accept.
const units = [
  'a',
  '0',
  ' ',
  '-',
  '.',
  '@',
  '/',
  'a.',
  'a@',
  'a-',
  ' a',
  '\n',
  '\u200b',
  '<',
  'http://a',
  'www.a.',
  'é',
  '💥',
]
const hostile = units.map((unit) => `${unit.repeat(Math.floor(100_000 / unit.length))}!`)
const maximumMs = 50

test.each(endpointsOf(contract))('$name validates any text of 100 KB in 50 ms per field', ({ input }) => {
  for (const text of hostile) {
    for (const field of Object.keys(input.shape)) {
      const tookMs = leastMs(() => cpuMsOf(() => z.safeParse(input, { [field]: text })), maximumMs)
      expect(tookMs, `${field}: ${JSON.stringify(text.slice(0, 8))} repeated`).toBeLessThanOrEqual(maximumMs)
    }
  }
})
