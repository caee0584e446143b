import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { SignedIn } from '#testing/factories.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const get = (path: string, token = admin.token) => site.call('GET', path, { token })
const names = async (query: string): Promise<string[]> =>
  (await get(`/admin/students${query}`)).body.data.map((row: { name: string }) => row.name)
/** Audit entries about a user, without sign-ins, which are recorded asynchronously. */
const audited = async (subjectId: string) =>
  (await site.app.modules.audit.list({ subjectId }, { page: 1, limit: 10 })).entries.filter(
    ({ action }) => !action.startsWith('user.sign'),
  )

describe('the list of accounts', () => {
  beforeAll(async () => {
    for (const name of ['Zulaikha Rahman', 'Bima 100%', 'bimo_kecil']) {
      site.clock.advance(1000)
      await site.createStudent(name)
    }
  })

  test('has exactly the fields of a row', async () => {
    const { status, body } = await get('/admin/students?q=zulaikha')
    expect([status, body.meta]).toEqual([
      200,
      { page: 1, limit: 20, total: 1, isCounted: true, next: null, previous: null },
    ])
    expect(Object.keys(body.data[0]).sort()).toEqual([
      '_id',
      'avatar',
      'courseCount',
      'createdAt',
      'disabled',
      'email',
      'name',
      'role',
    ])
  })

  test.each([
    ['?q=RAHMAN', ['Zulaikha Rahman']],
    ['?q=100%25', ['Bima 100%']],
    ['?q=o_k', ['bimo_kecil']],
    ['?q=bim&sort=name', ['Bima 100%', 'bimo_kecil']],
    ['?q=bim&sort=-name', ['bimo_kecil', 'Bima 100%']],
    ['?role=admin', ['Admin']],
    ['?q=%27%3B%20drop%20table%20users--', []],
    ['?state=disabled', []],
  ])('returns the users of %s', async (query, expected) => {
    const found = await names(query)
    expect(query === '?role=admin' ? [found.length] : found).toEqual(query === '?role=admin' ? [1] : expected)
  })

  test('pages contain every account exactly once', async () => {
    const first = await get('/admin/students?limit=2&page=1')
    const pages = await Promise.all([2, 3, 4].map((page) => get(`/admin/students?limit=2&page=${page}`)))
    const ids = [first, ...pages].flatMap(({ body }) => body.data.map((row: { _id: string }) => row._id))
    expect(new Set(ids).size).toBe(first.body.meta.total)
  })

  test.each(['?role=dewa', '?state=x', '?sort=acak', '?limit=101', '?page=0', `?q=${'a'.repeat(101)}`])(
    'rejects %s with an error at the parameter',
    async (query) => {
      const { status, body } = await get(`/admin/students${query}`)
      expect([status, Object.keys(body.errors)]).toEqual([422, [/\?(\w+)/.exec(query)?.[1]]])
    },
  )

  test('is exported as CSV without formulas, with an entry in the audit log', async () => {
    await site.createStudent('=HYPERLINK("http://jahat")')
    const { status, headers, body } = await get('/admin/students/export?q=hyperlink')
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8'])
    expect(headers.get('content-disposition')).toMatch(/^attachment;.*pengguna-2026-11-21\.csv/)
    const rows = parse(body, { bom: true, delimiter: ';', columns: true }) as Record<string, string>[]
    expect(rows).toMatchObject([
      {
        Nama: `'=HYPERLINK("http://jahat")`,
        Peran: 'Siswa',
        Status: 'Aktif',
        Kelas: '0',
        'Terdaftar (WIB)': '2026-11-21 10:00',
      },
    ])
    expect((await audited('all'))[0]).toMatchObject({
      action: 'students.exported',
      actorId: admin.id,
      details: { rows: 1 },
    })
  })
})

test('more ids than a statement takes parameters are all found and counted', async () => {
  const course = await site.createCourse({ price: 0 })
  const [first, last] = [await site.createStudent('Yang Pertama'), await site.createStudent('Yang Terakhir')]
  for (const { token } of [first, last]) await site.call('POST', `/courses/${course.id}/enroll`, { token })
  const ids = [first.id, ...Array.from({ length: 70_000 }, () => crypto.randomUUID()), last.id]
  const { learning, identity } = site.app.modules
  expect([...(await learning.countCoursesOf(ids))]).toEqual([
    [first.id, 1],
    [last.id, 1],
  ])
  expect([...(await identity.findUserProfiles(ids)).values()].map(({ name }) => name)).toEqual([
    'Yang Pertama',
    'Yang Terakhir',
  ])
})

