import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('a course that changes while it is copied is copied as it was, whole', async () => {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  const added = await site.call('POST', `/courses/${course.id}/chapters`, {
    token: instructor.token,
    body: { title: 'Bab satu' },
  })
  expect(added.status).toBe(201)
  // A copy writes its chapters after it read the lessons.
  const { whenWaiting, release } = await holdLock(site.database, sql`lock table course_sections in share mode`)
  const copying = site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })
  await whenWaiting(1)
  const deleting = site.call('DELETE', `/courses/${course.id}/delete-content/${course.lessonIds[0]}`, {
    token: instructor.token,
  })
  await whenWaiting(2)
  await release()
  const { status, body } = await copying
  expect([status, body.data.lessonCount, (await deleting).status]).toEqual([201, 1, 200])
})
