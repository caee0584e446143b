import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { freshProofs, withoutFreshProof } from '#contract/fresh-proofs.ts'
import { minuteMs } from '#contract/kit/durations.ts'
import { contract } from '#contract/index.ts'
import { password } from '#testing/factories.ts'
import { codeOf, enableTwoSteps } from '#testing/materials/two-step.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const nothing = '00000000-0000-7000-8000-000000000000'
const stepUp = (token: string, body: object) => site.call('POST', '/me/step-up', { token, body })
const exportStudents = (token: string) => site.call('GET', '/admin/students/export', { token })
const stepUpRequired = [403, 'step-up-required', 'Pastikan ini kamu dulu, lalu ulangi.']
const failureOf = ({ status, body }: { status: number; body: { code: string; message: string } }) => [
  status,
  body.code,
  body.message,
]

const guarded = Object.entries(freshProofs).flatMap(([operation, needed]) => (needed === 'always' ? [operation] : []))
const byInput = Object.keys(freshProofs).filter((operation) => !guarded.includes(operation))

test('the table of what needs a fresh proof is what the endpoints declare', () => {
  const declared = Object.values(contract).flatMap((calls) =>
    Object.values(calls).map((call) => ({
      ...call['~orpc'].route,
      ...call['~orpc'].meta,
      errors: Object.keys(call['~orpc'].errorMap),
    })),
  )
  const operations = (freshProof: string) =>
    declared.filter((call) => call.freshProof === freshProof).map(({ method, path }) => `${method} ${path}`)
  expect(operations('always').sort()).toEqual(guarded.sort())
  expect(operations('by-input').sort()).toEqual(byInput.sort())
  for (const { freshProof, path, errors } of declared)
    expect([path, errors.includes('STEP_UP_REQUIRED')]).toEqual([path, freshProof !== undefined])
})

test('every writing call of staff needs a fresh proof, or stands in the table of those that do not with its reason', () => {
  const writes = Object.values(contract).flatMap((calls) =>
    Object.values(calls).flatMap((call) => {
      const { route, meta } = call['~orpc']
      return route.method !== 'GET' && (meta.access === 'staff' || meta.access === 'admin')
        ? [`${route.method} ${route.path}`]
        : []
    }),
  )
  const decided = [...Object.keys(freshProofs), ...Object.values(withoutFreshProof).flat()]
  expect(writes.filter((operation) => !decided.includes(operation))).toEqual([])
  expect(
    Object.values(withoutFreshProof)
      .flat()
      .filter((operation) => !writes.includes(operation)),
  ).toEqual([])
  expect(new Set(decided).size).toBe(decided.length)
})

test('a session of eleven minutes makes no money: no approved transfer, no code, no sale, no price, no share, no mode', async () => {
  const admin = await site.createAdmin()
  const { id } = await site.createCourse({ price: 200_000 })
  const instructor = await site.createInstructor()
  site.clock.advance(11 * minuteMs)
  const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  const settingsWith = (change: object) => ['PUT', '/admin/settings', { ...settings, ...change }] as const
  const calls: (readonly [method: string, path: string, body: object])[] = [
    ['POST', `/admin/transfers/${nothing}/approve`, {}],
    ['POST', '/admin/promo-codes', { code: 'GRATIS100' }],
    ['POST', '/admin/sales', { name: 'Semua' }],
    ['POST', '/admin/bundles', { title: 'Semua' }],
    ['PUT', '/admin/operation', { mode: 'maintenance', message: null, logLevel: 'silent' }],
    ['PATCH', `/courses/${id}`, { price: 100_000 }],
    ['PATCH', `/courses/${id}`, { discount: 90 }],
    ['PATCH', `/courses/${id}`, { instructorId: instructor.id }],
    settingsWith({ instructorSharePercent: 100 }),
    settingsWith({ instructorPromo: { ...settings.instructorPromo, maximumPercent: 100 } }),
    settingsWith({ whatsapp: { ...settings.whatsapp, dailyTotal: 100_000 } }),
  ]
  for (const [method, path, body] of calls)
    expect([path, ...failureOf(await site.call(method, path, { token: admin.token, body }))]).toEqual([
      path,
      ...stepUpRequired,
    ])
  const dearer = await site.call('PATCH', `/courses/${id}`, { token: admin.token, body: { price: 300_000 } })
  expect(dearer.status).toBe(200)
})

