import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import { nextDigest } from '#server/notifications/sending/digest-time.ts'
import { createQuiz, everyQuestion, rightAnswers } from '#testing/materials/quizzes.ts'
import { readOperations } from '#testing/chaos/operations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let course: MadeCourse
let student: SignedIn
// Sessions end while days pass.
beforeEach(async () => {
  ;[instructor, admin] = [await site.createInstructor(), await site.createAdmin()]
  course = await site.createCourse({ instructorId: instructor.id, lessons: 3, price: 0 })
  student = await site.createStudent()
  await site.enroll(student, course)
  site.clock.advance(minuteMs)
})

const by = ({ token }: SignedIn) => ({ token })
const add = async (lesson: object = {}, who = instructor) =>
  site.call('POST', '/courses/content/create', {
    token: who.token,
    body: { courseId: course.id, title: 'Zirkonium rahasia', type: 'text', text: '<p>Isi zirkonium</p>', ...lesson },
  })
const addDraft = async (lesson: object = {}): Promise<string> =>
  (await add({ status: 'draft', ...lesson })).body.data._id
const setStatus = (lessonId: string, status: string, who = instructor) =>
  site.call('PATCH', `/courses/${course.id}/content/${lessonId}/status`, { token: who.token, body: { status } })
const outline = async (): Promise<{ _id: string; status: string; version: number }[]> =>
  (await site.call('GET', `/admin/courses/${course.id}`, by(instructor))).body.data.details
const shown = async (who: SignedIn | null = student) =>
  (await site.call('GET', `/courses/${course.id}`, who ? by(who) : {})).body.data
const idsOf = ({ details }: { details: { _id: string }[] }) => details.map(({ _id }) => _id)
const complete = (lessonId: string, method = 'PUT') =>
  site.call(method, `/courses/${course.id}/content/${lessonId}/completion`, by(student))
const progress = async () => (await site.call('GET', `/courses/${course.id}/progress`, by(student))).body.data
const mine = async () =>
  (await site.call('GET', '/courses/enrolled', by(student))).body.data.find(
    ({ _id }: { _id: string }) => _id === course.id,
  )
const listed = async () => (await site.call('GET', `/courses/${course.id}/students`, by(instructor))).body.data
const notices = async () =>
  (await site.call('GET', '/me/notifications', by(student))).body.data as { kind: string; text: string; url: string }[]
const remove = (lessonId: string) =>
  site.call('DELETE', `/courses/${course.id}/delete-content/${lessonId}`, by(instructor))
/** Sessions of staff end when they are not used. */
async function passAnHour(): Promise<void> {
  for (let minutes = 0; minutes <= 60; minutes += 20) {
    site.clock.advance(20 * minuteMs)
    await outline()
  }
}
/** Runs the jobs that tell of additions elsewhere than in the list. */
async function tellElsewhere(): Promise<void> {
  await passAnHour()
  await site.app.jobs.run('broadcasts', 'digests')
}
async function digest(): Promise<string> {
  site.clock.advance(nextDigest(site.clock.now(), 'Asia/Jakarta').getTime() - site.clock.now().getTime() + minuteMs)
  await site.app.jobs.run('broadcasts', 'digests')
  return (await site.mailsTo(student.email)).map(({ text }) => text).join('\n')
}
const audited = async () =>
  (await site.call('GET', '/admin/audit?limit=5', by(await site.createAdmin()))).body.data.map(
    ({ action }: { action: string }) => action,
  )

