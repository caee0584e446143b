import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
let course: MadeCourse
let asker: SignedIn
let other: SignedIn
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())
beforeEach(async () => {
  // New sessions, because tests move the clock beyond the life of one.
  ;[instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
  course = await site.createCourse({ instructorId: instructor.id })
  ;[asker, other] = [await site.createStudent(), await site.createStudent()]
  for (const who of [asker, other]) await site.enroll(who, course)
})

const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const ask = async (who = asker, input: object = {}) => {
  site.clock.advance(1000)
  return call(who, 'POST', `/courses/${course.id}/questions`, {
    title: 'Kenapa titik koma?',
    text: 'Apa **bedanya**?',
    ...input,
  })
}
const askedId = async (input: object = {}, who = asker) => (await ask(who, input)).body.data._id as string
const answer = async (who: SignedIn, id: string, text = 'Begini caranya.') => {
  site.clock.advance(1000)
  return call(who, 'POST', `/questions/${id}/answers`, { text })
}
const answeredId = async (who: SignedIn, id: string, text?: string) =>
  (await answer(who, id, text)).body.data._id as string
const show = (who: SignedIn, id: string) => call(who, 'GET', `/questions/${id}`)
const list = async (who: SignedIn, query = '') =>
  (await call(who, 'GET', `/courses/${course.id}/questions${query}`)).body
const titles = async (who: SignedIn, query = '') =>
  (await list(who, query)).data.map(({ title }: { title: string }) => title)

describe('asking', () => {
  test('stores the text as written and clean HTML, at a lesson and a second of it, and tells the instructor', async () => {
    const lessonId = course.lessonIds[0]
    const { status, body } = await ask(asker, {
      contentId: lessonId,
      second: 42,
      text: 'Lihat:\n\n```js\nlet x = 1\n```\n<script>alert(1)</script>',
    })
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      title: 'Kenapa titik koma?',
      contentId: lessonId,
      content: { title: 'Materi 1' },
      second: 42,
      asker: { _id: asker.id, name: asker.name, isInstructor: false },
      votes: 0,
      answerCount: 0,
      isEdited: false,
      isMine: true,
      answers: [],
    })
    expect(body.data.text).toContain('<script>')
    expect(body.data.html).not.toContain('<script')
    await expect.poll(async () => (await show(asker, body.data._id)).body.data.html).toContain('hljs')
    expect((await show(asker, body.data._id)).body.data.title).toBe('Kenapa titik koma?')
    const told = (await call(instructor, 'GET', '/me/notifications')).body.data
    expect(told[0]).toMatchObject({
      kind: 'question',
      title: 'Pertanyaan baru: Kenapa titik koma?',
      url: `/tanya/${body.data._id}`,
    })
  })

  test('is for those who are enrolled and for staff of the course', async () => {
    const [stranger, otherInstructor] = [await site.createStudent(), await site.createInstructor()]
    const id = await askedId()
    for (const who of [stranger, otherInstructor]) {
      expect((await ask(who)).status).toBe(403)
      expect((await call(who, 'GET', `/courses/${course.id}/questions`)).body.code).toBe('not-enrolled')
      expect((await show(who, id)).status).toBe(403)
    }
    for (const who of [instructor, admin, other]) expect((await show(who, id)).status).toBe(200)
    expect((await site.call('GET', `/questions/${id}`)).status).toBe(401)
    expect((await call(asker, 'GET', `/courses/${crypto.randomUUID()}/questions`)).status).toBe(404)
  })

  test('reads and writes nothing more once the access is revoked', async () => {
    const student = await site.createStudent()
    const ref = await site.enroll(student, course)
    const id = await askedId({}, student)
    await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef: ref }))
    for (const [method, path, body] of [
      ['GET', `/questions/${id}`],
      ['PATCH', `/questions/${id}`, { text: 'Lagi' }],
      ['POST', `/questions/${id}/answers`, { text: 'Jawab' }],
      ['DELETE', `/questions/${id}`],
    ] as const) {
      expect((await call(student, method, path, body)).status).toBe(403)
    }
  })

  test('names what is missing, too long or foreign beside its field', async () => {
    expect((await ask(asker, { title: ' ', text: '' })).body.errors).toEqual({
      title: 'Tulis judul pertanyaanmu',
      text: 'Tulis pertanyaanmu',
    })
    expect((await ask(asker, { title: '\u200b\u202e' })).body.errors).toEqual({ title: 'Tulis judul pertanyaanmu' })
    expect((await ask(asker, { text: 'a'.repeat(10_001) })).body.errors).toEqual({ text: 'Maksimal 10.000 karakter' })
    const foreign = await site.createCourse()
    expect((await ask(asker, { contentId: foreign.lessonIds[0] })).body.errors).toEqual({
      contentId: 'Materi ini tidak ada di kelas ini',
    })
    expect((await ask(asker, { second: 5 })).status).toBe(422)
    const [video, article] = course.lessonIds
    const noVideo = { second: 'Materi ini bukan video, jadi tidak punya detik' }
    expect((await ask(asker, { contentId: article, second: 5 })).body.errors).toEqual(noVideo)
    const { _id } = (await ask(asker, { contentId: video, second: 5 })).body.data
    const change = (body: object) => call(asker, 'PATCH', `/questions/${_id}`, body)
    expect((await change({ contentId: article, second: 5 })).body.errors).toEqual(noVideo)
    expect((await change({ contentId: article })).body.data).toMatchObject({ contentId: article, second: null })
    expect((await change({ second: 5 })).body.errors).toEqual(noVideo)
    expect((await change({ contentId: null, second: 5 })).body.errors).toEqual({
      second: 'Detik video butuh materinya',
    })
  })

  test('takes stacked marks and writing-direction tricks out of what others read', async () => {
    const { body } = await ask(asker, {
      title: `Z${'\u0301'.repeat(60)}lgo \u202etxt.exe`,
      text: `a${'\u0336'.repeat(500)}b \u2066c`,
    })
    expect(body.data.title.length).toBeLessThan(25)
    expect(`${body.data.title}${body.data.text}`).not.toMatch(/[\u202a-\u202e\u2066-\u2069]/)
    expect(body.data.text.length).toBeLessThan(20)
  })

  test('in great numbers by a new account has to wait', async () => {
    const student = await site.createStudent()
    await site.enroll(student, course)
    const sent: Awaited<ReturnType<typeof call>>[] = []
    for (let n = 0; n < 17; n++)
      sent.push(await call(student, 'POST', `/courses/${course.id}/questions`, { title: `Tanya ${n}`, text: 'Apa?' }))
    expect([sent.at(0)?.status, sent.at(-1)?.status]).toEqual([201, 429])
    expect(sent.at(-1)?.body.message).toBe('Paling banyak 15 pertanyaan sejam. Coba lagi sekitar 4 menit lagi.')
  })
})

