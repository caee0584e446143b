import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
let course: MadeCourse
let author: SignedIn
let reader: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  ;[instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
})
afterAll(() => site.close())
beforeEach(async () => {
  course = await site.createCourse({ instructorId: instructor.id })
  ;[author, reader] = [await site.createStudent(), await site.createStudent()]
  for (const who of [author, reader]) await site.enroll(who, course)
})

const call = (who: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: who.token, ...(body === undefined ? {} : { body }) })
const ask = async () =>
  (await call(author, 'POST', `/courses/${course.id}/questions`, { title: 'Beli di sini', text: 'Iklan' })).body.data
    ._id as string
const answer = async (id: string) =>
  (await call(author, 'POST', `/questions/${id}/answers`, { text: 'Iklan lagi' })).body.data._id as string
const report = (path: string, who = reader, reason = 'Ini iklan') => call(who, 'POST', `${path}/report`, { reason })
const decide = (id: string, decision: string, who = instructor, reason?: string) =>
  call(who, 'POST', `/admin/reports/${id}/${decision}`, reason === undefined ? {} : { reason })
const listed = async (who: SignedIn, status = 'open') =>
  (await call(who, 'GET', `/admin/reports?status=${status}&limit=100`)).body.data.filter(
    (row: { course: { _id: string } }) => row.course._id === course.id,
  )

test('an answer that is hidden is accepted by nobody, also not by staff who see it, until it is shown again', async () => {
  const id = await ask()
  const answerId = await answer(id)
  const reportId = (await report(`/answers/${answerId}`)).body.data._id
  await decide(reportId, 'hide')
  const accept = (who: SignedIn) => call(who, 'PUT', `/questions/${id}/accepted`, { answerId })
  for (const who of [author, instructor, admin]) {
    const refused = await accept(who)
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['answerId']])
  }
  expect((await accept(instructor)).body.errors.answerId).toBe('Jawaban ini disembunyikan. Tampilkan dulu.')
  expect((await call(reader, 'GET', `/questions/${id}`)).body.data.acceptedAnswerId).toBeNull()
  await decide(reportId, 'restore')
  expect((await accept(instructor)).body.data.acceptedAnswerId).toBe(answerId)
})

test('a question is reported once a person, with a reason, hidden, restored, and all of it audited', async () => {
  const id = await ask()
  expect((await report(`/questions/${id}`, reader, ' ')).body.errors).toHaveProperty('reason')
  const reported = await report(`/questions/${id}`)
  expect(reported.status).toBe(201)
  expect((await report(`/questions/${id}`)).body.code).toBe('already-reported')
  expect((await report(`/questions/${id}`, author)).body.code).toBe('own-post')
  expect(await listed(instructor)).toMatchObject([
    {
      kind: 'question',
      item: { text: 'Iklan', isHidden: false, author: { _id: author.id } },
      reason: 'Ini iklan',
      status: 'open',
    },
  ])

  const reportId = reported.body.data._id
  expect((await decide(reportId, 'restore')).status).toBe(409)
  expect((await decide(reportId, 'hide')).body.data).toMatchObject({ status: 'hidden', item: { isHidden: true } })
  expect((await decide(reportId, 'hide')).body.code).toBe('already-decided')
  expect((await call(reader, 'GET', `/questions/${id}`)).status).toBe(404)
  expect((await call(author, 'GET', `/questions/${id}`)).body.data.hiddenReason).toBe('Melanggar aturan diskusi')
  expect((await call(reader, 'GET', `/courses/${course.id}/questions`)).body.data).toEqual([])
  expect((await decide(reportId, 'restore')).status).toBe(200)
  expect((await call(reader, 'GET', `/questions/${id}`)).status).toBe(200)
  const { entries } = await site.app.modules.audit.list({ subjectId: reportId }, { page: 1, limit: 10 })
  expect(entries.map(({ action }) => action)).toEqual(['report.restored', 'report.hidden'])
})

