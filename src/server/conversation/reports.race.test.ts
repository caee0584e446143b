import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { holdLock } from '#testing/hold-lock.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('a report that arrives while its question loses its words is refused: nothing would be left to decide', async () => {
  const [instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
  const { id: courseId } = await site.createCourse({ instructorId: instructor.id })
  const call = (method: string, path: string, body?: object, { token } = instructor) =>
    site.call(method, path, { token, ...(body ? { body } : {}) })
  const question = (await call('POST', `/courses/${courseId}/questions`, { title: 'Beli', text: 'Iklan' })).body.data
  const path = `/questions/${question._id}`
  await call('POST', `${path}/answers`, { text: 'Jangan beriklan di sini' }, admin)
  const locked = await holdLock(
    site.database,
    sql`select 1 from course_questions where id = ${question._id} for update`,
  )
  const deletion = call('DELETE', path)
  await locked.whenWaiting(1)
  const report = call('POST', `${path}/report`, { reason: 'Ini iklan' }, admin)
  await locked.whenWaiting(2)
  await locked.release()
  expect([(await deletion).status, (await report).status]).toEqual([200, 404])
  expect((await call('GET', '/admin/reports', undefined, admin)).body.data).toEqual([])
})

test('of two who decide a report at once the second is told, and what is hidden can be shown again', async () => {
  const [first, second] = [await site.createAdmin(), await site.createAdmin()]
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id })
  const post = async (path: string, body?: object, { token } = instructor) =>
    site.call('POST', path, { token, ...(body ? { body } : {}) })
  const question = (await post(`/courses/${course.id}/questions`, { title: 'Beli di sini', text: 'Iklan' })).body.data
  const reported = await post(`/questions/${question._id}/report`, { reason: 'Ini iklan' }, first)
  const id: string = reported.body.data._id
  const report = await holdLock(site.database, sql`select 1 from reports where id = ${id} for update`)
  const hiding = post(`/admin/reports/${id}/hide`, undefined, first)
  await report.whenWaiting(1)
  const dismissing = post(`/admin/reports/${id}/dismiss`, undefined, second)
  await report.whenWaiting(2)
  await report.release()
  expect((await hiding).body.data).toMatchObject({ status: 'hidden', item: { isHidden: true } })
  expect((await dismissing).body.code).toBe('already-decided')
  expect((await post(`/admin/reports/${id}/restore`, undefined, second)).status).toBe(200)
})
