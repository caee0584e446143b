import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const publishAll = (courseId: string, { token }: { token: string } = instructor) =>
  site.call('POST', `/courses/${courseId}/publish-drafts`, { token })
const addDraft = async (courseId: string, title: string, fields: object = {}): Promise<string> => {
  const body = { courseId, title, type: 'text', text: `<p>${title}</p>`, status: 'draft', ...fields }
  return (await site.call('POST', '/courses/content/create', { token: instructor.token, body })).body.data._id
}
const makeCourse = (lessons = 1) => site.createCourse({ instructorId: instructor.id, lessons, price: 0 })
const statusOf = async (courseId: string) => {
  const { details } = (await site.call('GET', `/admin/courses/${courseId}`, { token: instructor.token })).body.data
  return Object.fromEntries(details.map(({ title, status }: { title: string; status: string }) => [title, status]))
}

test('drafts that are complete are published at once, the others are named with what they lack, and students hear of the new ones once', async () => {
  const { id, title } = await makeCourse()
  const student = await site.createStudent()
  await site.enroll(student, { id })
  const [first] = [await addDraft(id, 'Draf satu'), await addDraft(id, 'Draf dua')]
  const videos = { groups: [{ chapter: 'Video', titles: ['Belum ada video'] }] }
  await site.call('POST', `/courses/${id}/video-drafts`, { token: instructor.token, body: videos })
  const { status, body } = await publishAll(id)
  expect([status, body.data]).toEqual([
    200,
    {
      published: 2,
      incomplete: 1,
      lacking: [
        { contentId: expect.any(String), title: 'Belum ada video', sentence: expect.stringContaining('video') },
      ],
    },
  ])
  expect(await statusOf(id)).toMatchObject({
    'Draf satu': 'published',
    'Draf dua': 'published',
    'Belum ada video': 'draft',
  })
  const shown = (await site.call('GET', `/courses/${id}/overview`)).body.data.details
  expect(shown.some(({ _id }: { _id: string }) => _id === first)).toBe(true)
  const notices = (await site.call('GET', '/me/notifications', { token: student.token })).body.data
  const told = notices.filter((notice: object) => JSON.stringify(notice).includes('materi'))
  expect(told).toHaveLength(1)
  expect(JSON.stringify(told)).toContain('2 materi')
  const admin = await site.createAdmin()
  const audit = await site.call('GET', `/admin/audit?subjectKind=course&subjectId=${id}`, { token: admin.token })
  expect(audit.body.data[0]).toMatchObject({ action: 'course.drafts-published', details: { title, count: 2 } })
})

test('a lesson that students saw before is published without being new, and a form that is open elsewhere is stale', async () => {
  const { id, lessonIds } = await site.createCourse({ instructorId: instructor.id, lessons: 2, price: 0 })
  const path = `/courses/${id}/content/${lessonIds[0]}`
  const { token } = instructor
  const student = await site.createStudent()
  await site.enroll(student, { id })
  await site.call('PATCH', `${path}/status`, { token, body: { status: 'draft' } })
  const open = (await site.call('GET', `/admin/courses/${id}/content/${lessonIds[0]}`, { token })).body.data
  expect((await publishAll(id)).body.data).toEqual({ published: 1, incomplete: 0, lacking: [] })
  const notices = (await site.call('GET', '/me/notifications', { token: student.token })).body.data
  expect(JSON.stringify(notices)).not.toContain('materi baru')
  const save = await site.call('PUT', `/courses/${id}/update-content/${lessonIds[0]}`, {
    token,
    body: { title: 'Lama', type: 'text', text: '<p>Lama</p>', version: open.version },
  })
  expect(save.status).toBe(409)
  expect((await publishAll(id)).body.data).toEqual({ published: 0, incomplete: 0, lacking: [] })
})

test('whoever does not edit the course has no part in it', async () => {
  const { id } = await makeCourse()
  await addDraft(id, 'Draf')
  const [stranger, student] = [await site.createInstructor(), await site.createStudent()]
  expect((await publishAll(id, stranger)).status).toBe(404)
  expect((await publishAll(id, student)).status).toBe(403)
  expect((await publishAll('bukan-id')).status).toBe(404)
  expect(await statusOf(id)).toMatchObject({ Draf: 'draft' })
})

test('of a thousand drafts, one call publishes all that are complete and names the first that are not', async () => {
  const { id } = await makeCourse(0)
  for (let index = 0; index < 120; index++) await addDraft(id, `Draf ${index}`)
  const groups = [{ chapter: null, titles: Array.from({ length: 880 }, (_, index) => `Video ${index}`) }]
  await site.call('POST', `/courses/${id}/video-drafts`, { token: instructor.token, body: { groups } })
  const { data } = (await publishAll(id)).body
  expect([data.published, data.incomplete, data.lacking.length]).toEqual([120, 880, 20])
})