test('a session of eleven minutes does not lower a price by way of a draft', async () => {
  const admin = await site.createAdmin()
  const { token } = admin
  const { id } = await site.createCourse({ price: 200_000 })
  const ebook = (await site.call('POST', '/admin/ebooks', { token, body: { title: 'Buku mahal' } })).body.data
  await site.database.query.execute(
    sql`update ebooks set status = 'published', published_at = now(), price_idr = 90000 where id = ${ebook._id}`,
  )
  site.clock.advance(11 * minuteMs)
  for (const [path, status] of [
    [`/courses/${id}`, `/courses/${id}/status`],
    [`/admin/ebooks/${ebook._id}`, `/admin/ebooks/${ebook._id}/status`],
  ] as const) {
    expect((await site.call('PATCH', status, { token, body: { status: 'draft' } })).status).toBe(200)
    expect(failureOf(await site.call('PATCH', path, { token, body: { price: 10_000 } }))).toEqual(stepUpRequired)
  }
})

describe('signing in', () => {
  test.each(guarded)('is proof for ten minutes: %s', async (operation) => {
    const [method = '', template = ''] = operation.split(' ')
    const path = template.replaceAll(/\{\w+\}/g, nothing)
    const admin = await site.createAdmin()
    const call = () =>
      site.call(method, path, { token: admin.token, ...(method === 'GET' || method === 'DELETE' ? {} : { body: {} }) })
    site.clock.advance(9 * minuteMs)
    expect((await call()).body?.code).not.toBe('step-up-required')
    site.clock.advance(2 * minuteMs)
    expect(failureOf(await call())).toEqual(stepUpRequired)
    expect((await stepUp(admin.token, { password })).status).toBe(200)
    expect((await call()).body?.code).not.toBe('step-up-required')
  })

  test('a new account of staff needs a fresh proof, one of a student does not', async () => {
    const admin = await site.createAdmin()
    site.clock.advance(10 * minuteMs)
    const create = (role: string) =>
      site.call('POST', '/admin/students', {
        token: admin.token,
        body: { name: 'Akun Baru', email: `${role}-${crypto.randomUUID()}@contoh.id`, role },
      })
    expect((await create('student')).status).toBe(201)
    for (const role of ['instructor', 'admin']) expect(failureOf(await create(role))).toEqual(stepUpRequired)
    await stepUp(admin.token, { password })
    expect((await create('instructor')).status).toBe(201)
  })

  test('settings need a fresh proof where they lead payments and letters elsewhere, or ask staff for less', async () => {
    const admin = await site.createAdmin()
    const save = async (change: object) => {
      const { updatedAt: _, ...current } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
      return site.call('PUT', '/admin/settings', { token: admin.token, body: { ...current, ...change } })
    }
    const transfer = { enabled: true, bank: 'BCA', number: '1234567890', holder: 'Cendaki' }
    const [seller, otherSeller] = ['Cendaki', 'Penjual Lain'].map((name) => ({
      name,
      address: 'Jalan Kopi 7',
      taxNumber: '',
    }))
    const changes = [
      { transfer },
      { seller },
      { contactEmail: 'halo@contoh.id' },
      { contactPhone: '+62 812 0000 0000' },
    ]
    for (const change of changes) expect((await save(change)).status).toBe(200)
    const { secret } = await enableTwoSteps(site, admin)
    expect((await save({ staffMustUseTwoSteps: true })).status).toBe(200)
    site.clock.advance(11 * minuteMs)
    // Everything else is saved without one.
    expect((await save({ name: 'Cendaki Baru' })).status).toBe(200)
    const dangerous = [
      { transfer: { ...transfer, number: '9999999999' } },
      { seller: otherSeller },
      { contactEmail: 'jahat@contoh.id' },
      { contactPhone: '' },
      { staffMustUseTwoSteps: false },
    ]
    for (const change of dangerous) expect(failureOf(await save(change))).toEqual(stepUpRequired)
    await stepUp(admin.token, { code: codeOf(secret, site) })
    for (const change of dangerous) expect((await save(change)).status).toBe(200)
  })
})

