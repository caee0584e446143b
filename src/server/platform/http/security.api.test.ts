import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { createRouteTable } from './route-table.ts'

// Promises of every endpoint of the contract, whichever module it belongs to.

const { routes } = createRouteTable(contract)
const getRoutes = routes.filter(({ method }) => method === 'GET')

let site: TestSite
let admin: SignedIn
let student: SignedIn
let courseId: string
beforeAll(async () => {
  site = await startTestSite()
  ;[admin, student] = [await site.createAdmin(), await site.createStudent()]
  courseId = (await site.createCourse({ price: 0 })).id
  await site.call('POST', `/courses/${courseId}/enroll`, { token: student.token })
})
afterAll(() => site.close())

const urlOf = (path: string) => path.replaceAll(/\{\w+\}/g, courseId)

/**
 * Rows of each table as one hash. Counted attempts, recorded exports, issued nonces, and keys of the product that are made when they are first
 * needed, are no change of what the call is about.
 */
const ignored = ['throttles', 'audit_entries', 'google_nonces', 'secrets']
async function hashTables(): Promise<Record<string, string>> {
  const { query } = site.database
  const { rows: tables } = await query.execute<{ name: string }>(
    sql`select tablename as name from pg_tables where schemaname = 'public' order by 1`,
  )
  const hashes: Record<string, string> = {}
  for (const { name } of tables.filter(({ name }) => !ignored.includes(name))) {
    const { rows } = await query.execute<{ hash: string }>(
      sql`select md5(coalesce(string_agg(t::text, ';' order by t::text), '')) as hash from ${sql.identifier(name)} as t`,
    )
    hashes[name] = rows[0]?.hash ?? ''
  }
  return hashes
}

test('no GET request changes stored data, regardless of the caller', async () => {
  await site.app.idle()
  const before = await hashTables()
  expect(Object.keys(before).length).toBeGreaterThan(30)
  for (const { path } of getRoutes) {
    for (const caller of [undefined, student, admin])
      await site.call('GET', urlOf(path), caller ? { token: caller.token } : {})
  }
  await site.app.idle()
  expect(await hashTables()).toEqual(before)
})

test('no response lets a page of another origin read it or send a request that needs permission', async () => {
  const headers = {
    origin: 'https://jahat.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'authorization',
  }
  const allowing = (response: { headers: Headers }) =>
    [...response.headers.keys()].filter((name) => name.startsWith('access-control-'))
  // Credentials are made to be verified elsewhere: without a cookie or a token of this site.
  const open = routes.filter(({ meta }) => meta.anyOrigin)
  expect(open.map(({ path, meta }) => [path, meta.access])).toEqual([
    ['/certificates/{id}/credential', 'public'],
    ['/credentials/status/{list}', 'public'],
  ])
  for (const { path } of routes.filter(({ meta }) => !meta.anyOrigin)) {
    expect(allowing(await site.call('OPTIONS', urlOf(path), { headers })), `OPTIONS ${path}`).toEqual([])
    expect(allowing(await site.call('GET', urlOf(path), { headers, token: admin.token })), `GET ${path}`).toEqual([])
  }
  for (const path of ['/', '/kelas', '/student', '/tidak-ada', '/cover/web/x.svg', '/robots.txt', '/sitemap.xml']) {
    expect(allowing(await site.app.fetch(new Request(publicUrl + path, { headers }))), path).toEqual([])
  }
})

test('no endpoint accepts a password hint or the answer to a security question', () => {
  // Staff answer requests of users. Quizzes have questions, and answers of students; so have courses. Exercises have hints.
  const ofStudies = ['questions', 'answers', 'answerId', 'hints']
  const fields = routes.filter(({ meta }) => meta.access !== 'admin').flatMap((route) => route.fields)
  expect(fields).toContain('password')
  expect(
    fields.filter((name) => /hint|question|answer|secret|petunjuk|pertanyaan/i.test(name) && !ofStudies.includes(name)),
  ).toEqual([])
})