describe('links of new accounts', () => {
  test('are not pressable until staff answered or a week passed, and never recommend a site', async () => {
    const text = 'Lihat [ini](https://contoh.example/a)'
    const previewed = async (who: SignedIn) =>
      (await call(who, 'POST', `/courses/${course.id}/questions/preview`, { text })).body.data.html
    expect(await previewed(asker)).toBe('<p>Lihat ini</p>')
    expect(await previewed(instructor)).toContain('href="https://contoh.example/a"')
    const id = await askedId({ text })
    expect((await show(other, id)).body.data.html).toBe('<p>Lihat ini</p>')
    await answer(instructor, id)
    expect((await show(other, id)).body.data.html).toContain('href="https://contoh.example/a"')
    expect((await show(other, id)).body.data.html).toContain('rel="ugc nofollow noopener noreferrer"')
    const second = await askedId({ text: 'Lihat [ini](https://contoh.example/b)' })
    site.clock.advance(8 * dayMs)
    const late = await site.createStudent()
    await site.enroll(late, course)
    expect((await show(late, second)).body.data.html).toContain('href="https://contoh.example/b"')
  })
})

describe('the list', () => {
  test('is searched, filtered, sorted and paged', async () => {
    const first = await askedId({ title: 'Tentang variabel', contentId: course.lessonIds[0] })
    const second = await askedId({ title: 'Tentang fungsi' }, other)
    await askedId({ title: 'Lainnya', text: 'Soal variabel 100%' }, other)
    await answer(instructor, second)
    await call(other, 'PUT', `/questions/${first}/vote`)
    expect(await titles(asker)).toEqual(['Lainnya', 'Tentang fungsi', 'Tentang variabel'])
    expect(await titles(asker, '?q=VARIABEL')).toEqual(['Lainnya', 'Tentang variabel'])
    expect(await titles(asker, '?q=100%25')).toEqual(['Lainnya'])
    expect(await titles(asker, `?contentId=${course.lessonIds[0]}`)).toEqual(['Tentang variabel'])
    expect(await titles(asker, '?filter=unanswered')).toEqual(['Lainnya', 'Tentang variabel'])
    expect(await titles(asker, '?filter=mine')).toEqual(['Tentang variabel'])
    expect((await titles(asker, '?sort=top'))[0]).toBe('Tentang variabel')
    expect(await titles(asker, '?limit=2&page=2')).toEqual(['Tentang variabel'])
    const page = await list(asker, '?limit=2')
    expect(page.meta).toMatchObject({ total: 3, page: 1, limit: 2 })
    expect(await titles(asker, `?limit=2&cursor=${page.meta.next}`)).toEqual(['Tentang variabel'])
    expect((await call(asker, 'GET', `/courses/${course.id}/questions?filter=aneh`)).status).toBe(422)
  })

  test('offers questions with a similar title', async () => {
    await askedId({ title: 'Cara memasang Node di Windows' })
    await askedId({ title: 'Kenapa warna tombol hilang' })
    const { body } = await call(
      other,
      'GET',
      `/courses/${course.id}/questions/similar?title=${encodeURIComponent('memasang node')}`,
    )
    expect(body.data.map(({ title }: { title: string }) => title)).toEqual(['Cara memasang Node di Windows'])
  })
})