describe('one account', () => {
  test('is shown with courses, progress and payments', async () => {
    const student = await site.createStudent('Ratna')
    const course = await site.createCourse({ title: 'Kelas Ratna', price: 50_000 })
    const free = await site.createCourse({ title: 'Kelas Gratis', price: 0 })
    await site.call('POST', `/courses/${free.id}/enroll`, { token: student.token })
    await site.call('PUT', `/courses/${free.id}/content/${free.lessonIds[0]}/completion`, { token: student.token })
    await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
    const { status, body } = await get(`/admin/students/${student.id}`)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      name: 'Ratna',
      courses: [{ _id: free.id, title: 'Kelas Gratis', progress: 50, lessonsCompleted: 1, lessonCount: 2 }],
      transactions: [{ title: 'Kelas Ratna', amount: 50_000, status: 'pending' }],
      totalPaid: 0,
    })
  })

  test('names what was bought also where it is a cart', async () => {
    const student = await site.createStudent()
    const [one, two] = [await site.createCourse({ price: 50_000 }), await site.createCourse({ price: 50_000 })]
    const items = [one, two].map(({ id }) => ({ courseId: id }))
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { items } })
    const { title } = (await site.call('GET', `/my-transaction/${body.data.transactionId}`, { token: student.token }))
      .body.data
    expect(title).not.toBe('')
    expect((await get(`/admin/students/${student.id}`)).body.data.transactions).toMatchObject([{ title }])
  })

  test('does not count what was refunded as paid', async () => {
    const student = await site.createStudent()
    const course = await site.createCourse({ price: 50_000 })
    const { body } = await site.call('POST', '/checkout', { token: student.token, body: { courseId: course.id } })
    const orderId = site.sandbox.listOrders().find((order) => order.token === body.data.token)?.orderId ?? ''
    site.sandbox.pay(orderId)
    site.sandbox.settle(orderId)
    site.sandbox.refund(orderId, { amountIdr: 20_000 })
    await site.sandbox.idle()
    expect((await get(`/admin/students/${student.id}`)).body.data).toMatchObject({ totalPaid: 30_000 })
  })

  test.each(['00000000-0000-7000-8000-000000000000', 'bukan-id'])(
    'that does not exist (%s) is not found',
    async (id) => {
      expect((await get(`/admin/students/${id}`)).status).toBe(404)
    },
  )
})

describe('creating an account', () => {
  const create = (body: object) => site.call('POST', '/admin/students', { token: admin.token, body })

  test('creates a user of any role who can sign in with that password', async () => {
    const { status, body } = await create({
      name: 'Guru Baru',
      email: 'guru@contoh.id',
      password: 'kopi-susu-12',
      role: 'instructor',
    })
    expect([status, body.data]).toMatchObject([
      201,
      { name: 'Guru Baru', role: 'instructor', disabled: false, courseCount: 0 },
    ])
    expect(
      (await site.call('POST', '/sign-in', { body: { email: 'guru@contoh.id', password: 'kopi-susu-12' } })).status,
    ).toBe(200)
    expect(await audited(body.data._id)).toMatchObject([
      { action: 'user.created', actorId: admin.id, details: { role: 'instructor' } },
    ])
  })

  test('creates a student by default', async () => {
    expect(
      (await create({ name: 'Tanpa Peran', email: 'tp@contoh.id', password: 'kopi-susu-12' })).body.data.role,
    ).toBe('student')
  })

  test('sends a link when no password is given, and only that link gives access', async () => {
    const email = 'tautan@contoh.id'
    const { status, body } = await create({ name: 'Lewat Tautan', email })
    expect([status, body.message]).toEqual([201, 'Akun dibuat. Tautan untuk membuat password dikirim lewat email.'])
    expect((await site.call('POST', '/sign-in', { body: { email, password: 'apa-saja-1' } })).status).toBe(401)
    const [mail] = await site.mailsTo(email)
    const token = /#(?:token=)?([\w-]{20,})/.exec(mail?.text ?? '')?.[1]
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token, password: 'kopi-susu-12' } })).status,
    ).toBe(200)
    expect((await site.call('POST', '/sign-in', { body: { email, password: 'kopi-susu-12' } })).status).toBe(200)
  })

  test('rejects the same input as sign-up, with errors at the fields', async () => {
    const { status, body } = await create({ name: 'Al', email: 'x', password: '123', role: 'dewa' })
    expect([status, body.errors]).toEqual([
      422,
      {
        name: 'Nama minimal 3 karakter',
        email: 'Email tidak valid',
        password: 'Password minimal 6 karakter',
        role: 'Pilih peran',
      },
    ])
    expect((await create({ name: 'Umum', email: 'umum@contoh.id', password: 'password' })).body.errors).toEqual({
      password: 'Password terlalu umum',
    })
    const taken = await create({ name: 'Lagi', email: admin.email, password: 'kopi-susu-12' })
    expect([taken.status, taken.body.errors]).toEqual([409, { email: 'Email sudah terdaftar.' }])
  })
})