describe('a lesson that is a draft', () => {
  test('is in the outline of staff, and leaves no trace in any call of students and visitors', async () => {
    const lessonId = await addDraft({ isPreview: true })
    const quiz = await addDraft({ title: 'Zirkonium kuis', type: 'quiz' })
    await site.call('PUT', `/courses/${course.id}/content/${quiz}/quiz`, {
      ...by(instructor),
      body: { version: 0, settings: {}, questions: [{ ...everyQuestion[2], text: '<p>Soal zirkonium?</p>' }] },
    })
    expect((await outline()).filter(({ status }) => status === 'draft').map(({ _id }) => _id)).toEqual([lessonId, quiz])
    const operations = readOperations((await site.call('GET', '/openapi.json')).body).filter(
      ({ method, path }) => method === 'GET' && !path.startsWith('/admin'),
    )
    expect(operations.length).toBeGreaterThan(50)
    const found: string[] = []
    for (const { path, query } of operations)
      for (const draft of [lessonId, quiz])
        for (const who of [student, null]) {
          const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
            name === 'id' ? course.id : name === 'keyword' ? 'zirkonium' : draft,
          )
          const words = 'q' in query ? '?q=zirkonium' : ''
          const { body } = await site.call('GET', address + words, who ? by(who) : {})
          // A note repeats what was searched for.
          if (/zirkonium/i.test(JSON.stringify(body).replaceAll('“zirkonium”', '')))
            found.push(`${who ? 'student' : 'visitor'} ${address}${words}`)
        }
    expect(found).toEqual([])
  })

  test('cannot be opened, completed, noted, asked about, attempted or handed in', async () => {
    const [text, quiz, task] = [
      await addDraft(),
      await addDraft({ type: 'quiz' }),
      await addDraft({ type: 'assignment' }),
    ]
    const at = (lessonId: string) => `/courses/${course.id}/content/${lessonId}`
    const statuses = await Promise.all([
      site.call('GET', at(text), by(student)),
      complete(text),
      site.call('PUT', `${at(text)}/note`, { ...by(student), body: { text: 'x', version: 0 } }),
      site.call('PUT', `${at(text)}/position`, {
        ...by(student),
        body: { reached: 3, notedAt: site.clock.now().toISOString() },
      }),
      site.call('POST', `${at(quiz)}/attempts`, { ...by(student), body: {} }),
      site.call('GET', `${at(task)}/submissions/mine`, by(student)),
      site.call('GET', `${at(text)}/files`, by(student)),
    ])
    expect(statuses.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404, 404, 404])
    const question = { title: 'Kapan tayang?', text: 'Ini kapan?', contentId: text }
    expect(
      (await site.call('POST', `/courses/${course.id}/questions`, { ...by(student), body: question })).status,
    ).toBe(422)
    // Its staff try it as they edit it.
    expect((await site.call('GET', at(text), by(instructor))).status).toBe(200)
  })

  test('does not count: not for the length of the course, nor for progress, finishing and the certificate', async () => {
    await addDraft()
    const card = async () => (await site.call('GET', `/courses/${course.id}/overview`)).body.data
    expect([(await card()).lessonCount, (await mine()).lessonCount]).toEqual([3, 3])
    for (const lessonId of course.lessonIds) await complete(lessonId)
    expect([(await progress()).percent, (await mine()).certificateAvailable]).toEqual([100, true])
    expect(
      (await site.call('POST', `/courses/${course.id}/certificate`, { ...by(student), body: { name: student.name } }))
        .status,
    ).toBeLessThan(300)
    expect((await listed())[0]).toMatchObject({ progress: 100, lessonsCompleted: 3, lessonCount: 3 })
  })

  test('does not hold back the lesson behind it, and opens no chapter', async () => {
    const draft = await addDraft()
    const last = (await add({ title: 'Penutup' })).body.data._id as string
    const groups = [{ _id: null, contentIds: [...course.lessonIds, draft, last] }]
    await site.call('PUT', `/courses/${course.id}/outline`, { ...by(instructor), body: { chapters: groups } })
    await site.call('PATCH', `/courses/${course.id}`, { ...by(instructor), form: { pace: 'sequence' } })
    for (const lessonId of course.lessonIds) await complete(lessonId)
    expect((await site.call('GET', `/courses/${course.id}/content/${last}`, by(student))).status).toBe(200)
    const body = { title: 'Bab nanti', dripDays: 1 }
    const chapter = (await site.call('POST', `/courses/${course.id}/chapters`, { ...by(instructor), body })).body.data
      ._id
    await addDraft({ chapterId: chapter })
    await site.call('PATCH', `/courses/${course.id}`, { ...by(instructor), form: { pace: 'drip' } })
    site.clock.advance(2 * dayMs)
    await site.app.modules.reminders.runDueWork()
    expect((await notices()).filter(({ kind }) => kind === 'lesson-open')).toEqual([])
  })

  test('a course of drafts is empty: it is not published, nor joined', async () => {
    const draft = await site.createCourse({ instructorId: instructor.id, lessons: 1, status: 'draft', price: 0 })
    course = draft
    await setStatus(draft.lessonIds[0] as string, 'draft')
    const published = await site.call('PATCH', `/courses/${draft.id}/status`, {
      ...by(instructor),
      body: { status: 'published' },
    })
    expect([published.status, Object.keys(published.body.errors)]).toEqual([422, ['contents']])
    await setStatus(draft.lessonIds[0] as string, 'published')
    expect(
      (await site.call('PATCH', `/courses/${draft.id}/status`, { ...by(instructor), body: { status: 'published' } }))
        .status,
    ).toBe(200)
    await setStatus(draft.lessonIds[0] as string, 'draft')
    expect((await site.call('POST', `/courses/${draft.id}/enroll`, { ...by(student), body: {} })).status).toBe(409)
  })
})

