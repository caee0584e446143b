import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { nextDigest } from '#server/notifications/sending/digest-time.ts'

// Posts that a person or staff took away are told nowhere any more.

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
let course: MadeCourse
let asker: SignedIn
let other: SignedIn
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())
beforeEach(async () => {
  ;[instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
  ;[asker, other] = [await site.createStudent(), await site.createStudent()]
  course = await site.createCourse({ instructorId: instructor.id, price: 0 })
  for (const who of [asker, other]) await call(who, 'POST', `/courses/${course.id}/enroll`)
})

const secret = 'RAHASIA-JUDUL'
const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const ask = async (title = secret) =>
  (await call(asker, 'POST', `/courses/${course.id}/questions`, { title, text: 'Begitu' })).body.data._id as string
const answer = async (id: string, who: SignedIn, text = 'Begini') =>
  (await call(who, 'POST', `/questions/${id}/answers`, { text })).body.data._id as string
type Told = { title: string; text: string }
const listOf = async (who: SignedIn) => (await call(who, 'GET', '/me/notifications')).body
const told = async (who: SignedIn) => (await listOf(who)).data.map(({ title }: Told) => title)
const texts = async (who: SignedIn) => (await listOf(who)).data.map(({ text }: Told) => text)
/** Mails until tomorrow's digest was sent. */
async function mailed({ email }: SignedIn): Promise<string> {
  await site.app.jobs.run('broadcasts', 'digests')
  const digestAt = nextDigest(site.clock.now(), 'Asia/Jakarta').getTime()
  site.clock.advance(digestAt - site.clock.now().getTime() + minuteMs)
  await site.app.jobs.run('broadcasts', 'digests')
  return (await site.mailsTo(email)).map(({ subject, text }) => `${subject}\n${text}`).join('\n')
}

describe('a question that was deleted', () => {
  test('leaves the list of the instructor and the next digest', async () => {
    const id = await ask()
    expect(await told(instructor)).toEqual([`Pertanyaan baru: ${secret}`])
    await call(asker, 'DELETE', `/questions/${id}`)
    const { data, meta } = await listOf(instructor)
    expect([data, meta.unread]).toEqual([[], 0])
    expect(await mailed(instructor)).not.toContain(secret)
  })

  test.each(['its asker', 'staff'])('is told of nowhere when %s deleted it and answers keep its place', async (by) => {
    const id = await ask()
    await answer(id, other)
    await call(by === 'staff' ? admin : asker, 'DELETE', `/questions/${id}`)
    expect((await call(other, 'GET', `/questions/${id}`)).body.data).toMatchObject({ isDeleted: true, title: null })
    expect([await told(instructor), await told(asker)]).toEqual([[], []])
    for (const who of [instructor, asker]) expect(await mailed(who)).not.toContain(secret)
  })

  test('leaves the lists when it goes with the account of its asker', async () => {
    await ask()
    const { status } = await call(asker, 'POST', '/me/deletion', { email: asker.email, password: 'kopi-tubruk-7' })
    expect([status, await told(instructor)]).toEqual([200, []])
    expect(await mailed(instructor)).not.toContain(secret)
  })
})

test('an answer that was deleted, by its author or by staff, leaves the list of the asker, and no mail that waits is sent', async () => {
  const id = await ask('Kenapa?')
  const mine = await answer(id, other)
  const ofStaff = await answer(id, instructor, secret)
  expect((await told(asker)).toSorted()).toEqual(['Ada jawaban: Kenapa?', 'Instruktur menjawab: Kenapa?'])
  await call(other, 'DELETE', `/answers/${mine}`)
  expect(await told(asker)).toEqual(['Instruktur menjawab: Kenapa?'])
  await call(admin, 'DELETE', `/answers/${ofStaff}`)
  expect(await told(asker)).toEqual([])
  expect(await mailed(asker)).not.toMatch(/Kenapa|RAHASIA/)
})

test('what staff hide is not in lists, counts and the digest; shown again, it is back in the lists', async () => {
  const id = await ask()
  const answerId = await answer(id, other)
  const reportOf = async (path: string) =>
    (await call(instructor, 'POST', `${path}/report`, { reason: 'Ini iklan' })).body.data._id as string
  const [question, answered] = [await reportOf(`/questions/${id}`), await reportOf(`/answers/${answerId}`)]
  for (const report of [answered, question]) await call(admin, 'POST', `/admin/reports/${report}/hide`, {})
  expect([await told(instructor), await told(asker)]).toEqual([[], []])
  expect((await call(instructor, 'GET', '/me/notifications/unread')).body.data.unread).toBe(0)
  for (const report of [question, answered]) await call(admin, 'POST', `/admin/reports/${report}/restore`, {})
  expect([await told(instructor), await told(asker)]).toEqual([
    [`Pertanyaan baru: ${secret}`],
    [`Ada jawaban: ${secret}`],
  ])
  await call(admin, 'POST', `/admin/reports/${question}/hide`, {})
  expect(await mailed(instructor)).not.toContain(secret)
})

test('what was changed is told in its new words', async () => {
  const id = await ask()
  const ofStaff = await answer(id, instructor, secret)
  await call(asker, 'PATCH', `/questions/${id}`, { title: 'Kenapa?' })
  await call(instructor, 'PATCH', `/answers/${ofStaff}`, { text: 'Begini.' })
  expect(await told(instructor)).toEqual(['Pertanyaan baru: Kenapa?'])
  expect([await told(asker), await texts(asker)]).toEqual([['Instruktur menjawab: Kenapa?'], ['Begini.']])
  expect(await mailed(instructor)).toMatch(/^(?![\s\S]*RAHASIA)[\s\S]*Kenapa/)
})

describe('the reply to a review', () => {
  const reply = (id: string, method: string, text?: string) =>
    call(instructor, method, `/courses/${course.id}/reviews/${id}/reply`, text === undefined ? undefined : { text })
  async function replied(): Promise<string> {
    const { body } = await call(asker, 'PUT', `/courses/${course.id}/reviews`, { rating: 1, text: 'Jelek' })
    await reply(body.data._id, 'PUT', secret)
    expect(await texts(asker)).toEqual([secret])
    return body.data._id
  }

  test('is told in its new words when it was changed, and no more when it was taken back', async () => {
    const id = await replied()
    await reply(id, 'PUT', 'Kami perbaiki.')
    expect(await texts(asker)).toEqual(['Kami perbaiki.'])
    await reply(id, 'DELETE')
    expect(await texts(asker)).toEqual([])
    expect(await mailed(asker)).not.toContain(secret)
  })

  test('is told no more when its review was deleted', async () => {
    await replied()
    await call(asker, 'DELETE', `/courses/${course.id}/reviews`)
    expect(await texts(asker)).toEqual([])
  })
})

describe('an announcement that waits for the digest', () => {
  const announce = async () => {
    const choice = { kinds: { announcement: { mail: false, digest: true } } }
    await call(asker, 'PUT', '/me/notification-settings', choice)
    site.clock.advance(1000)
    const { body } = await call(instructor, 'POST', `/courses/${course.id}/announcements`, {
      title: secret,
      text: 'Isi',
    })
    site.clock.advance(5 * minuteMs)
    await site.app.jobs.run('broadcasts', 'digests')
    return `/announcements/${body.data._id}`
  }

  test('is not in it once it was taken back', async () => {
    expect((await call(instructor, 'DELETE', await announce())).status).toBe(200)
    expect(await mailed(asker)).not.toContain(secret)
  })

  test('is in it as it was changed', async () => {
    expect((await call(instructor, 'PATCH', await announce(), { title: 'Sesi pindah' })).status).toBe(200)
    expect(await mailed(asker)).toMatch(/^(?![\s\S]*RAHASIA)[\s\S]*Sesi pindah/)
  })
})

test('mails of an announcement that wait to be sent are not sent once it was taken back', async () => {
  site.clock.advance(1000)
  const { body } = await call(instructor, 'POST', `/courses/${course.id}/announcements`, { title: secret, text: 'Isi' })
  site.clock.advance(5 * minuteMs)
  await site.app.jobs.run('broadcasts', 'digests')
  await call(instructor, 'DELETE', `/announcements/${body.data._id}`)
  expect(await mailed(asker)).not.toContain(secret)
})

test('a lesson that was deleted is not told of as new', async () => {
  site.clock.advance(1000)
  const lesson = await call(instructor, 'POST', '/courses/content/create', {
    courseId: course.id,
    title: secret,
    type: 'text',
    text: '<p>Isi</p>',
  })
  expect([lesson.status, await texts(asker)]).toEqual([201, [`“${secret}” baru ditambahkan.`]])
  await call(instructor, 'DELETE', `/courses/${course.id}/delete-content/${lesson.body.data._id}`)
  expect(await texts(asker)).toEqual([])
})
