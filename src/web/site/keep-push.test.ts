import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Session } from '#contract/identity/identity.ts'
import { fakeBrowser } from '#testing/fake-browser.ts'
import { createBrowserApi } from '#web/identity/index.ts'
import { noSessions } from '#web/identity/session/session-store.ts'
import { keepPush } from './keep-push.ts'

/** The subscription of this browser, and what its users told the server of it. */
let browser: { endpoint: string | null; told: (string | null)[] }
beforeEach(() => {
  fakeBrowser()
  browser = { endpoint: null, told: [] }
  const found = () =>
    browser.endpoint === null
      ? null
      : {
          toJSON: () => ({ endpoint: browser.endpoint, keys: { p256dh: 'a'.repeat(87), auth: 'a'.repeat(22) } }),
          unsubscribe: async () => void (browser.endpoint = null),
        }
  const registration = { pushManager: { getSubscription: async () => found() } }
  vi.stubGlobal('navigator', { serviceWorker: { getRegistration: async () => registration } })
  vi.stubGlobal('PushManager', {})
  vi.stubGlobal('Notification', { permission: 'granted' })
  vi.stubGlobal('fetch', async (request: Request) => {
    browser.told.push(request.headers.get('authorization'))
    return Response.json({ success: true, data: { _id: crypto.randomUUID(), createdAt: '2026-11-21T03:00:00.000Z' } })
  })
})
afterEach(() => void vi.unstubAllGlobals())

const visit = (id: string, token = `token of ${id}`) =>
  keepPush(createBrowserApi('https://cendaki.example/api', noSessions), {
    token,
    user: { _id: id },
  } as unknown as Session)
const subscribe = () => void (browser.endpoint = 'https://push.example/1')

test('push messages to a browser end when another person signs in on it after an expired session', async () => {
  subscribe()
  await visit('sari')
  await visit('budi')
  expect([browser.endpoint, browser.told]).toEqual([null, ['Bearer token of sari']])
})

test('who subscribes after that keeps the subscription', async () => {
  subscribe()
  await visit('sari')
  await visit('budi')
  subscribe()
  await visit('budi')
  await visit('budi')
  expect([browser.endpoint, browser.told.at(-1)]).toEqual(['https://push.example/1', 'Bearer token of budi'])
})

test('who switched push messages off is forgotten, so that the next person may switch them on', async () => {
  subscribe()
  await visit('sari')
  browser.endpoint = null
  await visit('budi')
  subscribe()
  await visit('budi')
  expect(browser.endpoint).not.toBeNull()
})

test('the server learns of each new session of the person, once', async () => {
  subscribe()
  for (const token of ['one', 'one', 'two', 'two']) await visit('sari', token)
  expect(browser.told).toEqual(['Bearer one', 'Bearer two'])
})

test('what the server did not learn it is told again', async () => {
  subscribe()
  const answer = fetch
  vi.stubGlobal('fetch', async () => Promise.reject(new TypeError('Failed to fetch')))
  await visit('sari')
  vi.stubGlobal('fetch', answer)
  await visit('sari')
  expect(browser.told).toEqual(['Bearer token of sari'])
})
