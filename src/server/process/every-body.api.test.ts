import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { createRouteTable } from '#server/platform/http/route-table.ts'
import { bodyTargets, chunkedBody, sendBody } from '#testing/hostile-body.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

test('no path reads more than 2 MB of the body of an anonymous request, or answers it with success', async () => {
  const targets = bodyTargets(site)
  expect(targets).toContainEqual({ method: 'POST', path: '/api/whatsapp/webhook' })
  expect(targets).toContainEqual({ method: 'POST', path: '/.well-known/did.json' })
  for (const { method, path } of targets) {
    for (const type of ['application/json', 'multipart/form-data; boundary=x']) {
      const { stream, read } = chunkedBody(5 * 1024 * 1024)
      const response = await sendBody(site, { method, path, body: stream, type })
      expect(read(), `${method} ${path} of ${type}`).toBeLessThanOrEqual(2 * 1024 * 1024)
      expect(response.status, `${method} ${path} of ${type}`).toSatisfy(
        (status: number) => status >= 400 && status < 500,
      )
      await response.body?.cancel()
    }
  }
})

test('a body of somebody who may not call is not read', async () => {
  const { token } = await site.createStudent()
  const ofStaff = createRouteTable(contract).routes.filter(
    ({ method, meta }) => method !== 'GET' && (meta.access === 'staff' || meta.access === 'admin'),
  )
  expect(ofStaff.length).toBeGreaterThan(100)
  for (const { method, path } of ofStaff) {
    const { stream, read } = chunkedBody(1024 * 1024)
    const response = await sendBody(site, {
      method,
      path: `/api${path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')}`,
      body: stream,
      token,
      type: 'application/json',
    })
    expect([response.status, read()], `${method} ${path}`).toEqual([403, 0])
    await response.body?.cancel()
  }
})

test('the API document is made once: compressed, with an ETag that answers 304', async () => {
  const get = (headers: Record<string, string>) =>
    site.app.fetch(new Request(`${publicUrl}/api/openapi.json`, { headers }))
  const full = await get({ 'accept-encoding': 'br' })
  expect([full.status, full.headers.get('content-encoding')]).toEqual([200, 'br'])
  expect((await full.arrayBuffer()).byteLength).toBeLessThan(200_000)
  const again = await get({ 'accept-encoding': 'br', 'if-none-match': full.headers.get('etag') ?? '' })
  expect(again.status).toBe(304)
})
