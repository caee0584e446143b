import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// A block outlives the report from which it was made: it is listed and ended by itself.

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
let course: MadeCourse
let author: SignedIn
let reader: SignedIn
let questionId: string
let reportId: string
beforeAll(async () => {
  site = await startTestSite()
  ;[instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
})
afterAll(() => site.close())
beforeEach(async () => {
  course = await site.createCourse({ instructorId: instructor.id })
  ;[author, reader] = [await site.createStudent(), await site.createStudent()]
  for (const who of [author, reader]) await site.enroll(who, course)
  questionId = (await ask()).body.data._id
  reportId = (await call(reader, 'POST', `/questions/${questionId}/report`, { reason: 'Ini iklan' })).body.data._id
})

const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const ask = () => call(author, 'POST', `/courses/${course.id}/questions`, { title: 'Beli di sini', text: 'Iklan' })
const block = (who: SignedIn, method = 'PUT') => call(who, method, `/admin/reports/${reportId}/author-block`)
type Listed = { _id: string; author: { _id: string }; course: { _id: string } | null; blockedBy: unknown }
const listed = async (q = author.email): Promise<Listed[]> =>
  (await call(admin, 'GET', `/admin/writing-blocks?q=${encodeURIComponent(q)}`)).body.data
const end = (id: string, who = admin) => call(who, 'DELETE', `/admin/writing-blocks/${id}`)

const leave = (who: SignedIn) => call(who, 'POST', '/me/deletion', { email: who.email, password: 'kopi-tubruk-7' })
test.each([
  ['the reporter left', () => leave(reader)],
  ['an admin deleted the question', () => call(admin, 'DELETE', `/questions/${questionId}`)],
  ['its author deleted the question', () => call(author, 'DELETE', `/questions/${questionId}`)],
  [
    'only the place of the question is left',
    async () => {
      await call(reader, 'POST', `/questions/${questionId}/answers`, { text: 'Jangan beli' })
      return call(admin, 'DELETE', `/questions/${questionId}`)
    },
  ],
])('a blocked author may write again also after %s', async (_, lose) => {
  await block(admin)
  await call(admin, 'POST', `/admin/reports/${reportId}/dismiss`, {})
  expect((await lose()).status).toBe(200)
  expect([404, 409]).toContain((await block(admin, 'DELETE')).status)
  expect((await ask()).body.code).toBe('blocked')

  const [row] = await listed()
  expect(row).toMatchObject({
    author: { _id: author.id, name: author.name, email: author.email },
    course: null,
    blockedBy: { _id: admin.id, name: admin.name },
    createdAt: expect.any(String),
  })
  const ended = await end(row?._id ?? '')
  expect([ended.status, ended.body.message]).toEqual([200, 'Penulisnya bisa menulis lagi.'])
  expect((await ask()).status).toBe(201)
  expect(await listed()).toEqual([])
  expect((await end(row?._id ?? '')).status).toBe(404)
  const audited = (await call(admin, 'GET', `/admin/audit?subjectKind=user&subjectId=${author.id}`)).body.data
  expect(audited.filter(({ action }: { action: string }) => action === 'writing.unblocked')).toMatchObject([
    { actor: { _id: admin.id } },
  ])
})

test('each block is a row: one in the course of an instructor and one everywhere end one by one', async () => {
  await block(instructor)
  site.clock.advance(1000)
  await block(admin)
  const rows = await listed()
  expect(rows.map((row) => [row.course?._id ?? null, row.blockedBy])).toMatchObject([
    [null, { _id: admin.id }],
    [course.id, { _id: instructor.id }],
  ])
  const ended = await end(rows[0]?._id ?? '')
  expect(ended.body.message).toBe('Blokir ini dibuka. Penulisnya masih diblokir di tempat lain.')
  expect((await ask()).body.code).toBe('blocked')
  expect((await end(rows[1]?._id ?? '')).body.message).toBe('Penulisnya bisa menulis lagi.')
  expect((await ask()).status).toBe(201)
})

test('the list is newest first, by pages and cursors, and searched by name and address', async () => {
  const blocked: string[] = []
  for (let index = 0; index < 3; index++) {
    author = await site.createStudent()
    await site.enroll(author, course)
    const { _id } = (await ask()).body.data
    reportId = (await call(reader, 'POST', `/questions/${_id}/report`, { reason: 'Ini iklan' })).body.data._id
    site.clock.advance(1000)
    await block(admin)
    blocked.unshift(author.id)
  }
  const page = async (query: string) => (await call(admin, 'GET', `/admin/writing-blocks?limit=2&${query}`)).body
  const ids = ({ data }: { data: Listed[] }) => data.map((row) => row.author._id)
  const first = await page('')
  expect(ids(first)).toEqual(blocked.slice(0, 2))
  const second = await page(`cursor=${first.meta.next}`)
  expect(ids(second)[0]).toBe(blocked[2])
  expect(ids(await page(`cursor=${second.meta.previous}`))).toEqual(blocked.slice(0, 2))
  expect(ids(await page(`q=${encodeURIComponent(author.email)}`))).toEqual([author.id])
  expect(await listed('tidak-ada-orang-ini')).toEqual([])
})

test('a block stays when the admin who made it left, without the name', async () => {
  const leaving = await site.createAdmin()
  await block(leaving)
  const deleted = await call(admin, 'POST', `/admin/students/${leaving.id}/deletion`, { email: leaving.email })
  expect(deleted.status).toBe(200)
  expect(await listed()).toMatchObject([{ author: { _id: author.id }, blockedBy: null }])
})

test('blocks are listed and ended by admins alone', async () => {
  await block(instructor)
  const [row] = await listed()
  for (const who of [instructor, author]) {
    expect((await call(who, 'GET', '/admin/writing-blocks')).status).toBe(403)
    expect((await end(row?._id ?? '', who)).status).toBe(403)
  }
  expect(await listed()).toHaveLength(1)
})
