import { expect, test } from 'vitest'
import type { EndpointMeta } from '#contract/kit/endpoint.ts'
import { cpuMsUntil, leastMsOf } from '#testing/scale/cpu-time.ts'
import { readUsableBody } from './usable-body.ts'

const meta = { upload: { field: 'file', maximumBytes: 10 * 1024 * 1024, tooLarge: 'Terlalu besar' } } as EndpointMeta

test('a form that ends a million times holds nobody up', async () => {
  const body = Buffer.from('--x'.repeat(2_000_000))
  const headers = { 'content-type': 'multipart/form-data; boundary=x' }
  const read = () =>
    readUsableBody(new Request('http://cendaki.test', { method: 'POST', headers, body }), meta, () => {})
  expect(await leastMsOf(() => cpuMsUntil(read), 150)).toBeLessThan(150)
})