test('what the reporter wrote is read by staff alone: its author reads what staff say, else which rules', async () => {
  const own = 'Ini aku, teman sebangkumu'
  const id = await ask()
  const answerId = await answer(id)
  const free = await site.createCourse({ instructorId: instructor.id, price: 0 })
  await call(author, 'POST', `/courses/${free.id}/enroll`)
  const review = (await call(author, 'PUT', `/courses/${free.id}/reviews`, { rating: 1, text: 'Jelek' })).body.data._id
  for (const path of [`/answers/${answerId}`, `/questions/${id}`, `/courses/${free.id}/reviews/${review}`]) {
    const reported = await report(path, reader, own)
    expect((await decide(reported.body.data._id, 'hide', admin, ' ')).status).toBe(200)
  }
  const question = (await call(author, 'GET', `/questions/${id}`)).body.data
  const { viewer } = (await call(author, 'GET', `/courses/${free.id}`)).body.data
  expect(JSON.stringify([question, viewer])).not.toContain(own)
  expect([question.hiddenReason, question.answers[0].hiddenReason, viewer.review.hiddenReason]).toEqual([
    'Melanggar aturan diskusi',
    'Melanggar aturan diskusi',
    'Melanggar aturan ulasan',
  ])
  expect(JSON.stringify((await call(author, 'GET', '/me/export')).body)).not.toContain(own)
})

test.each(['x', '😀a'])('a reason of staff that says nothing is refused beside its field: %s', async (reason) => {
  const reported = await report(`/questions/${await ask()}`)
  const { status, body } = await decide(reported.body.data._id, 'hide', admin, reason)
  expect([status, body.errors]).toEqual([422, { reason: 'Alasan minimal 3 karakter' }])
})

test('hiding an answer decides all its reports, counts it no more and takes its acceptance', async () => {
  const id = await ask()
  const answerId = await answer(id)
  await call(author, 'PUT', `/questions/${id}/accepted`, { answerId })
  const first = (await report(`/answers/${answerId}`)).body.data._id
  await report(`/answers/${answerId}`, instructor)
  await decide(first, 'hide', instructor, 'Melanggar aturan kelas')
  expect(await listed(instructor)).toEqual([])
  expect(await listed(instructor, 'hidden')).toHaveLength(2)
  expect((await call(reader, 'GET', `/questions/${id}`)).body.data).toMatchObject({
    answerCount: 0,
    answers: [],
    acceptedAnswerId: null,
  })
  expect((await call(author, 'GET', `/questions/${id}`)).body.data.answers).toMatchObject([
    { hiddenReason: 'Melanggar aturan kelas' },
  ])
  await decide(first, 'restore')
  expect((await call(reader, 'GET', `/questions/${id}`)).body.data).toMatchObject({ answerCount: 1 })
})

test('a dismissed report leaves the item as it is', async () => {
  const id = await ask()
  const reportId = (await report(`/questions/${id}`)).body.data._id
  expect((await decide(reportId, 'dismiss')).body.data.status).toBe('dismissed')
  expect((await decide(reportId, 'dismiss')).status).toBe(409)
  expect((await call(reader, 'GET', `/questions/${id}`)).status).toBe(200)
})

test('reports of other courses are not there for an instructor', async () => {
  const reportId = (await report(`/questions/${await ask()}`)).body.data._id
  const stranger = await site.createInstructor()
  for (const decision of ['hide', 'restore', 'dismiss']) {
    expect((await decide(reportId, decision, stranger)).status).toBe(404)
    expect((await decide(reportId, decision, reader)).status).toBe(403)
  }
  expect(await listed(stranger)).toEqual([])
})

/** In a course of its own, because only those who enrolled themselves review one. */
async function review(): Promise<string> {
  course = await site.createCourse({ instructorId: instructor.id, price: 0 })
  await call(author, 'POST', `/courses/${course.id}/enroll`)
  return (await call(author, 'PUT', `/courses/${course.id}/reviews`, { rating: 1, text: 'Jelek' })).body.data._id
}