describe('changing role and access', () => {
  const setRole = (id: string, role: string, token = admin.token) =>
    site.call('PUT', `/admin/students/${id}/role`, { token, body: { role } })
  const setDisabled = (id: string, disabled: boolean, token = admin.token) =>
    site.call('PUT', `/admin/students/${id}/access`, { token, body: { disabled } })

  test('a new role ends all sessions and is in the audit log', async () => {
    const student = await site.createStudent()
    const { status, body } = await setRole(student.id, 'instructor')
    expect([status, body.data.role]).toEqual([200, 'instructor'])
    expect((await get('/me', student.token)).status).toBe(401)
    expect(await audited(student.id)).toMatchObject([
      { action: 'user.role-changed', actorId: admin.id, details: { from: 'student', to: 'instructor' } },
    ])
  })

  test('the current role changes nothing and keeps the sessions', async () => {
    const student = await site.createStudent()
    expect((await setRole(student.id, 'student')).status).toBe(200)
    expect((await get('/me', student.token)).status).toBe(200)
    expect(await audited(student.id)).toEqual([])
  })

  test('a disabled account loses access at once and regains it when enabled', async () => {
    const student = await site.createStudent()
    expect((await setDisabled(student.id, true)).body.data.disabled).toBe(true)
    expect((await get('/me', student.token)).status).toBe(401)
    const signIn = () => site.call('POST', '/sign-in', { body: { email: student.email, password: 'kopi-tubruk-7' } })
    expect((await signIn()).status).toBe(403)
    expect(await names('?state=disabled')).toEqual([student.name])
    await setDisabled(student.id, false)
    expect((await signIn()).status).toBe(200)
    expect((await audited(student.id)).map((entry) => entry.action)).toEqual(['user.enabled', 'user.disabled'])
  })

  test('admins cannot change their own account', async () => {
    for (const response of [await setRole(admin.id, 'student'), await setDisabled(admin.id, true)]) {
      expect([response.status, response.body.code]).toEqual([409, 'own-account'])
    }
  })

  test('a demoted admin is rejected on the next request', async () => {
    const other = await site.createAdmin()
    await setRole(other.id, 'instructor')
    expect((await get('/admin/students', other.token)).status).toBe(401)
  })
})

test('is for admins only', async () => {
  const instructor = await site.createInstructor()
  const student = await site.createStudent()
  const calls = [
    ['GET', '/admin/students'],
    ['GET', '/admin/students/export'],
    ['POST', '/admin/students'],
    ['GET', `/admin/students/${student.id}`],
    ['PUT', `/admin/students/${student.id}/role`],
    ['PUT', `/admin/students/${student.id}/access`],
  ] as const
  for (const [method, path] of calls) {
    for (const [token, status] of [
      [instructor.token, 403],
      [student.token, 403],
      [undefined, 401],
    ] as const) {
      const body = method === 'GET' ? {} : { body: {} }
      expect(
        (await site.call(method, path, { ...body, ...(token ? { token } : {}) })).status,
        `${method} ${path}`,
      ).toBe(status)
    }
  }
})