describe('publishing a draft', () => {
  test('shows it to everyone at once, in its place, and tells students', async () => {
    const lessonId = await addDraft()
    const last = (await add({ title: 'Penutup' })).body.data._id as string
    // Additions within an hour are told of together.
    await passAnHour()
    expect(idsOf(await shown())).toEqual([...course.lessonIds, last])
    expect((await setStatus(lessonId, 'published')).body.data).toMatchObject({ _id: lessonId, status: 'published' })
    expect([idsOf(await shown()), idsOf(await shown(null))]).toEqual([
      [...course.lessonIds, lessonId, last],
      [...course.lessonIds, lessonId, last],
    ])
    const told = async () => (await notices()).filter(({ text }) => text.includes('Zirkonium rahasia')).length
    expect(await told()).toBe(1)
    await setStatus(lessonId, 'draft')
    expect(await told()).toBe(0)
    expect(await audited()).toEqual(expect.arrayContaining(['content.published', 'content.unpublished']))
  })

  test('that is taken back leaves the other lessons of the same notification', async () => {
    const [one, two] = [await addDraft(), await addDraft({ title: 'Berikutnya' })]
    await setStatus(one, 'published')
    await setStatus(two, 'published')
    expect(await notices()).toMatchObject([{ text: '2 materi baru, mulai dari “Zirkonium rahasia”.' }])
    await setStatus(one, 'draft')
    expect(await notices()).toMatchObject([{ text: '“Berikutnya” baru ditambahkan.' }])
    await setStatus(two, 'draft')
    expect(await notices()).toEqual([])
  })

  test('and again after it was taken back tells students, unless they were told of it elsewhere, too', async () => {
    const lessonId = await addDraft()
    for (const status of ['published', 'draft', 'published']) {
      await setStatus(lessonId, status)
      site.clock.advance(minuteMs)
    }
    expect(await notices()).toMatchObject([{ text: '“Zirkonium rahasia” baru ditambahkan.' }])
    await tellElsewhere()
    for (const status of ['draft', 'published', 'draft', 'published']) await setStatus(lessonId, status)
    expect(await notices()).toEqual([])
    expect(await digest()).not.toContain('Zirkonium')
  })

  test('that is taken back after students were told of it leaves the lists and the digest that waits', async () => {
    const [, two] = [await add({ title: 'Satu' }), (await add({ title: 'Dua' })).body.data._id]
    await tellElsewhere()
    expect(await notices()).toMatchObject([{ text: '2 materi baru, mulai dari “Satu”.' }])
    await remove(two)
    expect(await notices()).toMatchObject([{ text: '“Satu” baru ditambahkan.' }])
    expect(await digest()).toMatch(/^(?![\s\S]*2 materi baru)[\s\S]*“Satu” baru ditambahkan/)
  })

  test('that students knew before neither adds to nor takes from a notification of others', async () => {
    await add({ title: 'Satu' })
    await add({ title: 'Dua' })
    const old = course.lessonIds[0] ?? ''
    for (const status of ['draft', 'published', 'draft', 'published']) {
      await setStatus(old, status)
      expect(await notices()).toMatchObject([{ text: '2 materi baru, mulai dari “Satu”.' }])
    }
  })

  test('that is taken back leaves the notification that told of it to the next lesson of the same one', async () => {
    const one = (await add({ title: 'Satu' })).body.data._id
    const two = (await add({ title: 'Dau' })).body.data._id
    await tellElsewhere()
    await add({ title: 'Tiga' })
    const body = { title: 'Dua', type: 'text', text: '<p>Isi</p>' }
    await site.call('PUT', `/courses/${course.id}/update-content/${two}`, { ...by(instructor), body })
    await remove(one)
    expect(await notices()).toMatchObject([
      { text: '“Tiga” baru ditambahkan.' },
      { text: '“Dua” baru ditambahkan.', url: expect.stringContaining(two) },
    ])
    await remove(two)
    expect(await notices()).toMatchObject([{ text: '“Tiga” baru ditambahkan.' }])
  })

  test('that is taken back is no longer counted in the notification that names another lesson', async () => {
    const [one, two, draft] = [await addDraft(), await addDraft({ title: 'Berikutnya' }), await addDraft()]
    await setStatus(one, 'published')
    await setStatus(two, 'published')
    await site.call('DELETE', `/courses/${course.id}/delete-content/${draft}`, { token: instructor.token })
    expect(await notices()).toMatchObject([{ text: expect.stringContaining('2 materi baru') }])
    await site.call('DELETE', `/courses/${course.id}/delete-content/${two}`, { token: instructor.token })
    expect(await notices()).toMatchObject([{ text: '“Zirkonium rahasia” baru ditambahkan.' }])
  })

  test('is found by search from then on', async () => {
    const lessonId = await addDraft()
    const hits = async () => {
      await site.app.modules.catalog.updateSearch()
      return (await site.call('GET', '/courses?q=zirkonium')).body.data.map(({ _id }: { _id: string }) => _id)
    }
    expect(await hits()).not.toContain(course.id)
    await setStatus(lessonId, 'published')
    expect(await hits()).toContain(course.id)
    await setStatus(lessonId, 'draft')
    expect(await hits()).not.toContain(course.id)
  })

  test('makes it new to those who had finished by then, whose finish stays', async () => {
    const lessonId = await addDraft()
    site.clock.advance(minuteMs)
    for (const id of course.lessonIds) await complete(id)
    site.clock.advance(minuteMs)
    await setStatus(lessonId, 'published')
    const { details, viewer } = await shown()
    expect(details.filter(({ isNew }: { isNew?: boolean }) => isNew).map(({ _id }: { _id: string }) => _id)).toEqual([
      lessonId,
    ])
    expect(viewer).toMatchObject({ finishedAt: expect.any(String), progress: { percent: 75 } })
    await complete(lessonId)
    await complete(lessonId, 'DELETE')
    expect((await shown()).viewer.finishedAt).toEqual(expect.any(String))
  })

  test('needs what the form needs: a draft may lack it', async () => {
    const [video, text] = [await addDraft({ type: 'video' }), await addDraft({ type: 'text', text: '' })]
    const [noVideo, noText] = [await setStatus(video, 'published'), await setStatus(text, 'published')]
    expect([noVideo.status, noVideo.body.errors]).toEqual([422, { uploadId: 'Unggah videonya dulu' }])
    expect([noText.status, noText.body.errors]).toEqual([422, { text: 'Teks konten wajib diisi untuk tipe artikel' }])
    const save = (body: object) =>
      site.call('PUT', `/courses/${course.id}/update-content/${text}`, { ...by(instructor), body })
    expect((await save({ title: 'Masih draf', type: 'text', text: '', status: 'draft' })).body.data).toMatchObject({
      title: 'Masih draf',
      status: 'draft',
    })
    expect((await save({ title: 'Masih draf', type: 'text', text: '', status: 'published' })).status).toBe(422)
    expect(
      (await save({ title: 'Jadi', type: 'text', text: '<p>Isi</p>', status: 'published' })).body.data.status,
    ).toBe('published')
    expect((await add({ status: 'nanti' })).body.errors).toEqual({ status: 'Status tidak dikenal' })
    expect((await setStatus(text, 'nanti')).status).toBe(422)
  })

  test('is for staff of the course, and makes a form that is open elsewhere outdated', async () => {
    const lessonId = await addDraft()
    const other = await site.createInstructor()
    expect([
      (await setStatus(lessonId, 'published', other)).status,
      (await setStatus(lessonId, 'published', student)).status,
    ]).toEqual([404, 403])
    const { version = 0 } = (await outline()).find(({ _id }) => _id === lessonId) ?? {}
    expect((await setStatus(lessonId, 'published', admin)).status).toBe(200)
    const body = { title: 'Lama', type: 'text', text: '<p>x</p>', status: 'draft', version }
    expect(
      (await site.call('PUT', `/courses/${course.id}/update-content/${lessonId}`, { ...by(instructor), body })).status,
    ).toBe(409)
  })
})

