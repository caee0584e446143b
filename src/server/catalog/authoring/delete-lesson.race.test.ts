import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('students are told of a lesson that is created while the one they were told of is being deleted', async () => {
  const [instructor, student] = [await site.createInstructor(), await site.createStudent()]
  const course = await site.createCourse({ instructorId: instructor.id })
  await site.enroll(student, course)
  site.clock.advance(1000)
  const add = (title: string) =>
    site.call('POST', '/courses/content/create', {
      token: instructor.token,
      body: { courseId: course.id, title, type: 'text', text: '<p>Isi</p>' },
    })
  const first = (await add('Yang pertama')).body.data._id
  // The versions go with their lesson, after what students were told of it.
  const { whenWaiting, release } = await holdLock(site.database, sql`lock table content_versions in share mode`)
  const deletion = site.call('DELETE', `/courses/${course.id}/delete-content/${first}`, { token: instructor.token })
  await whenWaiting(1)
  const created = add('Yang kedua')
  await whenWaiting(2)
  await release()
  expect([(await deletion).status, (await created).status]).toEqual([200, 201])
  const { data } = (await site.call('GET', '/me/notifications', { token: student.token })).body
  expect(data).toMatchObject([{ kind: 'new-lessons', text: '“Yang kedua” baru ditambahkan.' }])
})
