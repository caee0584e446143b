import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { apiScopes, type ApiScope } from '#contract/kit/api-scopes.ts'
import { contract } from '#contract/index.ts'
import { createRouteTable } from '#server/platform/http/route-table.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { SignedIn } from '#testing/factories.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const nothing = '00000000-0000-7000-8000-000000000000'

const create = (body: object, token = admin.token) => site.call('POST', '/admin/api-keys', { token, body })
async function createKey(
  scopes: readonly ApiScope[],
  more: object = {},
): Promise<{ _id: string; key: string; prefix: string }> {
  const { status, body } = await create({ name: 'Akuntansi', scopes, ...more })
  expect(status).toBe(201)
  return body.data
}
const list = async (): Promise<Record<string, unknown>[]> =>
  (await site.call('GET', '/admin/api-keys', { token: admin.token })).body.data
const find = async (id: string) => (await list()).find(({ _id }) => _id === id)
const revoke = (id: string) => site.call('DELETE', `/admin/api-keys/${id}`, { token: admin.token })

test('a course is answered with its chapters by their old name as well, as the notes for integrations promise', async () => {
  const { key } = await createKey(['courses:read'])
  const { id } = await site.createCourse({ instructorId: admin.id })
  const chapter = (
    await site.call('POST', `/courses/${id}/chapters`, { token: admin.token, body: { title: 'Bab satu' } })
  ).body.data
  const lesson = { courseId: id, title: 'Materi', type: 'text', text: '<p>Isi</p>', chapterId: chapter._id }
  expect((await site.call('POST', '/courses/content/create', { token: admin.token, body: lesson })).status).toBe(201)
  const { data } = (await site.call('GET', `/admin/courses/${id}`, { token: key })).body
  expect(data.sections).toMatchObject([{ _id: chapter._id, title: 'Bab satu' }])
  expect(data.sections).toEqual(data.chapters)
  const ofLessons = data.details.map((detail: { sectionId: unknown }) => detail.sectionId)
  expect(ofLessons).toContain(chapter._id)
  expect(ofLessons).toEqual(data.details.map((detail: { chapterId: unknown }) => detail.chapterId))
})

describe('creating a key', () => {
  test('returns the key once; the list has its start, its scopes and its creator', async () => {
    const made = await createKey(['students:read', 'courses:read'])
    expect(made.key).toMatch(/^cdk_[\w-]{43}$/)
    expect(await find(made._id)).toEqual({
      _id: made._id,
      name: 'Akuntansi',
      prefix: made.key.slice(0, 12),
      scopes: ['students:read', 'courses:read'],
      createdBy: { _id: admin.id, name: admin.name },
      createdAt: site.clock.now().toISOString(),
      expiresAt: null,
      lastUsedAt: null,
      isExpired: false,
    })
    expect(JSON.stringify(await list())).not.toContain(made.key)
  })

  test.each<[string, object, string]>([
    ['no name', { name: ' ', scopes: ['courses:read'] }, 'name'],
    ['no scope', { name: 'A', scopes: [] }, 'scopes'],
    ['an unknown scope', { name: 'A', scopes: ['everything'] }, 'scopes.0'],
    ['a repeated scope', { name: 'A', scopes: ['courses:read', 'courses:read'] }, 'scopes'],
    ['an end that is not a time', { name: 'A', scopes: ['courses:read'], expiresAt: 'besok' }, 'expiresAt'],
    ['an end in the past', { name: 'A', scopes: ['courses:read'], expiresAt: '2026-11-20T00:00:00Z' }, 'expiresAt'],
  ])('with %s is rejected beside its field', async (_, body, field) => {
    const response = await create(body)
    expect([response.status, Object.keys(response.body.errors)]).toEqual([422, [field]])
  })
})

