import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { chunkedBody, sendBody } from '#testing/hostile-body.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { writeLimits } from './write-pace.ts'
import { createRouteTable, type Route } from './route-table.ts'

let site: TestSite
beforeAll(async () => {
  // Refills so slowly that spent bytes stay spent, however long the walk takes.
  const bytes = { ...writeLimits.bytes, perSecond: 1 }
  site = await startTestSite({ accountLimits: { ...writeLimits, bytes } })
})
afterAll(() => site.close())

const { routes } = createRouteTable(contract)
const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
const writes = routes.filter(({ method }) => method !== 'GET')
const isOpen = ({ meta }: Route) => meta.access === 'public' || meta.access === 'provider'

/** Calls that write without a session, and what limits them. */
const withoutSession: Readonly<Record<string, string>> = {
  'POST /auth/change-email': 'a token of 32 random bytes, looked up by its digest',
  'POST /auth/forgot-password': 'per account, client and mailbox (reset-password.ts)',
  'POST /auth/google': 'failures per client (check-google-token.ts)',
  'POST /auth/oidc': 'failures per client (finish-oidc.ts)',
  'POST /auth/oidc/start': 'stores nothing; the provider is asked once',
  'POST /auth/reset-password': 'a token of 32 random bytes, looked up by its digest',
  'POST /auth/verify-email': 'a token of 32 random bytes, looked up by its digest',
  'POST /checkout/cart': 'at most 50 ids, and stores nothing',
  'POST /checkout/quote': 'codes per account and client (promo-rate-limits.ts)',
  'POST /payments/notification': 'signed by the provider; stored only with a valid signature',
  'POST /sign-in': 'failures per account and client (sign-in.ts)',
  'POST /sign-in/passkey': 'failures per client (second-step.ts)',
  'POST /sign-in/passkey/options': 'challenges per client (sign-in-options.ts)',
  'POST /sign-in/two-step': 'failures per account (second-step.ts)',
  'POST /sign-up': 'accounts per client and mailbox (sign-up.ts)',
  'POST /unsubscribe/{token}': 'a signed token; writes one switch of its account',
}

describe('every call that writes', () => {
  test('without a session has a limit that this table names', () => {
    const open = writes.filter(isOpen).map(({ method, path }) => `${method} ${path}`)
    expect(open.toSorted()).toEqual(Object.keys(withoutSession).toSorted())
  })

  test('with a session is limited per person, before its body is read', async () => {
    const { token } = await site.createAdmin()
    const someone = await site.createAdmin()
    const send = (method: string, path: string, { who = token, bytes = 64 * 1024 } = {}) => {
      const { stream, read } = chunkedBody(bytes)
      return sendBody(site, {
        method,
        path: `/api${urlOf(path)}`,
        body: stream,
        token: who,
        type: 'application/json',
      }).then((response) => ({ status: response.status, read }))
    }
    for (let count = 0; count < 12; count++) await send('POST', '/courses/content/create', { bytes: 704 * 1024 })
    for (const { method, path } of writes.filter((write) => !isOpen(write))) {
      const { status, read } = await send(method, path)
      expect({ status, read: read() }, `${method} ${path}`).toEqual({ status: 429, read: 0 })
      const without = await site.call(method, urlOf(path), { token })
      expect(without.status, `${method} ${path} without a body`).toBe(429)
    }
    expect((await send('PATCH', '/me', { who: someone.token })).status).not.toBe(429)
  })
})

test('many answers are not read for an attempt of someone else', async () => {
  const { token } = await site.createStudent()
  const { stream, read } = chunkedBody(640 * 1024)
  const path = `/api${urlOf('/attempts/{id}/answers')}`
  const response = await sendBody(site, { method: 'PUT', path, body: stream, token, type: 'application/json' })
  expect({ status: response.status, read: read() }).toEqual({ status: 404, read: 0 })
})
