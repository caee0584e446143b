import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { password, type SignedIn } from '#testing/factories.ts'

let site: TestSite
let admin: SignedIn
let student: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
  await site.call('POST', '/sign-in', { body: { email: admin.email, password } })
  student = await site.createStudent('Ratna Sari')
  // The evening of the 21st in Jakarta, then half an hour past midnight.
  site.clock.advance(13 * hourMs)
  admin = await site.createAdmin()
  await site.call('PUT', `/admin/students/${student.id}/role`, { token: admin.token, body: { role: 'instructor' } })
  site.clock.advance(90 * minuteMs)
  admin = await site.createAdmin()
  await site.call('POST', '/admin/categories', { token: admin.token, body: { name: 'Musik', group: 'design' } })
  await site.app.idle()
})
afterAll(() => site.close())

const list = (query = '') => site.call('GET', `/admin/audit${query}`, { token: admin.token })
type Entry = { action: string }
// The log also contains the sign-in of the first admin.
const withoutSignIns = (entries: Entry[]) => entries.filter(({ action }) => action !== 'user.signed-in')
const actions = async (query: string): Promise<string[]> =>
  withoutSignIns((await list(query)).body.data).map((entry) => entry.action)

test('the audit log shows actor, action and subject, newest first', async () => {
  const { status, body } = await list()
  expect([status, body.meta]).toEqual([
    200,
    { page: 1, limit: 20, total: 3, isCounted: true, next: null, previous: null },
  ])
  expect(withoutSignIns(body.data)).toMatchObject([
    {
      action: 'category.created',
      actor: { name: admin.name, email: admin.email },
      subject: { kind: 'category', name: null },
      details: { name: 'Musik' },
    },
    {
      action: 'user.role-changed',
      subject: { kind: 'user', _id: student.id, name: 'Ratna Sari' },
      details: { from: 'student', to: 'instructor' },
    },
  ])
})

test('users and courses in the details have their names, and an import is one entry that lists its users', async () => {
  const [course, bayu, cici] = [
    await site.createCourse({ title: 'Kelas Impor' }),
    await site.createStudent('Bayu'),
    await site.createStudent('Cici'),
  ]
  const file = new File([`email\n${bayu.email}\n${cici.email}\n${student.email}x\n`], 'siswa.csv', { type: 'text/csv' })
  await site.call('POST', `/courses/${course.id}/students/import`, { token: admin.token, form: { file } })
  await site.call('DELETE', `/courses/${course.id}/students/${bayu.id}`, { token: admin.token })
  const entries = withoutSignIns((await list('?action=course')).body.data)
  expect(entries).toMatchObject([
    {
      action: 'course.student-removed',
      subject: { name: 'Kelas Impor' },
      details: { userId: bayu.id },
      names: { [bayu.id]: 'Bayu' },
    },
    {
      action: 'course.students-imported',
      details: { users: [bayu.id, cici.id] },
      names: { [bayu.id]: 'Bayu', [cici.id]: 'Cici' },
    },
  ])
  await site.database.query.execute(`delete from audit_entries where action like 'course.%'`)
})

test('it can be filtered by action, kind, person, and days in Jakarta time', async () => {
  expect(await actions('?action=user.role-changed')).toEqual(['user.role-changed'])
  expect(await actions('?action=category')).toEqual(['category.created'])
  expect(await actions(`?person=${encodeURIComponent(admin.email)}`)).toEqual(['category.created'])
  expect(await actions('?person=tidak-ada')).toEqual([])
  expect(await actions('?to=2026-11-21')).toEqual(['user.role-changed'])
  expect(await actions('?from=2026-11-22&to=2026-11-22')).toEqual(['category.created'])
})

test('it lists every action that it contains', async () => {
  expect((await site.call('GET', '/admin/audit/actions', { token: admin.token })).body.data).toEqual([
    'category.created',
    'user.role-changed',
    'user.signed-in',
  ])
})

test.each(['?from=kemarin', '?to=2026-13-01', '?action=DROP', '?page=0'])(
  '%s is rejected with an error at the parameter',
  async (query) => {
    const { status, body } = await list(query)
    expect([status, Object.keys(body.errors)]).toEqual([422, [/\?(\w+)/.exec(query)?.[1]]])
  },
)

test('it is for admins only', async () => {
  const instructor = await site.createInstructor()
  expect((await site.call('GET', '/admin/audit', { token: instructor.token })).status).toBe(403)
  expect((await site.call('GET', '/admin/audit')).status).toBe(401)
})

test('the entries about one course are listed on their own, with who changed its price and from what', async () => {
  const instructor = await site.createInstructor()
  const [course, other] = [
    await site.createCourse({ instructorId: instructor.id }),
    await site.createCourse({ instructorId: instructor.id }),
  ]
  for (const { id } of [course, other])
    await site.call('PATCH', `/courses/${id}`, { token: instructor.token, body: { price: 175_000 } })
  const { body } = await list(`?subjectKind=course&subjectId=${course.id}`)
  expect(body.data).toMatchObject([
    {
      action: 'course.changed',
      actor: { name: instructor.name },
      subject: { _id: course.id },
      details: { after: { priceIdr: 175_000 } },
    },
  ])
  for (const unknown of ['?subjectKind=course&subjectId=tidak-ada', `?subjectKind=user&subjectId=${course.id}`])
    expect((await list(unknown)).body).toMatchObject({ data: [], meta: { total: 0 } })
  expect((await list('?subjectKind=Kelas%20&subjectId=x')).body.errors).toEqual({ subjectKind: 'Objek tidak dikenal' })
})