test('keys end with the account of the admin who created them; they are listed in a mail to the other admins and in the audit log', async () => {
  const leaving = await site.createAdmin()
  const { key, _id, prefix } = (await create({ name: 'Gudang', scopes: ['courses:read'] }, leaving.token)).body.data
  const kept = await createKey(['courses:read'])
  const call = (token: string) => site.call('GET', '/admin/courses', { token })
  expect((await call(key)).status).toBe(200)
  const deletion = await site.call('POST', `/admin/students/${leaving.id}/deletion`, {
    token: admin.token,
    body: { email: leaving.email },
  })
  expect(deletion.status).toBe(200)
  expect([(await call(key)).status, (await call(kept.key)).status]).toEqual([401, 200])
  const notice = (await site.mailsTo(admin.email)).find(({ kind }) => kind === 'api-keys-ended')
  expect(notice?.text).toContain(`Gudang: ${prefix}…`)
  expect((await site.mailsTo(leaving.email)).some(({ kind }) => kind === 'api-keys-ended')).toBe(false)
  const { data } = (await site.call('GET', '/admin/audit?action=api-key.revoked', { token: admin.token })).body
  expect(JSON.stringify(data)).toContain(_id)
})

test.each([
  ['role', { role: 'instructor' }],
  ['role', { role: 'student' }],
  ['access', { disabled: true }],
] as const)(
  'keys end once the admin who created them is none any more, and admins are told: %s %o',
  async (what, change) => {
    const other = await site.createAdmin()
    const { key, _id, prefix } = (await create({ name: 'Kasir', scopes: ['courses:read'] }, other.token)).body.data
    const kept = await createKey(['courses:read'])
    await site.stepUp(admin)
    const call = (token: string) => site.call('GET', '/admin/courses', { token })
    const put = (path: string, body: object) =>
      site.call('PUT', `/admin/students/${other.id}/${path}`, { token: admin.token, body })
    const countKeys = async () =>
      (await site.call('GET', `/admin/students/${other.id}`, { token: admin.token })).body.data.apiKeys
    expect([(await call(key)).status, await countKeys()]).toEqual([200, 1])
    const seen = (await site.mailsTo(admin.email)).length
    expect((await put(what, change)).status).toBe(200)
    expect([(await call(key)).status, (await call(kept.key)).status, await countKeys()]).toEqual([401, 200, 0])
    const notice = (await site.mailsTo(admin.email)).slice(seen).find(({ kind }) => kind === 'api-keys-ended')
    expect(notice?.text).toContain(`Kasir: ${prefix}…`)
    expect((await site.mailsTo(other.email)).some(({ kind }) => kind === 'api-keys-ended')).toBe(false)
    const { data } = (await site.call('GET', '/admin/audit?action=api-key.revoked', { token: admin.token })).body
    expect(JSON.stringify(data)).toContain(_id)
    await put('role', { role: 'admin' })
    await put('access', { disabled: false })
    expect((await call(key)).status).toBe(401)
  },
)

test.each([
  ['role', sql`role = 'instructor'`],
  ['access', sql`disabled_at = now()`],
])(
  'a key that an older version left to somebody who is no enabled admin any more is rejected: %s',
  async (_, change) => {
    const other = await site.createAdmin()
    const { key } = (await create({ name: 'Lama', scopes: ['courses:read'] }, other.token)).body.data
    const call = () => site.call('GET', '/admin/courses', { token: key })
    expect((await call()).status).toBe(200)
    await site.database.query.execute(sql`update users set ${change} where id = ${other.id}`)
    expect((await call()).status).toBe(401)
  },
)

test('no key is made or revoked by an admin who is none any more, even if the call came before', async () => {
  const other = await site.createAdmin()
  await site.stepUp(admin)
  await site.call('PUT', `/admin/students/${other.id}/role`, { token: admin.token, body: { role: 'instructor' } })
  const { apiKeys } = site.app.modules
  const viewer = { ...other, role: 'admin' } as unknown as Parameters<typeof apiKeys.create>[1]
  expect(await apiKeys.create({ name: 'Telat', scopes: ['courses:read'] }, viewer)).toEqual({ outcome: 'unauthorized' })
  const { _id } = await createKey(['courses:read'])
  expect(await apiKeys.revoke(_id, viewer)).toEqual({ outcome: 'unauthorized' })
})

