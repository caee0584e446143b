import { afterAll, beforeAll, expect, test } from 'vitest'
import { lessonMinutes } from '#contract/catalog/lesson-minutes.ts'
import type { MadeCourse } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { sql } from 'drizzle-orm'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

/** A stored video of this length. */
async function addVideo(seconds: number): Promise<ReturnType<typeof sql>> {
  const id = crypto.randomUUID()
  await site.database.query.execute(
    sql`insert into media_files (id, bytes, content_type, duration_seconds, created_at) values (${id}, 1, 'video/mp4', ${seconds}, now())`,
  )
  return sql`type = 'video', youtube_id = null, body_html = null, reading_minutes = null, media_id = ${id}, duration_seconds = ${seconds}`
}

const text = sql`type = 'text', youtube_id = null, body_html = '<p>Teks</p>'`
const quiz = sql`type = 'quiz', youtube_id = null, body_html = null, reading_minutes = null`

/** Gives the lessons of a course these kinds and lengths. */
async function setLessons(course: MadeCourse, ...changes: ReturnType<typeof sql>[]): Promise<void> {
  for (const [index, change] of changes.entries())
    await site.database.query.execute(sql`update contents set ${change} where id = ${course.lessonIds[index]}`)
}

test('a path lasts as long as the lessons of its courses: known lengths, usual ones, no drafts, at least a minute', async () => {
  const admin = await site.createAdmin()
  const [known, usual, empty] = [
    await site.createCourse({ lessons: 4 }),
    await site.createCourse({ lessons: 3 }),
    await site.createCourse({ lessons: 1 }),
  ]
  await setLessons(
    known,
    await addVideo(95),
    await addVideo(100),
    sql`${text}, reading_minutes = 7`,
    sql`${text}, reading_minutes = 90, status = 'draft'`,
  )
  await setLessons(usual, quiz, quiz, sql`reading_minutes = null`)
  await setLessons(empty, sql`status = 'draft'`)
  const courses = [known, usual, empty]
  const made = await site.call('POST', '/admin/paths', {
    token: admin.token,
    body: { title: 'Berapa lama', steps: courses.map(({ id }) => ({ courseId: id })) },
  })
  const { _id } = made.body.data
  await site.call('PATCH', `/admin/paths/${_id}/status`, { token: admin.token, body: { status: 'published' } })
  const { steps, minutes } = (await site.call('GET', `/paths/${_id}`)).body.data
  const wanted = [
    lessonMinutes([
      { type: 'video', durationSeconds: 95, readingMinutes: null },
      { type: 'video', durationSeconds: 100, readingMinutes: null },
      { type: 'text', readingMinutes: 7 },
    ]),
    lessonMinutes([
      { type: 'quiz', readingMinutes: null },
      { type: 'quiz', readingMinutes: null },
      { type: 'text', readingMinutes: null },
    ]),
    1,
  ]
  expect(steps.map((step: { minutes: number }) => step.minutes)).toEqual(wanted)
  expect(minutes).toBe(wanted.reduce((sum, each) => sum + each))
})
