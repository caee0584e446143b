import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { SignedIn } from '#testing/factories.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

const issue = (who: SignedIn, courseId: string) =>
  site.call('POST', `/courses/${courseId}/certificate`, { token: who.token, body: { name: 'Sari Dewi' } })

test('certificates issued concurrently without a key share one new key, and each student gets one certificate', async () => {
  const course = await site.createCourse({ lessons: 1 })
  const students = await Promise.all([1, 2, 3, 4].map(() => site.createStudent()))
  for (const { id: userId, token } of students) {
    await site.enroll({ id: userId }, course)
    await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token })
  }
  const responses = await Promise.all(
    students.flatMap((who) => [issue(who, course.id), issue(who, course.id), issue(who, course.id)]),
  )
  expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 200))
  expect(new Set(responses.map(({ body }) => body.data._id)).size).toBe(students.length)
  expect(new Set(responses.map(({ body }) => body.data.proof.keyId)).size).toBe(1)
})

test('concurrent key rotations leave one active key', async () => {
  const admin = await site.createAdmin()
  await Promise.all([1, 2, 3].map(() => site.call('POST', '/admin/certificate-keys', { token: admin.token })))
  const { body } = await site.call('GET', '/admin/certificate-keys', { token: admin.token })
  expect(body.data.filter((key: { retiredAt: string | null }) => key.retiredAt === null)).toHaveLength(1)
})
