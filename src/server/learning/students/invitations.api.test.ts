import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let owner: SignedIn
let courseId: string

beforeAll(async () => {
  site = await startTestSite()
  owner = await site.createInstructor()
  courseId = (await site.createCourse({ instructorId: owner.id, title: 'Merajut' })).id
})
afterAll(() => site.close())

const as = (person: SignedIn, method: string, path: string, options: object = {}) =>
  site.call(method, path, { token: person.token, ...options })
const invite = (role: string, ...emails: string[]) =>
  as(owner, 'POST', `/courses/${courseId}/invitations`, { body: { role, emails } })
const listed = async () => (await as(owner, 'GET', `/courses/${courseId}/invitations`)).body.data.rows
const invitationTo = async (email: string) => (await listed()).find((row: { email: string }) => row.email === email)
const prove = ({ id }: SignedIn, at: string | null = new Date().toISOString()) =>
  site.database.query.execute(sql`update users set email_verified_at = ${at} where id = ${id}`)
const mine = (person: SignedIn) => as(person, 'GET', '/me/invitations').then(({ body }) => body.data.rows)
async function mailsTo(email: string): Promise<number> {
  const found = await site.database.query.execute(
    sql`select 1 from mails where to_email = ${email} and kind = 'course-invitation'`,
  )
  return found.rows.length
}

test('students with an account get the course at once, all others an invitation, and the answer is the same', async () => {
  const student = await site.createStudent()
  const known = await invite('student', student.email)
  const unknown = await invite('student', 'baru@contoh.id')
  expect([known.status, known.body]).toEqual([unknown.status, unknown.body])
  expect((await as(student, 'GET', '/courses/enrolled')).body.data).toMatchObject([{ title: 'Merajut' }])
  expect(await invitationTo('baru@contoh.id')).toMatchObject({ role: 'student' })
  expect(await mailsTo('baru@contoh.id')).toBe(1)
})

test('an address that an instructor adds as a student, also in a CSV, is invited when it has no account', async () => {
  await as(owner, 'POST', `/courses/${courseId}/students`, { body: { email: 'satu@contoh.id' } })
  const file = new File(['email\ndua@contoh.id\n'], 'siswa.csv')
  await as(owner, 'POST', `/courses/${courseId}/students/import`, { form: { file, dryRun: 'true' } })
  expect(await invitationTo('dua@contoh.id')).toBeUndefined()
  await as(owner, 'POST', `/courses/${courseId}/students/import`, { form: { file } })
  expect(await invitationTo('satu@contoh.id')).toBeDefined()
  expect(await invitationTo('dua@contoh.id')).toBeDefined()
})

test('whoever signs up with the address accepts the invitation once the mailbox is proven', async () => {
  const [person] = [await site.createStudent()]
  await site.database.query.execute(sql`update users set email = 'lama@contoh.id' where id = ${person.id}`)
  await invite('student', person.email)
  await site.database.query.execute(sql`update users set email = ${person.email} where id = ${person.id}`)
  const { _id } = await invitationTo(person.email)
  await prove(person, null)
  expect(await mine(person)).toEqual([])
  expect((await as(person, 'POST', `/me/invitations/${_id}/accept`)).body.code).toBe('email-unproven')
  await prove(person)
  expect(await mine(person)).toMatchObject([{ course: { title: 'Merajut' }, inviter: owner.name }])
  expect((await as(person, 'POST', `/me/invitations/${_id}/accept`)).status).toBe(200)
  expect((await as(person, 'GET', '/courses/enrolled')).body.data).toHaveLength(1)
  expect((await as(person, 'POST', `/me/invitations/${_id}/accept`)).status).toBe(404)
})

test('an instructor who accepts teaches the course; an invitation makes nobody an instructor', async () => {
  const [teacher, student] = [await site.createInstructor(), await site.createStudent()]
  await invite('assistant', teacher.email, student.email)
  expect((await as(teacher, 'GET', '/admin/courses')).body.data).toEqual([])
  const [of, ofStudent] = [await invitationTo(teacher.email), await invitationTo(student.email)]
  expect((await as(student, 'POST', `/me/invitations/${ofStudent._id}/accept`)).body.code).toBe('needs-instructor')
  await as(teacher, 'POST', `/me/invitations/${of._id}/accept`)
  expect((await as(teacher, 'GET', '/admin/courses')).body.data).toMatchObject([{ _id: courseId, myRole: 'assistant' }])
  // Nobody else's invitation is found.
  expect((await as(teacher, 'POST', `/me/invitations/${ofStudent._id}/accept`)).status).toBe(404)
  expect((await as(student, 'DELETE', `/me/invitations/${ofStudent._id}`)).status).toBe(200)
})

test('an owner changes what a teacher may do and ends it; a teacher may leave, and ends nobody else', async () => {
  const [one, two] = [await site.createInstructor(), await site.createInstructor()]
  for (const person of [one, two]) await site.addTeacher(courseId, person, 'assistant')
  const at = ({ id }: SignedIn) => `/courses/${courseId}/teachers/${id}`
  await as(owner, 'PUT', at(one), { body: { role: 'co-teacher' } })
  expect((await as(one, 'GET', `/courses/${courseId}/students`)).status).toBe(200)
  expect((await as(one, 'DELETE', at(two))).status).toBe(404)
  expect((await as(two, 'DELETE', at(two))).status).toBe(200)
  expect((await as(owner, 'DELETE', at(one))).status).toBe(200)
  expect((await as(owner, 'DELETE', at(owner))).status).toBe(404)
  for (const person of [one, two]) expect((await as(person, 'GET', `/admin/courses/${courseId}`)).status).toBe(404)
})

test('an invitation is mailed again once a day, and its mail ends with it', async () => {
  await invite('student', 'lagi@contoh.id')
  const { _id } = await invitationTo('lagi@contoh.id')
  const resend = () => as(owner, 'POST', `/courses/${courseId}/invitations/${_id}/resend`)
  expect((await resend()).body.code).toBe('mailed-today')
  site.clock.advance(dayMs)
  owner.token = await site.app.modules.identity.startSession({ id: owner.id, role: 'instructor' }, 'test')
  expect((await resend()).status).toBe(200)
  expect(await mailsTo('lagi@contoh.id')).toBe(2)
  expect((await as(owner, 'DELETE', `/courses/${courseId}/invitations/${_id}`)).status).toBe(200)
  expect(await mailsTo('lagi@contoh.id')).toBe(0)
})

test.each([
  [{ role: 'student', emails: [] }, 'emails'],
  [{ role: 'student', emails: ['bukan alamat'] }, 'emails.0'],
  [{ role: 'student', emails: Array.from({ length: 101 }, (_, each) => `a${each}@contoh.id`) }, 'emails'],
  [{ role: 'owner', emails: ['a@contoh.id'] }, 'role'],
])('what is no invitation is refused at its field: %j', async (body, field) => {
  const { status, body: answer } = await as(owner, 'POST', `/courses/${courseId}/invitations`, { body })
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
})