test('chapters of a course are also read by the name that they had before', async () => {
  const course = await site.createCourse({ lessons: 2 })
  await site.stepUp(admin)
  const body = { title: 'Memilih biji' }
  const chapter = (await site.call('POST', `/courses/${course.id}/chapters`, { token: admin.token, body })).body.data
  const { key } = await createKey(['courses:read'])
  const { data } = (await site.call('GET', `/admin/courses/${course.id}`, { token: key })).body
  expect(data.sections).toEqual([expect.objectContaining({ _id: chapter._id, title: 'Memilih biji' })])
  expect(data.sections).toEqual(data.chapters)
  for (const { chapterId, sectionId } of data.details) expect(sectionId).toBe(chapterId)
})

describe('a key', () => {
  const students = (key: string) => site.call('GET', '/admin/students', { token: key })

  test('opens the operations of its scopes, and no others', async () => {
    const { key } = await createKey(['students:read'])
    expect((await students(key)).status).toBe(200)
    const rejected = await site.call('GET', '/admin/transactions', { token: key })
    expect([rejected.status, rejected.body.code, rejected.body.message]).toEqual([
      403,
      'forbidden',
      expect.stringContaining('transactions:read'),
    ])
  })

  test('is rejected with 401 when it is unknown, malformed, revoked or expired', async () => {
    const ends = new Date(site.clock.now().getTime() + minuteMs).toISOString()
    const [revoked, expiring] = [
      await createKey(['students:read']),
      await createKey(['students:read'], { expiresAt: ends }),
    ]
    expect([(await students(revoked.key)).status, (await students(expiring.key)).status]).toEqual([200, 200])
    expect((await revoke(revoked._id)).status).toBe(200)
    site.clock.advance(minuteMs)
    for (const key of [revoked.key, expiring.key, `cdk_${'x'.repeat(43)}`, 'cdk_', `cdk_${'!'.repeat(43)}`]) {
      const { status, body } = await students(key)
      expect([status, body.code], key).toEqual([401, 'unauthorized'])
    }
    expect([await find(revoked._id), await find(expiring._id)]).toEqual([
      undefined,
      expect.objectContaining({ isExpired: true }),
    ])
    expect((await revoke(revoked._id)).status).toBe(404)
  })

  test('shows when it was used last, to the minute', async () => {
    const made = await createKey(['students:read'])
    const lastUse = async () => (await find(made._id))?.['lastUsedAt']
    await students(made.key)
    const first = site.clock.now().toISOString()
    expect(await lastUse()).toBe(first)
    site.clock.advance(minuteMs - 1)
    await students(made.key)
    expect(await lastUse()).toBe(first)
    site.clock.advance(1)
    await students(made.key)
    expect(await lastUse()).toBe(site.clock.now().toISOString())
  })

  test('may call 300 times a minute; then it waits, and other keys do not', async () => {
    const [busy, idle] = [await createKey(['courses:read']), await createKey(['courses:read'])]
    const call = ({ key }: { key: string }) => site.call('GET', '/admin/courses?limit=1', { token: key })
    for (let calls = 0; calls < 300; calls++) expect((await call(busy)).status).toBe(200)
    const { status, headers, body } = await call(busy)
    expect([status, headers.get('retry-after'), body.retryAfterSeconds]).toEqual([429, '1', 1])
    expect((await call(idle)).status).toBe(200)
    site.clock.advance(1000)
    expect((await call(busy)).status).toBe(200)
  })

  test('is the actor of what it does, in the audit log', async () => {
    const { _id, key } = await createKey(['enrollments:write', 'enrollments:read'], { name: 'Sinkron CRM' })
    const [course, student] = [await site.createCourse(), await site.createStudent()]
    const path = `/courses/${course.id}/students`
    expect((await site.call('POST', path, { token: key, body: { email: student.email } })).status).toBe(201)
    expect((await site.call('GET', path, { token: key })).body.data).toMatchObject([
      { _id: student.id, source: 'staff' },
    ])
    expect((await site.call('DELETE', `${path}/${student.id}`, { token: key })).status).toBe(200)
    const entries = async (query: string) =>
      (await site.call('GET', `/admin/audit?${query}`, { token: admin.token })).body.data
    expect(await entries('person=sinkron')).toMatchObject([
      { action: 'course.student-removed', actor: null, apiKey: { _id, name: 'Sinkron CRM' } },
      {
        action: 'course.student-added',
        actor: null,
        apiKey: { _id, name: 'Sinkron CRM' },
        subject: { _id: course.id },
      },
    ])
    await revoke(_id)
    expect(await entries('action=api-key')).toMatchObject([
      { action: 'api-key.revoked', actor: { _id: admin.id }, apiKey: null, details: { name: 'Sinkron CRM' } },
      { action: 'api-key.created' },
      ...Array.from({ length: (await entries('action=api-key')).length - 2 }, () => ({})),
    ])
    expect(await entries('person=sinkron')).toHaveLength(2)
  })

  test('is not served from the cache of public responses', async () => {
    const { key } = await createKey(['students:read'])
    expect((await site.call('GET', '/courses')).status).toBe(200)
    expect((await site.call('GET', '/courses', { token: key })).status).toBe(403)
  })
})