test('without a status a new lesson is published, and a change leaves the status', async () => {
  const { _id, status } = (await add()).body.data
  const draft = await addDraft()
  const save = async (lessonId: string) =>
    (
      await site.call('PUT', `/courses/${course.id}/update-content/${lessonId}`, {
        ...by(instructor),
        body: { title: 'Ubah', type: 'text', text: '<p>x</p>' },
      })
    ).body.data.status
  expect([status, await save(_id), await save(draft)]).toEqual(['published', 'published', 'draft'])
})

describe('a lesson that becomes a draft again', () => {
  test('keeps what students did: progress is counted without it, and with it once it is back', async () => {
    const [first = '', second = '', third = ''] = course.lessonIds
    await site.call('PATCH', `/courses/${course.id}`, { ...by(instructor), form: { pace: 'free' } })
    await complete(first)
    await complete(second)
    const seen = async () => ({
      percent: (await progress()).percent,
      completed: (await progress()).completedContentIds,
      last: (await progress()).lastContentId,
      mine: (await mine()).progress,
      staff: (await listed())[0].progress,
    })
    expect(await seen()).toEqual({ percent: 67, completed: [first, second], last: second, mine: 67, staff: 67 })
    await setStatus(second, 'draft')
    expect(await seen()).toEqual({ percent: 50, completed: [first], last: null, mine: 50, staff: 50 })
    await complete(third)
    expect([(await progress()).percent, (await shown()).viewer.finishedAt]).toEqual([100, expect.any(String)])
    await setStatus(second, 'published')
    expect(await seen()).toEqual({
      percent: 100,
      completed: [first, second, third],
      last: third,
      mine: 100,
      staff: 100,
    })
  })

  test('keeps what was completed without a connection and is sent meanwhile; a quiz is not completed by hand', async () => {
    const [first = '', second = ''] = course.lessonIds
    const quiz = await addDraft({ type: 'quiz' })
    const completed = { completed: true, markedAt: site.clock.now().toISOString() }
    await setStatus(second, 'draft')
    const sent = await site.call('POST', `/courses/${course.id}/completions`, {
      ...by(student),
      body: { changes: [first, second, quiz].map((contentId) => ({ contentId, ...completed })) },
    })
    expect([sent.status, sent.body.data.completedContentIds]).toEqual([200, [first]])
    await Promise.all([second, quiz].map((lessonId) => setStatus(lessonId, 'published')))
    expect((await progress()).completedContentIds).toEqual([first, second])
  })

  test('students stay in the order of their progress', async () => {
    const [first = '', second = ''] = course.lessonIds
    const other = await site.createStudent()
    await site.enroll(other, course)
    await complete(first)
    await complete(second)
    await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[2]}/completion`, by(other))
    const order = async () =>
      (await site.call('GET', `/courses/${course.id}/students?sort=-progress`, by(instructor))).body.data.map(
        ({ _id }: { _id: string }) => _id,
      )
    expect(await order()).toEqual([student.id, other.id])
    await setStatus(first, 'draft')
    await setStatus(second, 'draft')
    expect(await order()).toEqual([other.id, student.id])
    await setStatus(second, 'published')
    expect((await listed()).map(({ lessonsCompleted }: { lessonsCompleted: number }) => lessonsCompleted)).toEqual([
      1, 1,
    ])
  })

  test('a certificate that was issued stays, and one more can be finished', async () => {
    for (const lessonId of course.lessonIds) await complete(lessonId)
    const issued = await site.call('POST', `/courses/${course.id}/certificate`, {
      ...by(student),
      body: { name: student.name },
    })
    await setStatus(course.lessonIds[1] as string, 'draft')
    expect((await mine()).certificateId).toBe(issued.body.data._id)
    expect((await site.call('GET', `/certificates/${issued.body.data._id}`)).body.data).toMatchObject({
      lessonCount: 3,
    })
  })

  test('a passed quiz counts once it is back, also when it was submitted meanwhile', async () => {
    const { contentId, quiz } = await createQuiz((...call) => site.call(...call), {
      courseId: course.id,
      token: instructor.token,
      questions: [everyQuestion[2]],
    })
    const attempt = (
      await site.call('POST', `/courses/${course.id}/content/${contentId}/attempts`, { ...by(student), body: {} })
    ).body.data
    await setStatus(contentId, 'draft')
    const answers = { answers: rightAnswers(quiz), seq: 1 }
    expect((await site.call('PUT', `/attempts/${attempt._id}/answers`, { ...by(student), body: answers })).status).toBe(
      200,
    )
    expect(
      (await site.call('POST', `/attempts/${attempt._id}/submit`, { ...by(student), body: {} })).body.data.passed,
    ).toBe(true)
    expect((await progress()).completedContentIds).toEqual([])
    await setStatus(contentId, 'published')
    expect((await progress()).completedContentIds).toEqual([contentId])
  })

  test('is copied as a draft with its course', async () => {
    const draft = await addDraft({ type: 'video' })
    const { _id } = (await site.call('POST', `/courses/${course.id}/duplicate`, { ...by(instructor), body: {} })).body
      .data
    const { details } = (await site.call('GET', `/admin/courses/${_id}`, by(instructor))).body.data
    expect(details.map(({ status }: { status: string }) => status)).toEqual([
      'published',
      'published',
      'published',
      'draft',
    ])
    expect(details[3]).toMatchObject({ isVideoMissing: true })
    expect(draft).not.toBe(details[3]._id)
  })
})