describe('a review', () => {
  test('is reported to admins, because instructors must not judge their own', async () => {
    const id = await review()
    expect((await report(`/courses/${course.id}/reviews/${id}`)).status).toBe(201)
    expect((await report(`/courses/${crypto.randomUUID()}/reviews/${id}`)).status).toBe(404)
    expect(await listed(instructor)).toEqual([])
    const [row] = await listed(admin)
    expect(row).toMatchObject({ kind: 'review', item: { text: 'Jelek', title: 'Ulasan 1 bintang' }, questionId: null })
    expect((await decide(row._id, 'hide', instructor)).status).toBe(404)
    expect((await decide(row._id, 'hide', admin)).body.data).toMatchObject({
      status: 'hidden',
      item: { isHidden: true },
    })
    expect((await site.call('GET', `/courses/${course.id}/reviews`)).body.data).toEqual([])
    expect((await decide(row._id, 'restore', admin)).status).toBe(200)
    expect((await site.call('GET', `/courses/${course.id}/reviews`)).body.data).toHaveLength(1)
  })

  test('is answered once in public by staff of the course, editable, and its author is told', async () => {
    const id = await review()
    const reply = (text: string, who = instructor) =>
      call(who, 'PUT', `/courses/${course.id}/reviews/${id}/reply`, { text })
    expect((await reply('Bukan kelasku', await site.createInstructor())).status).toBe(404)
    expect((await reply('Aku siswa', author)).status).toBe(403)
    expect((await reply(' ')).body.errors).toEqual({ text: 'Tulis balasannya' })
    expect((await reply('Maaf, kami perbaiki.')).body.data.reply).toMatchObject({
      text: 'Maaf, kami perbaiki.',
      isEdited: false,
    })
    expect((await site.call('GET', `/courses/${course.id}/reviews`)).body.data[0].reply.text).toBe(
      'Maaf, kami perbaiki.',
    )
    expect((await call(author, 'GET', '/me/notifications')).body.data[0]).toMatchObject({
      kind: 'review-reply',
      text: 'Maaf, kami perbaiki.',
    })
    expect((await reply('Sudah diperbaiki.')).body.data.reply).toMatchObject({
      text: 'Sudah diperbaiki.',
      isEdited: true,
    })
    expect((await call(author, 'GET', '/me/notifications')).body.data).toHaveLength(1)
    expect(
      (await call(instructor, 'GET', '/admin/reviews')).body.data.map(({ _id }: { _id: string }) => _id),
    ).toContain(id)
    expect((await call(instructor, 'DELETE', `/courses/${course.id}/reviews/${id}/reply`)).body.data.reply).toBe(null)
    expect((await site.call('GET', `/courses/${course.id}/reviews`)).body.data[0].reply).toBe(null)
  })
})

test('the author of what was reported is stopped from writing: by an instructor in the course, by an admin everywhere; both are audited', async () => {
  const id = await ask()
  const reportId = (await report(`/questions/${id}`)).body.data._id as string
  const block = (who: SignedIn, method = 'PUT') => call(who, method, `/admin/reports/${reportId}/author-block`)
  const other = await site.createCourse({ instructorId: instructor.id })
  await site.enroll(author, other)
  const write = (to: MadeCourse) =>
    call(author, 'POST', `/courses/${to.id}/questions`, { title: 'Lagi', text: 'Iklan' })

  expect((await block(instructor)).body.data).toMatchObject({ isAuthorBlocked: true })
  expect((await block(instructor)).status).toBe(200)
  expect(await write(course)).toMatchObject({ status: 403, body: { code: 'blocked' } })
  expect((await call(author, 'POST', `/questions/${id}/answers`, { text: 'Lagi' })).body.code).toBe('blocked')
  expect((await call(author, 'PATCH', `/questions/${id}`, { text: 'Diubah' })).body.code).toBe('blocked')
  expect((await call(author, 'GET', `/questions/${id}`)).status).toBe(200)
  expect((await write(other)).status).toBe(201)

  expect((await block(admin)).status).toBe(200)
  expect((await write(other)).body.code).toBe('blocked')
  expect((await block(instructor, 'DELETE')).body).toMatchObject({
    message: 'Penulisnya masih diblokir admin di seluruh situs.',
    data: { isAuthorBlocked: true },
  })
  expect((await block(admin, 'DELETE')).body.data).toMatchObject({ isAuthorBlocked: false })
  expect((await write(course)).status).toBe(201)
  const entries = (await call(admin, 'GET', `/admin/audit?subjectKind=report&subjectId=${reportId}`)).body.data as {
    action: string
  }[]
  expect(entries.map(({ action }) => action).toSorted()).toEqual([
    'writing.blocked',
    'writing.blocked',
    'writing.unblocked',
    'writing.unblocked',
  ])
})

