import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { limitRequests } from './listeners.ts'

let origin: string
let held: ServerResponse[]
let server: ReturnType<typeof createServer>
beforeEach(async () => {
  held = []
  // Serves nothing until the test says so.
  server = createServer(
    limitRequests(2, ({ url }, response) => void (/^\/(api\/ready|media\/)/.test(url ?? '') ? response.end('served') : held.push(response))),
  )
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterEach(async () => {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
})

test('requests beyond the limit are rejected with 503 at once; health checks and videos are served; afterwards everything is again', async () => {
  const served = [fetch(`${origin}/api/courses`), fetch(`${origin}/`)]
  await expect.poll(() => held.length).toBe(2)

  const call = await fetch(`${origin}/api/courses`)
  expect([call.status, call.headers.get('retry-after'), call.headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
  expect(await call.json()).toMatchObject({ success: false, code: 'unavailable', message: 'Layanan sedang sibuk. Coba lagi sebentar lagi.' })
  const page = await fetch(`${origin}/kelas`)
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '5'])
  expect(await page.text()).toContain('server sedang sibuk')
  for (const path of ['/api/ready', '/media/video']) expect(await (await fetch(origin + path)).text()).toBe('served')

  for (const response of held) response.end('done')
  expect(await Promise.all(served.map(async (response) => (await response).text()))).toEqual(['done', 'done'])
  const next = fetch(`${origin}/api/courses`)
  await expect.poll(() => held.length).toBe(3)
  held[2]?.end('done')
  expect((await next).status).toBe(200)
})

test('the request of a client that disconnects no longer counts', async () => {
  const leaving = new AbortController()
  const left = [1, 2].map(() => fetch(`${origin}/api/courses`, { signal: leaving.signal }).catch(() => 'left'))
  await expect.poll(() => held.length).toBe(2)
  leaving.abort()
  expect(await Promise.all(left)).toEqual(['left', 'left'])
  // The server notices a moment later.
  await expect.poll(() => held.every(({ closed }) => closed)).toBe(true)
  const next = fetch(`${origin}/api/courses`)
  await expect.poll(() => held.length).toBe(3)
  held[2]?.end('done')
  expect((await next).status).toBe(200)
})
