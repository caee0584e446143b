import { expect, test } from 'vitest'
import { createApiClient } from '#contract/client.ts'
import { createBrowserApi, createPublicApi, NetworkFailure } from './api.ts'
import { load, publicPage } from './load.ts'
import { noSessions } from './session/session-store.ts'

const request = new Request('http://localhost/kelas')
const page = publicPage('Belum bisa dimuat')

/** The API of a server that returns this failure for every call. */
const failing = (status: number, body: object) =>
  createPublicApi(
    createApiClient({
      baseUrl: 'http://localhost/api',
      fetch: async () => Response.json({ success: false, ...body }, { status }),
    }),
  )

test('a failed call becomes an error page with the status and message of the server', async () => {
  const api = failing(503, { code: 'unavailable', message: 'Sedang sibuk' })
  const loading = load(api, request, page, () => api.anonymous.site.showSite())
  await expect(loading).rejects.toMatchObject({ data: 'Sedang sibuk', init: { status: 503 } })
})

test('a call without a response is thrown as a network failure, whatever the page says about failures of the server', async () => {
  // Nothing listens on port 1.
  const api = createBrowserApi('http://127.0.0.1:1/api', noSessions)
  const loading = load(api, request, page, () => api.anonymous.site.showSite())
  await expect(loading).rejects.toBeInstanceOf(NetworkFailure)
})

test('an error of the program and a page that describes no failure throw the error itself', async () => {
  const bug = new TypeError("Cannot read properties of undefined (reading 'title')")
  const api = failing(404, { code: 'not-found', message: 'Tidak ada' })
  await expect(load(api, request, page, () => Promise.reject(bug))).rejects.toBe(bug)
  await expect(load(api, request, { guard: () => null }, () => api.anonymous.site.showSite())).rejects.toMatchObject({
    status: 404,
    message: 'Tidak ada',
  })
})

test('nothing is loaded when the guard redirects', async () => {
  const redirect = new Response(null, { status: 302 })
  let hasLoaded = false
  const guarded = { guard: () => Promise.reject<never>(redirect) }
  const loading = load(failing(404, {}), request, guarded, async () => (hasLoaded = true))
  await expect(loading).rejects.toBe(redirect)
  expect(hasLoaded).toBe(false)
})
