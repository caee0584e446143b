import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { quizCalls } from '#testing/materials/quizzes.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  ;[instructor, student] = [await site.createInstructor(), await site.createStudent()]
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  await site.enroll(student, course)
})
afterAll(() => site.close())

const { call, makeQuiz, open, submit } = quizCalls(() => ({ site, instructor, student, course }))

test('the end of a long attempt is told an hour before, once; that of a short or a submitted one is not', async () => {
  type Told = { kind: string; url: string }
  const told = async () =>
    (await call('GET', '/me/notifications')).body.data.filter(({ kind }: Told) => kind === 'deadline') as Told[]
  const run = () => Promise.all([site.runDue('assessment'), site.runDue('assessment')])
  const quizzes = [
    await makeQuiz({ timeLimitMinutes: 600 }),
    await makeQuiz({ timeLimitMinutes: 600 }),
    await makeQuiz({ timeLimitMinutes: 60 }),
  ]
  const [long, , short] = quizzes.map(({ contentId }) => contentId) as [string, string, string]
  const attempts = []
  for (const { contentId } of quizzes) attempts.push(await open(contentId))
  await submit(attempts[1]._id)
  await run()
  site.clock.advance(539 * minuteMs)
  await run()
  expect(await told()).toEqual([])
  site.clock.advance(2 * minuteMs)
  await run()
  await run()
  expect(await told()).toMatchObject([{ url: expect.stringContaining(long) }])
  expect(JSON.stringify(await told())).not.toContain(short)
})

test('the end of an attempt is not told to who lost the access', async () => {
  const refunded = await site.createStudent()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  await site.enroll(refunded, course)
  const { contentId } = await makeQuiz({ timeLimitMinutes: 600 })
  await open(contentId, refunded)
  await site.database.query.execute(sql`update enrollments set revoked_at = now() where user_id = ${refunded.id}`)
  site.clock.advance(541 * minuteMs)
  await site.runDue('assessment')
  expect((await call('GET', '/me/notifications', undefined, refunded)).body.data).toEqual([])
})

test('the digest of the next morning is silent about an attempt that has ended', async () => {
  const late = await site.createStudent()
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  await site.enroll(late, course)
  await site.call('PUT', '/me/notification-settings', {
    token: late.token,
    body: { kinds: { deadline: { mail: false, digest: true } } },
  })
  const { contentId } = await makeQuiz({ timeLimitMinutes: 600 })
  await open(contentId, late)
  site.clock.advance(541 * minuteMs)
  await site.runDue('assessment')
  const { data } = (await call('GET', '/me/notifications', undefined, late)).body
  expect(data[0].title).toContain('Segera berakhir')
  site.clock.advance(dayMs)
  await site.app.jobs.run('broadcasts', 'digests')
  const digests = (await site.mailsTo(late.email)).map(({ text }) => text)
  expect(digests.filter((text) => text.includes('Segera berakhir'))).toEqual([])
})
