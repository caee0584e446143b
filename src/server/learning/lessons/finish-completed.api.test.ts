import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
/** Two of the three lessons, one, none; and two of somebody whose access was revoked. */
let [almost, half, none, former]: SignedIn[] = []
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const withToken = (who: SignedIn | undefined, rest: object = {}) => ({ token: who?.token ?? '', ...rest })
const complete = (who: SignedIn | undefined, count: number, method = 'PUT') =>
  Promise.all(
    course.lessonIds
      .slice(0, count)
      .map((id) => site.call(method, `/courses/${course.id}/content/${id}/completion`, withToken(who))),
  )
beforeEach(async () => {
  course = await site.createCourse({ instructorId: instructor.id, lessons: 3, price: 0 })
  ;[almost, half, none, former] = await Promise.all(Array.from({ length: 4 }, () => site.createStudent()))
  for (const who of [almost, half, none]) if (who) await site.enroll(who, course)
  const [added, removed] = [{ body: { email: former?.email } }, `/courses/${course.id}/students/${former?.id}`]
  await site.call('POST', `/courses/${course.id}/students`, withToken(instructor, added))
  await complete(almost, 2)
  await complete(half, 1)
  await complete(former, 2)
  await site.call('DELETE', removed, withToken(instructor))
  site.clock.advance(minuteMs)
})

const last = () => course.lessonIds[2] ?? ''
const setStatus = (lessonId: string, status: string) =>
  site.call('PATCH', `/courses/${course.id}/content/${lessonId}/status`, withToken(instructor, { body: { status } }))
const remove = (lessonId: string) =>
  site.call('DELETE', `/courses/${course.id}/delete-content/${lessonId}`, withToken(instructor))
const finishOf = async (who: SignedIn | undefined): Promise<string | null> =>
  (await site.call('GET', `/courses/${course.id}`, withToken(who))).body.data.viewer?.finishedAt ?? null
const finishes = async () => Promise.all([almost, half, none].map(finishOf))
const countFinished = async () =>
  (await site.call('GET', `/admin/courses/${course.id}`, withToken(instructor))).body.data.figures.finished as number
const askCertificate = async (who: SignedIn | undefined) =>
  (await site.call('POST', `/courses/${course.id}/certificate`, withToken(who, { body: { name: 'Siti Nurhaliza' } })))
    .status

describe.each([
  ['was deleted', (lessonId: string) => remove(lessonId)],
  ['became a draft', (lessonId: string) => setStatus(lessonId, 'draft')],
  [
    'became a draft in its form',
    async (lessonId: string) =>
      site.call('PUT', `/courses/${course.id}/update-content/${lessonId}`, {
        token: instructor.token,
        body: { title: 'Penutup', type: 'text', text: '<p>Isi</p>', status: 'draft' },
      }),
  ],
])('a student whose only open lesson %s', (_, takeAway) => {
  test('has finished the course from then on, is counted, and gets a certificate; nobody else has', async () => {
    expect([await finishes(), await countFinished()]).toEqual([[null, null, null], 0])
    const now = site.clock.now().toISOString()
    expect((await takeAway(last())).status).toBe(200)
    expect([await finishes(), await countFinished()]).toEqual([[now, null, null], 1])
    expect([await askCertificate(almost), await askCertificate(half)]).toEqual([200, 409])
  })
})

test('a lesson that comes back later is new, and the finish stays', async () => {
  await setStatus(last(), 'draft')
  const finished = await finishOf(almost)
  site.clock.advance(minuteMs)
  await setStatus(last(), 'published')
  expect([finished, await finishOf(almost)]).toEqual([expect.any(String), finished])
})

test('a course without lessons is finished by nobody', async () => {
  for (const lessonId of course.lessonIds) await remove(lessonId)
  expect([await finishes(), await countFinished()]).toEqual([[null, null, null], 0])
})

test('who completed all that are left has finished a day later at most, also when the process ended right after the deletion', async () => {
  await site.database.query.execute(sql`delete from contents where id = ${last()}`)
  expect(await finishes()).toEqual([null, null, null])
  await site.app.modules.figures.check({ now: true, parts: 10_000 })
  expect(await finishes()).toEqual([site.clock.now().toISOString(), null, null])
})