describe('a step-up', () => {
  test('says until when it counts, and counts for its own session only', async () => {
    const admin = await site.createAdmin()
    const other = (await site.call('POST', '/sign-in', { body: { email: admin.email, password } })).body.data
      .token as string
    site.clock.advance(11 * minuteMs)
    const { status, body } = await stepUp(admin.token, { password })
    expect([status, body.data.until]).toEqual([200, new Date(site.clock.now().getTime() + 10 * minuteMs).toISOString()])
    expect([(await exportStudents(admin.token)).status, (await exportStudents(other)).status]).toEqual([200, 403])
    site.clock.advance(10 * minuteMs)
    expect((await exportStudents(admin.token)).status).toBe(403)
  })

  test('with a wrong password is a field error, and limited', async () => {
    const { token } = await site.createStudent()
    const { status, body } = await stepUp(token, { password: 'salah' })
    expect([status, body.errors]).toEqual([422, { password: 'Password salah' }])
    for (let count = 1; count < 10; count++) await stepUp(token, { password: 'salah' })
    expect((await stepUp(token, { password })).status).toBe(429)
  })

  test('of an account with two steps needs a code, each code once, with a limit', async () => {
    const admin = await site.createAdmin()
    const { secret } = await enableTwoSteps(site, admin)
    site.clock.advance(11 * minuteMs)
    expect((await stepUp(admin.token, { password })).body.errors).toEqual({
      password: expect.stringContaining('verifikasi dua langkah'),
    })
    expect((await exportStudents(admin.token)).status).toBe(403)
    const code = codeOf(secret, site)
    expect((await stepUp(admin.token, { code })).status).toBe(200)
    expect((await exportStudents(admin.token)).status).toBe(200)
    expect((await stepUp(admin.token, { code })).body.errors).toEqual({ code: 'Kode salah atau sudah dipakai' })
    for (let count = 1; count < 10; count++) await stepUp(admin.token, { code: '000000' })
    expect((await stepUp(admin.token, { code: '000000' })).status).toBe(429)
  })

  test('with a code is rejected for an account without two steps', async () => {
    const { token } = await site.createStudent()
    expect((await stepUp(token, { code: '123456' })).body.errors).toEqual({
      code: 'Akun ini tidak memakai verifikasi dua langkah',
    })
  })

  test.each([{}, { code: '123456', password: 'x' }, { password: '' }, { code: 'abc' }, { response: 'x' }])(
    'returns 422 for %j',
    async (body) => {
      expect((await stepUp((await site.createStudent()).token, body)).status).toBe(422)
    },
  )

  test('requires an account that has only Google to sign in again', async () => {
    const { headers, body } = await site.call('GET', '/auth/google/nonce')
    const claims = {
      sub: `sub-${crypto.randomUUID()}`,
      email: `${crypto.randomUUID()}@gmail.com`,
      email_verified: true,
      name: 'Gita Gunung',
    }
    const idToken = await site.google.issue({ ...claims, nonce: body.data.nonce })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    const { token } = (await site.call('POST', '/auth/google', { body: { idToken }, headers: { cookie } })).body.data
    const response = await stepUp(token, { password: 'apa-saja' })
    expect([response.status, response.body.code]).toEqual([409, 'sign-in-again'])
  })
})

test('switching two steps on ends the proofs of other sessions, which were made with the password alone', async () => {
  const admin = await site.createAdmin()
  const other = (await site.call('POST', '/sign-in', { body: { email: admin.email, password } })).body.data
    .token as string
  expect((await exportStudents(other)).status).toBe(200)
  await enableTwoSteps(site, admin)
  expect([(await exportStudents(admin.token)).status, (await exportStudents(other)).status]).toEqual([200, 403])
})