const { routes } = createRouteTable(contract)

describe('a key with all scopes', () => {
  let all: string
  beforeAll(async () => void (all = (await createKey(apiScopes)).key))

  test.each(routes)('$method $path: reaches it only with a scope', async ({ method, path, meta }) => {
    // One call per 200 ms stays within the rate limit, however many operations there are.
    site.clock.advance(200)
    const url = path.replaceAll(/\{\w+\}/g, nothing)
    const { status, body } = await site.call(method, url, { token: all, ...(method === 'GET' ? {} : { body: {} }) })
    if (meta.scope) expect([401, 403, 405, 429, 500]).not.toContain(status)
    else expect([status, body.code]).toEqual([403, 'forbidden'])
  })

  test.each(routes.filter(({ meta }) => meta.scope))(
    '$method $path: is closed to a key with all other scopes',
    async ({ method, path, meta }) => {
      const { key } = await createKey(apiScopes.filter((scope) => scope !== meta.scope))
      const { status } = await site.call(method, path.replaceAll(/\{\w+\}/g, nothing), {
        token: key,
        ...(method === 'GET' ? {} : { body: {} }),
      })
      expect(status).toBe(403)
    },
  )
})

test('no scope opens accounts, sessions, settings, keys or exports', () => {
  const opened = routes.filter(({ meta }) => meta.scope).map(({ method, path }) => `${method} ${path}`)
  expect(opened.filter((name) => /\/me\b|sign|session|settings|keys|webhooks|export|role|access/.test(name))).toEqual(
    [],
  )
})

test('the OpenAPI document names the scope of each operation', async () => {
  const { body } = await site.call('GET', '/openapi.json')
  expect(body.paths['/admin/students'].get.security).toEqual([{ session: [] }, { apiKey: ['students:read'] }])
  expect(body.paths['/admin/students'].post.security).toEqual([{ session: [] }])
  expect(body.paths['/courses'].get.security).toEqual([])
  expect(body.components.securitySchemes).toHaveProperty('apiKey')
})

test('at most 50 keys are valid at once', async () => {
  for (const { _id } of await list()) await revoke(String(_id))
  for (let made = 0; made < 50; made++) await createKey(['courses:read'])
  expect((await create({ name: 'Satu lagi', scopes: ['courses:read'] })).body.code).toBe('too-many-api-keys')
})

test('the stored key is a hash', async () => {
  for (const { _id } of await list()) await revoke(String(_id))
  const { key } = await createKey(['courses:read'])
  const rows = JSON.stringify(await site.database.query.execute('select * from api_keys'))
  expect(rows).not.toContain(key.slice(12))
})
