import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort } from '#testing/materials/cohorts.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  ;[instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
})
afterAll(() => site.close())

const told = async ({ token }: SignedIn): Promise<string[]> =>
  (await site.call('GET', '/me/notifications', { token })).body.data.map(({ title }: { title: string }) => title)

async function makeCohort(name: string) {
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', title: 'Riset UX' })
  return { course, cohort: await openCohort(site, instructor, { courseId: course.id, name }) }
}

test('a key of the API adds people to a cohort, who are told of nobody', async () => {
  const { cohort } = await makeCohort('Angkatan pagi')
  const student = await site.createStudent()
  const made = await site.call('POST', '/admin/api-keys', {
    token: admin.token,
    body: { name: 'Kampus', scopes: ['enrollments:write'] },
  })
  const added = await site.call('POST', `/cohorts/${cohort._id}/members`, {
    token: made.body.data.key,
    body: { userIds: [student.id] },
  })
  expect([added.status, added.body.data]).toEqual([201, { added: 1 }])
  expect(await told(student)).toEqual([expect.stringContaining('Angkatan pagi')])
})

test('whom an instructor adds without being asked for is mailed no word of the instructor, and once a day', async () => {
  const { cohort } = await makeCohort('Menang 10 juta')
  const student = await site.createStudent()
  const members = `/cohorts/${cohort._id}/members`
  for (let times = 0; times < 3; times++) {
    const { token } = instructor
    expect((await site.call('POST', members, { token, body: { userIds: [student.id] } })).status).toBe(201)
    expect((await site.call('DELETE', `${members}/${student.id}`, { token })).status).toBe(200)
  }
  const mails = await site.mailsTo(student.email)
  expect(JSON.stringify(mails)).not.toMatch(/Menang|Riset/)
  expect(mails.filter(({ subject }) => /kelas/i.test(subject))).toHaveLength(1)
  expect(await told(student)).toEqual(Array.from({ length: 3 }, () => expect.stringContaining('Menang 10 juta')))
})

test('an admin who adds somebody is known: the mail names cohort and course', async () => {
  const { cohort } = await makeCohort('Angkatan sore')
  const student = await site.createStudent()
  const { token } = admin
  await site.call('POST', `/cohorts/${cohort._id}/members`, { token, body: { userIds: [student.id] } })
  expect(JSON.stringify(await site.mailsTo(student.email))).toContain('Angkatan sore')
})

test('after its cohort was cancelled and the course sold without cohorts, a member studies on and is not listed as waiting', async () => {
  const { course, cohort } = await makeCohort('Angkatan batal')
  const student = await site.createStudent()
  const { token } = instructor
  await site.call('POST', `/cohorts/${cohort._id}/members`, { token, body: { userIds: [student.id] } })
  await site.call('POST', `/cohorts/${cohort._id}/cancel`, { token, body: { sentence: 'Tidak jadi.' } })
  const lesson = () =>
    site.call('GET', `/courses/${course.id}/content/${course.lessonIds[1]}`, { token: student.token })
  const waiting = async () =>
    (await site.call('GET', `/courses/${course.id}/cohorts/waiting`, { token })).body.data.map(
      ({ userId }: { userId: string }) => userId,
    )
  expect([(await lesson()).body.opensWith, await waiting()]).toEqual(['cohort', [student.id]])
  await site.call('PATCH', `/courses/${course.id}`, { token, form: { enrolment: 'open' } })
  expect([(await lesson()).status, await waiting()]).toEqual([200, []])
})

test('who lost the course and is given it anew finds open only what the new cohort opens', async () => {
  const { course, cohort: first } = await makeCohort('Angkatan lama')
  const today = await openCohort(site, instructor, { courseId: course.id, startsOn: dayFromNow(site, 0) })
  const student = await site.createStudent()
  const members = (cohortId: string) => `/cohorts/${cohortId}/members`
  const { token } = instructor
  const add = (cohortId: string) => site.call('POST', members(cohortId), { token, body: { userIds: [student.id] } })
  const lesson = () =>
    site.call('GET', `/courses/${course.id}/content/${course.lessonIds[1]}`, { token: student.token })
  await add(today._id)
  await site.call('POST', `${members(today._id)}/${student.id}/move`, { token, body: { cohortId: first._id } })
  expect((await lesson()).status).toBe(200)
  await site.call('DELETE', `${members(first._id)}/${student.id}`, { token })
  await add(first._id)
  expect((await lesson()).body).toMatchObject({ code: 'lesson-closed', opensAt: expect.any(String) })
})