describe('changing', () => {
  test('is for the author within 24 hours, and shows that it was edited', async () => {
    const id = await askedId()
    expect((await call(other, 'PATCH', `/questions/${id}`, { text: 'Bukan punyaku' })).status).toBe(403)
    const changed = await call(asker, 'PATCH', `/questions/${id}`, { text: 'Lebih jelas' })
    expect([changed.status, changed.body.data.text, changed.body.data.isEdited]).toEqual([200, 'Lebih jelas', true])
    site.clock.advance(25 * hourMs)
    const late = await call(asker, 'PATCH', `/questions/${id}`, { text: 'Terlambat' })
    expect([late.status, late.body.code]).toEqual([409, 'edit-closed'])
  })

  test('of an answer, too', async () => {
    const id = await askedId()
    const answerId = await answeredId(other, id)
    expect((await call(asker, 'PATCH', `/answers/${answerId}`, { text: 'x' })).status).toBe(403)
    expect((await call(other, 'PATCH', `/answers/${answerId}`, { text: 'Ralat' })).body.data).toMatchObject({
      text: 'Ralat',
      html: '<p>Ralat</p>',
      isEdited: true,
    })
  })
})

describe('deleting', () => {
  test('a question without answers removes it', async () => {
    const id = await askedId()
    expect((await call(other, 'DELETE', `/questions/${id}`)).status).toBe(403)
    expect((await call(asker, 'DELETE', `/questions/${id}`)).status).toBe(200)
    expect((await show(asker, id)).status).toBe(404)
    expect(await titles(asker)).toEqual([])
  })

  test('an answered question leaves its place without title, text and asker, which takes nothing more', async () => {
    const id = await askedId()
    const answerId = await answeredId(other, id)
    await call(asker, 'DELETE', `/questions/${id}`)
    const { status, body } = await show(other, id)
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      title: null,
      text: null,
      html: null,
      asker: null,
      isDeleted: true,
      answers: [{ _id: answerId }],
    })
    for (const [method, path, sent] of [
      ['POST', `/questions/${id}/answers`, { text: 'Lagi' }],
      ['PUT', `/questions/${id}/vote`],
      ['PUT', `/answers/${answerId}/vote`],
      ['PUT', `/questions/${id}/accepted`, { answerId }],
      ['PATCH', `/questions/${id}`, { text: 'Lagi' }],
      ['POST', `/questions/${id}/report`, { reason: 'Kasar sekali' }],
    ] as const) {
      expect((await call(asker, method, path, sent)).status, `${method} ${path}`).toBe(409)
    }
    await call(other, 'DELETE', `/answers/${answerId}`)
    expect((await show(other, id)).status).toBe(404)
  })

  test('by staff is audited', async () => {
    const id = await askedId()
    expect((await call(instructor, 'DELETE', `/questions/${id}`)).status).toBe(200)
    const { entries } = await site.app.modules.audit.list({ subjectId: id }, { page: 1, limit: 10 })
    expect(entries.map(({ action, actorId }) => [action, actorId])).toEqual([['question.deleted', instructor.id]])
  })
})

