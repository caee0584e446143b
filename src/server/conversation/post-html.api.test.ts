import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CleanHtml } from '#server/platform/rich-text/index.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { renderer } from './post-html.ts'
import { announcements, answers, questions } from './tables.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const text = 'Apa beda List<String> dan List?\nBaris dua'
const shown = '<p>Apa beda List&lt;String&gt; dan List?<br />Baris dua</p>'
/** Rendered by a version before. */
const before = { html: '<p>Apa beda List dan List? Baris dua</p>' as CleanHtml, renderer: 0 }

test('posts that a version before stored are shown as they were typed, and nobody counts as having changed them', async () => {
  const { query } = site.database
  const { renderAgain } = site.app.modules.conversation
  const teacher = await site.createInstructor()
  const course = await site.createCourse({ instructorId: teacher.id })
  await site.enroll(await site.createStudent(), course)
  const call = (method: string, path: string, body?: object) => site.call(method, path, { token: teacher.token, body })
  const asked = await call('POST', `/courses/${course.id}/questions`, { title: 'Generik', text })
  const { _id: questionId } = asked.body.data
  const { _id: answerId } = (await call('POST', `/questions/${questionId}/answers`, { text })).body.data
  const sent = await call('POST', `/courses/${course.id}/announcements`, { title: 'Generik', text, to: 'all' })
  const costly = (await call('POST', `/questions/${questionId}/answers`, { text: 'Lain' })).body.data._id
  for (const table of [questions, answers, announcements]) await query.update(table).set(before)
  await query
    .update(answers)
    .set({ body: sql`repeat('[', 20000)` })
    .where(eq(answers.id, costly))

  expect(await renderAgain()).toBe(4)
  expect(await renderAgain()).toBe(0)
  const { data } = (await call('GET', `/questions/${questionId}`)).body
  expect(data).toMatchObject({ html: shown, isEdited: false })
  expect(data.answers.find(({ _id }: { _id: string }) => _id === answerId)).toMatchObject({
    html: shown,
    isEdited: false,
  })
  const [announcement] = await query.select().from(announcements).where(eq(announcements.id, sent.body.data._id))
  expect(announcement).toMatchObject({ html: shown, editedAt: null })

  await call('PATCH', `/answers/${answerId}`, { text: '<b>tebal</b>' })
  const read = async () => (await query.select().from(answers).where(eq(answers.id, answerId)))[0]
  expect(await read()).toMatchObject({ html: '<p><strong>tebal</strong></p>' })
  await renderAgain()
  expect(await renderAgain()).toBe(0)

  // As the version before does it beside this one.
  await query.execute(sql`update course_answers set body = ${text}, html = ${before.html} where id = ${answerId}`)
  expect(await renderAgain()).toBe(1)
  expect(await read()).toMatchObject({ html: shown, renderer })
})
