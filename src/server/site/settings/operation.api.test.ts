import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { Operation } from '#contract/kit/site-mode.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
type Person = Awaited<ReturnType<TestSite['createStudent']>>
let admin: Person
let student: Person
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  student = await site.createStudent()
})
afterEach(() => save({}))
afterAll(() => site.close())

const save = (changes: Partial<Operation>, token = admin.token) =>
  site.call('PUT', '/admin/operation', { token, body: { mode: 'normal', message: null, logLevel: null, ...changes } })
const page = (path: string) => site.app.fetch(new Request(publicUrl + path))

test('in read-only mode everybody reads, nobody but admins changes anything, and people sign in and out', async () => {
  await save({ mode: 'read-only', message: 'Kami pindah server sampai pukul 21.00.' })
  const refused = await site.call('PUT', '/me/resume', {
    token: student.token,
    body: { headline: 'Penenun', about: '', links: [] },
  })
  expect(refused).toMatchObject({
    status: 503,
    body: { success: false, code: 'read-only', message: 'Kami pindah server sampai pukul 21.00.' },
  })
  expect(refused.headers.get('retry-after')).toBe('60')
  expect([
    (await site.call('GET', '/me', { token: student.token })).status,
    (await site.call('GET', '/courses')).status,
    (await page('/')).status,
  ]).toEqual([200, 200, 200])
  expect(
    (await site.call('PUT', '/me/resume', { token: admin.token, body: { headline: 'Penenun', about: '', links: [] } }))
      .status,
  ).toBe(200)
  const other = await site.createStudent()
  expect((await site.call('POST', '/sign-out', { token: other.token })).status).toBe(200)
  // Without a body there is nothing to reject but the signature.
  expect((await site.call('POST', '/payments/notification', { body: {} })).status).not.toBe(503)
})

test('in maintenance mode visitors see a page with the message, and admins use everything after they signed in', async () => {
  await page('/')
  expect((await page('/')).status).toBe(200)
  await save({ mode: 'maintenance', message: 'Kembali <b>pukul 21.00</b>' })
  expect(site.app.peek('/', () => undefined)).toBeNull()
  for (const path of ['/', '/kelas', '/student', '/sitemap.xml', '/adminx']) {
    const closed = await page(path)
    expect([path, closed.status, closed.headers.get('retry-after')]).toEqual([path, 503, '60'])
    expect(await closed.text()).toContain('Kembali &lt;b&gt;pukul 21.00&lt;/b&gt;')
  }
  for (const path of ['/auth/sign-in', '/admin/system']) expect((await page(path)).status).toBe(200)
  for (const [method, path, token] of [
    ['GET', '/courses'],
    ['GET', '/my-transaction', student.token],
    ['GET', '/search?q=a'],
    ['POST', '/sign-up'],
  ] as const)
    expect((await site.call(method, path, token ? { token } : {})).body.code).toBe('maintenance')
  for (const path of ['/site', '/health', '/serving', '/ready']) expect((await site.call('GET', path)).status).toBe(200)
  expect((await site.call('GET', '/me', { token: student.token })).status).toBe(200)
  expect((await site.call('GET', '/courses', { token: admin.token })).status).toBe(200)
  expect((await site.call('POST', '/payments/notification', { body: {} })).status).not.toBe(503)
  await save({})
  expect([(await page('/')).status, (await site.call('GET', '/courses')).status]).toEqual([200, 200])
})

test('another process follows what one saved; every change is in the audit log, a save that changes nothing is not', async () => {
  await save({ mode: 'read-only', logLevel: 'debug' })
  await save({ mode: 'read-only', logLevel: 'debug' })
  const entries = (await site.call('GET', '/admin/audit?subject=operation', { token: admin.token })).body.data as {
    action: string
    details: unknown
  }[]
  expect(entries.find(({ action }) => action === 'operation.changed')?.details).toMatchObject({
    mode: { from: 'normal', to: 'read-only' },
    logLevel: { from: null, to: 'debug' },
  })
  await site.app.modules.operation.refresh()
  expect(site.app.modules.operation.current()).toEqual({ mode: 'read-only', message: null, logLevel: 'debug' })
})

test('only admins see and change the mode, and an unknown one is refused beside its field', async () => {
  const instructor = await site.createInstructor()
  for (const token of [undefined, student.token, instructor.token])
    expect((await site.call('GET', '/admin/operation', token ? { token } : {})).status).toBe(token ? 403 : 401)
  expect((await save({}, instructor.token)).status).toBe(403)
  const wrong = await site.call('PUT', '/admin/operation', {
    token: admin.token,
    body: { mode: 'off', message: 'x'.repeat(301), logLevel: 'loud' },
  })
  expect([wrong.status, Object.keys(wrong.body.errors).sort()]).toEqual([422, ['logLevel', 'message', 'mode']])
})