describe('answers', () => {
  test('of staff carry the badge, count, and reach the asker', async () => {
    const id = await askedId()
    const { status, body } = await answer(instructor, id, 'Pakai `let`.')
    expect([status, body.data.isInstructor, body.data.author.name]).toEqual([201, true, instructor.name])
    await answer(other, id)
    expect((await show(asker, id)).body.data).toMatchObject({
      answerCount: 2,
      answers: [{ isInstructor: true }, { isInstructor: false }],
    })
    const told = (await call(asker, 'GET', '/me/notifications')).body.data
    expect(told.map(({ kind, title }: { kind: string; title: string }) => [kind, title])).toEqual([
      ['answer', 'Ada jawaban: Kenapa titik koma?'],
      ['answer', 'Instruktur menjawab: Kenapa titik koma?'],
    ])
    const mails = await site.mailsTo(asker.email)
    expect(mails.map(({ subject }) => subject)).toEqual([
      'Instruktur menjawab: Kenapa titik koma?',
      'Ada jawaban: Kenapa titik koma?',
    ])
    expect(mails[0]?.text).toContain('Pakai `let`.')
    expect(mails[1]?.text).not.toContain('Begini caranya')
  })

  test('are accepted by the asker or staff, one at a time, also when two are accepted at once', async () => {
    const id = await askedId()
    const [one, two] = [await answeredId(other, id), await answeredId(instructor, id)]
    const accept = (who: SignedIn, answerId: string | null) =>
      call(who, 'PUT', `/questions/${id}/accepted`, { answerId })
    expect((await accept(other, one)).status).toBe(403)
    expect((await accept(asker, two)).body.data).toMatchObject({
      acceptedAnswerId: two,
      answers: [
        { _id: two, isAccepted: true },
        { _id: one, isAccepted: false },
      ],
    })
    const both = await Promise.all([accept(asker, one), accept(instructor, two)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect(
      (await show(asker, id)).body.data.answers.filter(({ isAccepted }: { isAccepted: boolean }) => isAccepted),
    ).toHaveLength(1)
    const foreign = await answeredId(other, await askedId())
    expect((await accept(asker, foreign)).status).toBe(422)
    expect((await accept(asker, null)).body.data.acceptedAnswerId).toBe(null)
    await accept(asker, one)
    await call(other, 'DELETE', `/answers/${one}`)
    expect((await show(asker, id)).body.data).toMatchObject({ acceptedAnswerId: null, answerCount: 1 })
  })
})

describe('votes', () => {
  test('count once a person, can be taken back, and never go to oneself', async () => {
    const id = await askedId()
    const answerId = await answeredId(other, id)
    const vote = async (who: SignedIn, path: string, method = 'PUT') =>
      (await call(who, method, `${path}/vote`)).body.data ?? 'refused'
    expect(await Promise.all([vote(other, `/questions/${id}`), vote(other, `/questions/${id}`)])).toHaveLength(2)
    expect((await show(other, id)).body.data).toMatchObject({ votes: 1, hasVoted: true })
    expect((await show(asker, id)).body.data).toMatchObject({ votes: 1, hasVoted: false })
    const listedFor = async (who: SignedIn) => (await list(who)).data.find(({ _id }: { _id: string }) => _id === id)
    expect(await listedFor(other)).toMatchObject({ votes: 1, hasVoted: true })
    expect(await listedFor(asker)).toMatchObject({ votes: 1, hasVoted: false })
    expect(await vote(other, `/questions/${id}`, 'DELETE')).toEqual({ votes: 0, hasVoted: false })
    expect(await vote(other, `/questions/${id}`, 'DELETE')).toEqual({ votes: 0, hasVoted: false })
    expect((await call(asker, 'PUT', `/questions/${id}/vote`)).body.code).toBe('own-post')
    expect((await call(other, 'PUT', `/answers/${answerId}/vote`)).status).toBe(409)
    expect(await vote(asker, `/answers/${answerId}`)).toEqual({ votes: 1, hasVoted: true })
  })
})

describe('the inbox of staff', () => {
  test('has the unanswered questions of own courses, oldest first, and counts them', async () => {
    const [first, second] = [await askedId({ title: 'Pertama' }), await askedId({ title: 'Kedua' })]
    const inbox = async (who: SignedIn, query = '') =>
      (await call(who, 'GET', `/admin/questions?course=${course.id}${query}`)).body.data.map(
        ({ title }: { title: string }) => title,
      )
    expect(await inbox(instructor)).toEqual(['Pertama', 'Kedua'])
    await answer(other, first)
    expect(await inbox(instructor)).toEqual(['Kedua'])
    expect(await inbox(admin)).toEqual(['Kedua'])
    expect(await inbox(instructor, '&status=answered')).toEqual(['Pertama'])
    const stranger = await site.createInstructor()
    expect(await inbox(stranger)).toEqual([])
    expect((await call(stranger, 'GET', '/admin/questions/waiting')).body.data).toEqual({
      waiting: 0,
      isCounted: true,
      reports: 0,
    })
    expect((await call(instructor, 'GET', '/admin/questions/waiting')).body.data.waiting).toBeGreaterThan(0)
    expect((await call(asker, 'GET', '/admin/questions')).status).toBe(403)
    expect(second).toBeTruthy()
  })
})

test('an erased account takes its questions, answers and votes along', async () => {
  const leaving = await site.createStudent()
  await site.enroll(leaving, course)
  const [own, answered, others] = [await askedId({}, leaving), await askedId({}, leaving), await askedId()]
  await answer(other, answered)
  await answer(leaving, others)
  await call(leaving, 'PUT', `/questions/${others}/vote`)
  const { body } = await call(leaving, 'GET', '/me/export')
  expect(body.data.conversation).toMatchObject({ questions: [{}, {}], answers: [{}] })
  await call(leaving, 'POST', '/me/deletion', { email: leaving.email, password: 'kopi-tubruk-7' })
  expect((await show(other, own)).status).toBe(404)
  expect((await show(other, answered)).body.data).toMatchObject({ isDeleted: true, asker: null })
  expect((await show(other, others)).body.data).toMatchObject({ votes: 0, answerCount: 0 })
})
