import { afterAll, beforeAll, expect, test } from 'vitest'
import { bodyTargets, endlessBody, sendBody } from '#testing/hostile-body.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let token: string
beforeAll(async () => {
  site = await startTestSite()
  ;({ token } = await site.createAdmin())
})
afterAll(() => site.close())

/** The deadline of bodies is 10 seconds; the rest is for a busy machine. */
const maximumMs = 20_000

test.each([
  ['never comes', null],
  ['comes one byte at a time', 500],
])('every path answers a body that %s within its deadline, to anyone and to an admin', async (_, everyMs) => {
  const answered = bodyTargets(site).flatMap(({ method, path }) =>
    [undefined, token].map(async (sender) => {
      const began = performance.now()
      const response = await sendBody(site, {
        method,
        path,
        body: endlessBody(everyMs),
        type: 'application/json',
        ...(sender && { token: sender }),
      })
      return { name: `${method} ${path}`, status: response.status, tookMs: performance.now() - began }
    }),
  )
  for (const { name, status, tookMs } of await Promise.all(answered)) {
    expect(status, name).toSatisfy((is: number) => is >= 400 && is < 500)
    expect(tookMs, name).toBeLessThan(maximumMs)
  }
})
