import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { cpuMsUntil } from '#testing/scale/cpu-time.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// Calls that nobody was meant to make.

let site: TestSite
let instructor: SignedIn
let course: MadeCourse
let asker: SignedIn
let other: SignedIn
let enrolment: string
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())
beforeEach(async () => {
  course = await site.createCourse({ instructorId: instructor.id, lessons: 2 })
  ;[asker, other] = [await site.createStudent(), await site.createStudent()]
  enrolment = await site.enroll(asker, course)
  await site.enroll(other, course)
})

const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const ask = (input: object = {}) =>
  call(asker, 'POST', `/courses/${course.id}/questions`, { title: 'Kenapa?', text: 'Begitu', ...input })
const zalgo = `Z${'\u0335\u0321'.repeat(200)}a`

test.each([
  ['a thousand mentions', '@siswa '.repeat(1000)],
  ['100 KB of text', 'kata '.repeat(20_000)],
  ['100 KB without a space', 'x'.repeat(100_000)],
  ['marks upon marks', zalgo],
  ['text that turns around', 'aman \u202Egnp.exe\u202C'],
  ['nested quotes', '> '.repeat(3000)],
  ['nested quotes without spaces', '>'.repeat(9000)],
  ['lists in lists on one line', '- '.repeat(3000)],
  ['lists in quotes', '> - '.repeat(2000)],
  ['numbered lists in lists', '1. '.repeat(3000)],
  ['nested lists', Array.from({ length: 300 }, (_, level) => `${' '.repeat(level * 2)}- x`).join('\n')],
  ['brackets', '['.repeat(10_000)],
  ['stars', '*a **a '.repeat(3000)],
  ['a lone surrogate', 'a\uD800b'],
])('%s costs this process less than a second, and mails nobody else', async (_, text) => {
  const before = site.mailTransport.sent.length
  const tookMs = await cpuMsUntil(async () => {
    const { status, body } = await ask({ text })
    expect([201, 413, 422]).toContain(status)
    if (status === 201) expect(body.data.html).not.toMatch(/<script|onerror|javascript:/i)
  })
  expect(tookMs).toBeLessThan(1000)
  await site.app.jobs.run('mails')
  expect(site.mailTransport.sent.slice(before).filter(({ to }) => to.email !== instructor.email)).toEqual([])
})

test('nobody votes for the own question or answer', async () => {
  const { _id } = (await ask()).body.data
  const answer = (await call(other, 'POST', `/questions/${_id}/answers`, { text: 'Begini' })).body.data
  const answerId = answer.answers?.[0]?._id ?? answer._id
  expect((await call(asker, 'PUT', `/questions/${_id}/vote`)).body.code).toBe('own-post')
  expect((await call(other, 'PUT', `/answers/${answerId}/vote`)).body.code).toBe('own-post')
  await Promise.all(Array.from({ length: 10 }, () => call(other, 'PUT', `/questions/${_id}/vote`)))
  expect((await call(other, 'GET', `/questions/${_id}`)).body.data.votes).toBe(1)
})

test('of two answers that are accepted at the same moment one is, and both calls succeed', async () => {
  const { _id } = (await ask()).body.data
  for (const who of [other, instructor]) await call(who, 'POST', `/questions/${_id}/answers`, { text: 'Begini' })
  const ids = (await call(asker, 'GET', `/questions/${_id}`)).body.data.answers.map(
    (answer: { _id: string }) => answer._id,
  )
  const accepted = await Promise.all(
    ids.flatMap((answerId: string) =>
      [asker, instructor].map((who) => call(who, 'PUT', `/questions/${_id}/accepted`, { answerId })),
    ),
  )
  expect(accepted.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  const { data } = (await call(asker, 'GET', `/questions/${_id}`)).body
  expect(ids).toContain(data.acceptedAnswerId)
})

test('a question stays when its lesson is deleted, without it', async () => {
  const contentId = course.lessonIds[1]
  const { _id } = (await ask({ contentId })).body.data
  const { status } = await call(instructor, 'DELETE', `/courses/${course.id}/delete-content/${contentId}`)
  expect(status).toBe(200)
  expect((await call(other, 'GET', `/questions/${_id}`)).body.data).toMatchObject({
    contentId: null,
    content: null,
    title: 'Kenapa?',
  })
})

test('who lost the access reads, writes and votes nothing more, and is told nothing', async () => {
  const { _id } = (await ask()).body.data
  await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef: enrolment }))
  const attempts = [
    call(asker, 'GET', `/questions/${_id}`),
    call(asker, 'GET', `/courses/${course.id}/questions`),
    call(asker, 'POST', `/questions/${_id}/answers`, { text: 'Halo' }),
    call(asker, 'PATCH', `/questions/${_id}`, { text: 'Halo' }),
    call(asker, 'GET', `/courses/${course.id}/announcements`),
  ]
  for (const { status } of await Promise.all(attempts)) expect([403, 404]).toContain(status)
  for (const who of [instructor, other]) await call(who, 'POST', `/questions/${_id}/answers`, { text: 'Begini' })
  expect((await call(asker, 'GET', '/me/notifications')).body.data).toEqual([])
  expect(await site.mailsTo(asker.email)).toEqual([])
})

test('an admin who asked is told of answers; an instructor whose course went to somebody else is not', async () => {
  const admin = await site.createAdmin()
  const askAs = async (who: SignedIn) =>
    (await call(who, 'POST', `/courses/${course.id}/questions`, { title: 'Sudah jelas?', text: 'Begitu' })).body.data
      ._id as string
  const former = await site.createInstructor()
  course = await site.createCourse({ instructorId: former.id })
  await site.enroll(other, course)
  const ids = [await askAs(admin), await askAs(former)]
  const given = await call(admin, 'PATCH', `/courses/${course.id}`, { instructorId: instructor.id })
  expect(given.status).toBe(200)
  for (const id of ids)
    expect((await call(other, 'POST', `/questions/${id}/answers`, { text: 'Begini' })).status).toBe(201)
  const kindsOf = async (who: SignedIn) =>
    (await call(who, 'GET', '/me/notifications')).body.data.map(({ kind }: { kind: string }) => kind)
  expect([await kindsOf(admin), await kindsOf(former)]).toEqual([['answer'], ['question']])
})

// Posts that somebody took away are told no more: taken-back.thorough.api.test.ts.
test('the link of a notification whose course is lost leads to a page that says so, and the list still shows what it told', async () => {
  const { _id } = (await ask()).body.data
  await call(other, 'POST', `/questions/${_id}/answers`, { text: 'Begini' })
  await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef: enrolment }))
  const [told] = (await call(asker, 'GET', '/me/notifications')).body.data
  expect(told).toMatchObject({ kind: 'answer', url: `/tanya/${_id}`, title: expect.stringContaining('Kenapa?') })
  expect([403, 404]).toContain((await call(asker, 'GET', `/questions/${_id}`)).status)
})