test.each(getRoutes)('GET $path declares the type of its response, and the character set of text', async ({ path }) => {
  for (const caller of [undefined, student, admin]) {
    const { headers } = await site.call('GET', urlOf(path), caller ? { token: caller.token } : {})
    expect(headers.get('content-type')).toMatch(/^(application\/(?:json|zip)|text\/csv; ?charset=utf-8)/i)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

describe('a denied call', () => {
  type Denial = { event?: string; endpoint?: string; userId?: string; client?: string }
  const denialsOf = (client: string) =>
    (site.logged as Denial[]).filter((line) => line.event === 'access-denied' && line.client === client)

  test('is logged with the endpoint, the user and the IP address, without the URL of the request', async () => {
    expect(
      (await site.call('GET', '/admin/students?q=rahasia', { token: student.token, client: 'jejak-1' })).status,
    ).toBe(403)
    const paid = await site.createCourse()
    expect(
      (
        await site.call('GET', `/courses/${paid.id}/content/${paid.lessonIds[1]}`, {
          token: student.token,
          client: 'jejak-1',
        })
      ).status,
    ).toBe(403)
    expect(denialsOf('jejak-1')).toMatchObject([
      { event: 'access-denied', endpoint: 'GET /admin/students', userId: student.id, client: 'jejak-1' },
      {
        event: 'access-denied',
        endpoint: 'GET /courses/{id}/content/{contentId}',
        userId: student.id,
        client: 'jejak-1',
      },
    ])
    expect(JSON.stringify(denialsOf('jejak-1'))).not.toMatch(new RegExp(`rahasia|${paid.id}`))
  })

  test('leaves no line when it is allowed', async () => {
    expect((await site.call('GET', '/admin/students', { token: admin.token, client: 'jejak-2' })).status).toBe(200)
    expect(denialsOf('jejak-2')).toEqual([])
  })
})

test('a session ends at its absolute limit, however often it is used', async () => {
  const statusOf = async (who: SignedIn) => (await site.call('GET', '/me', { token: who.token })).status
  const [newStudent, newAdmin] = [await site.createStudent(), await site.createAdmin()]
  for (let passed = 0; passed < 11.5; passed += 0.4) {
    site.clock.advance(0.4 * hourMs)
    expect(await statusOf(newAdmin), `after ${passed} hours`).toBe(200)
  }
  site.clock.advance(0.4 * hourMs)
  expect(await statusOf(newAdmin)).toBe(401)
  for (let day = 1; day < 30; day++) {
    site.clock.advance(dayMs)
    expect(await statusOf(newStudent), `on day ${day}`).toBe(200)
  }
  site.clock.advance(dayMs)
  expect(await statusOf(newStudent)).toBe(401)
})

test('an unreachable payment provider rejects purchases with 503, and nothing else', async () => {
  let isDown = true
  const shop = await startTestSite({
    wrapFetch: (fetch) => async (request) => {
      if (isDown) throw new TypeError('fetch failed')
      return fetch(request)
    },
  })
  try {
    const [buyer, paid, free] = [
      await shop.createStudent(),
      await shop.createCourse(),
      await shop.createCourse({ price: 0 }),
    ]
    const buy = () => shop.call('POST', '/checkout', { token: buyer.token, body: { courseId: paid.id } })
    const rejected = await buy()
    expect([rejected.status, rejected.headers.get('retry-after') !== null]).toEqual([503, true])
    expect(JSON.stringify(rejected.body)).not.toContain('fetch failed')
    expect(
      (await shop.call('GET', `/courses/${paid.id}/content/${paid.lessonIds[1]}`, { token: buyer.token })).status,
    ).toBe(403)
    expect((await shop.call('GET', '/courses')).status).toBe(200)
    expect((await shop.call('POST', `/courses/${free.id}/enroll`, { token: buyer.token })).status).toBe(200)
    isDown = false
    // The time for which one request reserves opening a session at the provider.
    shop.clock.advance(10_000)
    expect((await buy()).status).toBe(200)
  } finally {
    await shop.close()
  }
})