test('what is hidden can be shown again also after its reporter deleted the account', async () => {
  const id = await ask()
  const reportId = (await report(`/questions/${id}`)).body.data._id
  expect((await decide(reportId, 'hide')).status).toBe(200)
  const deletion = { email: reader.email, password }
  expect((await call(reader, 'POST', '/me/deletion', deletion)).status).toBe(200)
  expect(await listed(instructor, 'hidden')).toMatchObject([
    { _id: reportId, reason: '', reporter: { name: 'Pengguna terhapus' } },
  ])
  expect((await decide(reportId, 'restore')).status).toBe(200)
  const other = await site.createStudent()
  await site.enroll(other, course)
  expect((await call(other, 'GET', `/questions/${id}`)).status).toBe(200)
})

describe('what is taken away takes its reports along, so that staff read and count none without its post', () => {
  const answered = async () => {
    const id = await ask()
    await call(reader, 'POST', `/questions/${id}/answers`, { text: 'Begini' })
    return id
  }
  const keepingItsPlace = 'a question with answers, which keep its place'
  const things: Record<string, () => Promise<string>> = {
    'a question': async () => `/questions/${await ask()}`,
    [keepingItsPlace]: async () => `/questions/${await answered()}`,
    'an answer': async () => `/answers/${await answer(await answered())}`,
    'a review': async () => {
      const id = await review()
      return `/courses/${course.id}/reviews/${id}`
    },
  }
  // The address of a review names its course only where its author changes it.
  const remove = (who: SignedIn, path: string) => call(who, 'DELETE', path.replace(/(?<=\/reviews)\/.*/, ''))
  const ways: Record<string, (path: string) => Promise<{ status: number }>> = {
    'by its author': (path) => remove(author, path),
    'with the account of its author': () => call(author, 'POST', '/me/deletion', { email: author.email, password }),
    'by staff': (path) => remove(instructor, path),
  }
  const cases = Object.keys(things).flatMap((thing) =>
    Object.keys(ways)
      .filter((way) => thing !== 'a review' || way !== 'by staff')
      .flatMap((way) =>
        (thing === keepingItsPlace ? ['open', 'dismissed', 'hidden'] : ['open']).map((state) => [thing, way, state]),
      ),
  ) as [thing: string, way: string, state: string][]
  const countOpen = async () => (await call(admin, 'GET', '/admin/questions/waiting')).body.data.reports as number

  test.each(cases)('%s, deleted %s: reports that are %s', async (thing, way, state) => {
    const path = (await things[thing]?.()) ?? ''
    const before = await countOpen()
    await report(path)
    const id: string = (await report(path, await site.createStudent())).body.data._id
    if (state !== 'open') await decide(id, state === 'hidden' ? 'hide' : 'dismiss', admin)
    expect(await listed(admin, state)).toHaveLength(2)
    expect(await countOpen()).toBe(state === 'open' ? before + 2 : before)

    expect((await ways[way]?.(path))?.status).toBe(200)
    expect([await listed(admin, state), await listed(instructor, state), await countOpen()]).toEqual([[], [], before])
    for (const decision of ['hide', 'restore', 'dismiss']) expect((await decide(id, decision, admin)).status).toBe(404)
  })
})
