import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAssignment, textFile } from '#testing/materials/assignments.ts'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let owner: SignedIn
let coTeacher: SignedIn
let assistant: SignedIn
let student: SignedIn
let courseId: string

beforeAll(async () => {
  site = await startTestSite()
  ;[owner, coTeacher, assistant, student] = [
    await site.createInstructor('Dian Pemilik'),
    await site.createInstructor('Kokom Rekan'),
    await site.createInstructor('Asep Asisten'),
    await site.createStudent(),
  ]
  const made = await site.createCourse({ instructorId: owner.id })
  courseId = made.id
  await site.addTeacher(courseId, coTeacher, 'co-teacher')
  await site.addTeacher(courseId, assistant, 'assistant')
  await site.enroll(student, made)
})
afterAll(() => site.close())

const as = (person: SignedIn, method: string, path: string, options: object = {}) =>
  site.call(method, path, { token: person.token, ...options })
const titlesOf = (person: SignedIn): Promise<string[]> =>
  as(person, 'GET', '/admin/courses').then(({ body }) => body.data.map(({ _id }: { _id: string }) => _id))

test('the course page names its owner and its co-teachers, not its assistants', async () => {
  const { body } = await site.call('GET', `/courses/${courseId}`)
  expect(body.data.instructors).toMatchObject([
    { name: 'Dian Pemilik', role: 'owner' },
    { name: 'Kokom Rekan', role: 'co-teacher' },
  ])
})

test('the list of courses of staff has what they own, co-teach and assist, and no other', async () => {
  await site.createCourse()
  for (const person of [owner, coTeacher, assistant]) expect(await titlesOf(person), person.name).toEqual([courseId])
})

test('a question and a waiting submission reach all who teach the course', async () => {
  const asked = { title: 'Kenapa error?', text: 'Begini' }
  await as(student, 'POST', `/courses/${courseId}/questions`, { body: asked })
  const assignmentId = await createAssignment(site.call, { courseId, token: coTeacher.token })
  await as(student, 'POST', `/courses/${courseId}/content/${assignmentId}/submissions`, { form: { files: textFile() } })
  for (const person of [owner, coTeacher, assistant]) {
    expect((await as(person, 'GET', '/admin/questions')).body.data, person.name).toMatchObject([{ title: asked.title }])
    const told = await as(person, 'GET', '/me/notifications')
    expect(
      told.body.data.map(({ kind }: { kind: string }) => kind),
      person.name,
    ).toContain('question')
    expect((await as(person, 'GET', '/admin/submissions')).body.data, person.name).toHaveLength(1)
  }
})

test('an assistant answers as staff and grades, but neither edits nor sees the list of students', async () => {
  const [question] = (await as(assistant, 'GET', '/admin/questions')).body.data
  const answered = await as(assistant, 'POST', `/questions/${question._id}/answers`, { body: { text: 'Coba lagi.' } })
  expect([answered.status, answered.body.data.isInstructor]).toEqual([201, true])
  const [submission] = (await as(assistant, 'GET', '/admin/submissions')).body.data
  const graded = { decision: 'revise', comment: 'Perbaiki' }
  expect((await as(assistant, 'POST', `/admin/submissions/${submission._id}/review`, { body: graded })).status).toBe(
    200,
  )
  expect((await as(assistant, 'PATCH', `/courses/${courseId}`, { body: { title: 'Lain' } })).status).toBe(404)
  expect((await as(assistant, 'GET', `/courses/${courseId}/students`)).status).toBe(404)
})

test('a co-teacher edits the course and sees its students, but does not delete or copy it', async () => {
  expect((await as(coTeacher, 'PATCH', `/courses/${courseId}`, { body: { tagline: 'Baru' } })).status).toBe(200)
  expect((await as(coTeacher, 'GET', `/courses/${courseId}/students`)).body.data).toHaveLength(1)
  expect((await as(coTeacher, 'DELETE', `/courses/${courseId}`)).status).toBe(404)
  expect((await as(coTeacher, 'POST', `/courses/${courseId}/duplicate`)).status).toBe(404)
})

test('a share of a course makes a co-teacher, and whoever may not teach any more loses both', async () => {
  const admin = await site.createAdmin()
  const earner = await site.createInstructor()
  const instructors = [
    { userId: owner.id, sharePercent: 50 },
    { userId: earner.id, sharePercent: 20 },
  ]
  await as(admin, 'PATCH', `/courses/${courseId}`, { body: { instructors } })
  expect(await titlesOf(earner)).toEqual([courseId])
  await as(admin, 'PUT', `/admin/students/${earner.id}/access`, { body: { disabled: true } })
  const shown = await as(owner, 'GET', `/admin/courses/${courseId}`)
  expect(shown.body.data.instructors).toMatchObject([{ userId: owner.id }])
  expect((await site.call('GET', `/courses/${courseId}`)).body.data.instructors).toHaveLength(2)
})

test('who loses a share goes on teaching, unless the version before deleted it, which knows no teachers', async () => {
  const [admin, earner] = [await site.createAdmin(), await site.createInstructor()]
  const share = async (instructors: object[]) =>
    expect((await as(admin, 'PATCH', `/courses/${courseId}`, { body: { instructors } })).status).toBe(200)
  const earning = [
    { userId: owner.id, sharePercent: 50 },
    { userId: earner.id, sharePercent: 20 },
  ]
  await share(earning)
  await share(earning.slice(0, 1))
  expect(await titlesOf(earner)).toEqual([courseId])
  // Its change of shares: all of a course are deleted, and those of now inserted.
  const changeAsBefore = (kept: readonly { userId: string; sharePercent: number }[]) =>
    site.database.transaction(async (tx) => {
      await tx.execute(sql`delete from course_instructors where course_id = ${courseId}`)
      for (const [position, { userId, sharePercent }] of kept.entries())
        await tx.execute(sql`insert into course_instructors (course_id, user_id, position, share_percent)
          values (${courseId}, ${userId}, ${position}, ${sharePercent})`)
    })
  await share(earning)
  await changeAsBefore(earning)
  expect(await titlesOf(earner)).toEqual([courseId])
  await changeAsBefore(earning.slice(0, 1))
  expect(await titlesOf(earner)).toEqual([])
  expect(await titlesOf(assistant)).toEqual([courseId])
})

test('nobody who writes a course buys it', async () => {
  expect((await as(coTeacher, 'POST', '/checkout', { body: { courseId } })).status).toBe(409)
})
