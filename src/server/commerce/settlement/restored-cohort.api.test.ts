import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort } from '#testing/materials/cohorts.ts'
import { buy, checkBooks } from '#testing/materials/purchases.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// A payment that the bank took back and settled again, of a course with cohorts.

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterEach(() => checkBooks(site))
afterAll(() => site.close())

const asAdmin = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: admin.token, ...(body === undefined ? {} : { body }) })
const makeCourse = () => site.createCourse({ enrolment: 'cohorts', price: 100_000 })
const open = (course: MadeCourse, fields: object = {}) => openCohort(site, admin, { courseId: course.id, ...fields })
const membersOf = async (cohortId: string) => (await asAdmin('GET', `/cohorts/${cohortId}/members`)).body.data
const waitingOf = async (course: MadeCourse) =>
  (await asAdmin('GET', `/courses/${course.id}/cohorts/waiting`)).body.data
async function reverse(orderId: string): Promise<void> {
  site.sandbox.reverse(orderId)
  await site.sandbox.idle()
}
async function restore(orderId: string): Promise<void> {
  site.sandbox.restore(orderId)
  await site.sandbox.idle()
}

test('the student of a bundle is back in the cohort that they had chosen, since the day they joined it', async () => {
  const [course, beside] = [await makeCourse(), await site.createCourse({ price: 50_000 })]
  const cohort = await open(course, { seats: 1 })
  const items = [course, beside].map(({ id }) => ({ courseId: id }))
  const made = await asAdmin('POST', '/admin/bundles', { title: 'Paket', price: 120_000, status: 'published', items })
  const student = await site.createStudent()
  const { orderId } = await buy(site, student, { bundleId: made.body.data._id })
  await site.call('POST', `/courses/${course.id}/cohort`, { token: student.token, body: { cohortId: cohort._id } })
  const before = await membersOf(cohort._id)
  expect(before).toMatchObject([{ userId: student.id }])
  site.clock.advance(1000)
  await reverse(orderId)
  expect(await membersOf(cohort._id)).toEqual([])
  await restore(orderId)
  expect([await membersOf(cohort._id), await waitingOf(course)]).toEqual([before, []])
})

test('whom staff had moved is back in the cohort to which they moved, also when it has ended, and finds open what was', async () => {
  const course = await makeCourse()
  const [first, second] = [
    await open(course, { startsOn: dayFromNow(site, 0) }),
    await open(course, { name: 'Angkatan 2', startsOn: dayFromNow(site, 1), endsOn: dayFromNow(site, 2) }),
  ]
  const student = await site.createStudent()
  const { orderId } = await buy(site, student, { courseId: course.id, cohortId: first._id })
  await asAdmin('POST', `/cohorts/${first._id}/members/${student.id}/move`, { cohortId: second._id })
  const lesson = () =>
    site.call('GET', `/courses/${course.id}/content/${course.lessonIds[1]}`, { token: student.token })
  expect((await lesson()).status).toBe(200)
  await reverse(orderId)
  await restore(orderId)
  expect((await lesson()).status).toBe(200)
  await reverse(orderId)
  site.clock.advance(4 * dayMs)
  admin = await site.createAdmin()
  await restore(orderId)
  expect([await membersOf(first._id), await membersOf(second._id)]).toMatchObject([[], [{ userId: student.id }]])
})

test('a seat that was taken meanwhile is not sold twice: the student has the course, and chooses another cohort', async () => {
  const course = await makeCourse()
  const cohort = await open(course, { seats: 1 })
  const [student, quick] = [await site.createStudent(), await site.createStudent()]
  const { orderId } = await buy(site, student, { courseId: course.id, cohortId: cohort._id })
  await reverse(orderId)
  await buy(site, quick, { courseId: course.id, cohortId: cohort._id })
  await restore(orderId)
  expect([await membersOf(cohort._id), await waitingOf(course)]).toMatchObject([
    [{ userId: quick.id }],
    [{ userId: student.id }],
  ])
})
