import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { createAssignment } from '#testing/materials/assignments.ts'
import { buy } from '#testing/materials/purchases.ts'
import { createQuiz, rightAnswers } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
let student: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  course = await site.createCourse({
    instructorId: instructor.id,
    price: 100_000,
    lessons: 2,
    title: 'Kelas Satu Siswa',
  })
  student = await site.createStudent('Sari Dewi')
  await buy(site, student, { courseId: course.id })
})
afterAll(() => site.close())

const paths = ['', '/results', '/purchases']
const show = (who: SignedIn, path = '', of = student, at = course) =>
  site.call('GET', `/courses/${at.id}/students/${of.id}${path}`, { token: who.token })

test('shows each lesson with when it was completed, and the certificate', async () => {
  expect((await show(instructor)).body.data).toMatchObject({
    name: 'Sari Dewi',
    email: student.email,
    course: { _id: course.id, title: 'Kelas Satu Siswa' },
    source: 'purchase',
    part: 'not-started',
    finishedAt: null,
    certificate: null,
    lessons: course.lessonIds.map((_id) => ({ _id, type: expect.any(String) as string, completedAt: null })),
  })
  for (const lessonId of course.lessonIds)
    await site.call('PUT', `/courses/${course.id}/content/${lessonId}/completion`, { token: student.token })
  const issued = await site.call('POST', `/courses/${course.id}/certificate`, {
    token: student.token,
    body: { name: 'Sari Dewi' },
  })
  const { data } = (await show(instructor)).body
  expect(data).toMatchObject({
    part: 'finished',
    progress: 100,
    certificate: { _id: issued.body.data._id, isRevoked: false },
  })
  expect(data.lessons.every(({ completedAt }: { completedAt: string | null }) => completedAt !== null)).toBe(true)
})

test('shows attempts at quizzes and the latest submission of each assignment', async () => {
  const at = await site.createCourse({ instructorId: instructor.id, price: 0 })
  const { contentId: quizId, quiz } = await createQuiz(site.call, { courseId: at.id, token: instructor.token })
  const taskId = await createAssignment(site.call, { courseId: at.id, token: instructor.token })
  const who = await site.createStudent()
  await site.enroll(who, at)
  expect((await show(instructor, '/results', who, at)).body.data).toEqual({ quizzes: [], assignments: [] })
  for (const answers of [{}, rightAnswers(quiz)]) {
    const id = (await site.call('POST', `/courses/${at.id}/content/${quizId}/attempts`, { token: who.token })).body.data
      ._id as string
    await site.call('PUT', `/attempts/${id}/answers`, { token: who.token, body: { answers, seq: 1 } })
    await site.call('POST', `/attempts/${id}/submit`, { token: who.token })
  }
  await site.call('POST', `/courses/${at.id}/content/${taskId}/submissions`, {
    token: who.token,
    form: { text: 'Jawaban' },
  })
  expect((await show(instructor, '/results', who, at)).body.data).toMatchObject({
    quizzes: [{ contentId: quizId, attempts: 2, bestPercent: 100, passed: true }],
    assignments: [{ contentId: taskId, number: 1, status: 'waiting', points: null }],
  })
})

test('admins see the purchases that gave the access, refunds included', async () => {
  const admin = await site.createAdmin()
  const { data } = (await show(admin, '/purchases')).body
  expect(data).toMatchObject([
    {
      state: 'paid',
      amount: 100_000,
      refunded: 0,
      isGift: false,
      invoiceId: expect.stringContaining('INV/') as string,
    },
  ])
})

test('only admins and the instructor of the course see a student; purchases only admins', async () => {
  const [admin, other] = [await site.createAdmin(), await site.createInstructor()]
  const statuses = async (who: SignedIn, of = student, at = course) =>
    Promise.all(paths.map(async (path) => (await show(who, path, of, at)).status))
  expect(await statuses(admin)).toEqual([200, 200, 200])
  expect(await statuses(instructor)).toEqual([200, 200, 403])
  expect(await statuses(other)).toEqual([404, 404, 403])
  expect(await statuses(student)).toEqual([403, 403, 403])
  // Who is not enrolled, in this course or at all, is not found.
  expect((await statuses(instructor, other)).slice(0, 2)).toEqual([404, 404])
  const elsewhere = await site.createCourse({ instructorId: instructor.id })
  expect((await statuses(instructor, student, elsewhere)).slice(0, 2)).toEqual([404, 404])
  for (const path of paths)
    expect(
      (await site.call('GET', `/courses/${course.id}/students/bukan-id${path}`, { token: admin.token })).status,
    ).toBe(404)
})
