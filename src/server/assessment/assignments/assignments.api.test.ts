import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { createAssignment, rubric, submissionCalls } from '#testing/materials/assignments.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
let lessonId: string
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 1 })
  student = await site.createStudent()
  await site.enroll(student, course)
  lessonId = await createAssignment(site.call, { courseId: course.id, token: instructor.token })
})

const { at, handIn, mine, queue, show, review, completed } = submissionCalls(() => ({
  site,
  instructor,
  student,
  course,
  lessonId,
}))

/** The chosen levels by their places in the rubric. */
async function levels(...places: number[]): Promise<Record<string, string>> {
  const { criteria } = (await mine()).meta
  return Object.fromEntries(places.map((place, index) => [criteria[index]._id, criteria[index].levels[place]._id]))
}

test('a submission that is accepted while the access is revoked completes the lesson once the access returns', async () => {
  await handIn({ text: 'Selesai' })
  const chosen = await levels(0, 0)
  const [{ _id: submissionId }] = (await mine()).data
  const before = await completed()
  await site.database.query.execute(sql`update enrollments set revoked_at = granted_at where user_id = ${student.id}`)
  const accepted = await review(submissionId, { decision: 'accept', scores: chosen, comment: '' })
  expect([accepted.status, accepted.body.data.status]).toEqual([200, 'accepted'])
  expect((await site.call('GET', `/courses/${course.id}/progress`, { token: student.token })).status).toBe(403)
  await site.enroll(student, course)
  expect(await completed()).toEqual({ ...before, completedContentIds: [lessonId], percent: 50 })
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: student.token })
  expect(
    (await site.call('GET', `/courses/${course.id}`, { token: student.token })).body.data.viewer.finishedAt,
  ).not.toBeNull()
})

test('a submission leaves the queue with the access of its student, who is told of no review until it returns', async () => {
  await handIn({ text: 'Selesai' })
  const [{ _id: submissionId }] = (await mine()).data
  const chosen = await levels(0, 0)
  const token = instructor.token
  const waiting = async () => [
    (await queue()).data.map(({ _id }: { _id: string }) => _id),
    (await queue()).meta.total,
    (await site.call('GET', '/admin/waiting-submissions', { token })).body.data.waiting,
  ]
  expect(await waiting()).toEqual([[submissionId], 1, 1])
  await site.database.query.execute(sql`update enrollments set revoked_at = granted_at where user_id = ${student.id}`)
  expect(await waiting()).toEqual([[], 0, 0])
  await site.enroll(student, course)
  expect(await waiting()).toEqual([[submissionId], 1, 1])
  await site.database.query.execute(sql`update enrollments set revoked_at = granted_at where user_id = ${student.id}`)
  expect((await review(submissionId, { decision: 'accept', scores: chosen, comment: '' })).status).toBe(200)
  expect((await site.call('GET', '/me/notifications', { token: student.token })).body.data).toEqual([])
})

describe('an assignment', () => {
  test('has its task as the text of the lesson, points and a rubric, saved as a whole with a version', async () => {
    const shown = (await site.call('GET', at('/assignment'), { token: instructor.token })).body.data
    expect(shown).toMatchObject({ title: 'Tugas akhir', points: 50, version: 1, criteria: rubric })
    const changed = shown.criteria.toReversed().slice(0, 1)
    const save = (body: object) => site.call('PUT', at('/assignment'), { token: instructor.token, body })
    const saved = await save({ version: 1, points: 10, criteria: changed })
    expect(saved.body.data).toMatchObject({ points: 10, version: 2, criteria: changed })
    expect((await save({ version: 1, points: 10, criteria: [] })).body.code).toBe('stale')
    expect((await site.call('GET', at(), { token: student.token })).body.data).toMatchObject({
      type: 'assignment',
      text: '<p>Buat satu halaman.</p>',
    })
  })

  test('never is a preview, and needs a task', async () => {
    const create = (body: object) =>
      site.call('POST', '/courses/content/create', {
        token: instructor.token,
        body: { courseId: course.id, title: 'T', ...body },
      })
    expect((await create({ type: 'assignment', text: '<p> </p>' })).body.errors).toEqual({
      text: 'Tulis tugasnya dulu',
    })
    expect((await create({ type: 'assignment', text: '<p>Tugas</p>', isPreview: true })).body.data).toMatchObject({
      isPreview: false,
    })
  })

  test.each([
    ['without points', { points: 0 }, 'points'],
    [
      'with a criterion without a name',
      { points: 10, criteria: [{ title: '', levels: rubric[0]?.levels }] },
      'criteria.0.title',
    ],
    [
      'with a single level',
      { points: 10, criteria: [{ title: 'Isi', levels: [{ title: 'A', points: 1 }] }] },
      'criteria.0.levels',
    ],
    [
      'without a level that earns points',
      {
        points: 10,
        criteria: [
          {
            title: 'Isi',
            levels: [
              { title: 'A', points: 0 },
              { title: 'B', points: 0 },
            ],
          },
        ],
      },
      'criteria.0.levels',
    ],
    [
      'with negative points',
      {
        points: 10,
        criteria: [
          {
            title: 'Isi',
            levels: [
              { title: 'A', points: 1 },
              { title: 'B', points: -1 },
            ],
          },
        ],
      },
      'criteria.0.levels.1.points',
    ],
  ])('is rejected %s, beside the field', async (_, body, field) => {
    const { status, body: answer } = await site.call('PUT', at('/assignment'), {
      token: instructor.token,
      body: { version: 1, ...body },
    })
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
  })

  test('is copied with its course', async () => {
    const copy = (await site.call('POST', `/courses/${course.id}/duplicate`, { token: instructor.token })).body.data
    const detail = (await site.call('GET', `/admin/courses/${copy._id}`, { token: instructor.token })).body.data
    const copied = detail.details.find(({ type }: { type: string }) => type === 'assignment')
    const { data } = (
      await site.call('GET', `/courses/${copy._id}/content/${copied._id}/assignment`, { token: instructor.token })
    ).body
    expect(data).toMatchObject({ points: 50, version: 1, criteria: rubric })
  })
})

describe('the queue', () => {
  test('lists what waits, oldest first, page by page; instructors see their own courses only', async () => {
    const first = await handIn({ text: 'Pertama' })
    site.clock.advance(minuteMs)
    const second = await site.createStudent('Budi Kedua')
    await site.enroll(second, course)
    const later = await handIn({ text: 'Kedua' }, second)
    const ids = ({ data }: { data: { _id: string }[] }) => data.map(({ _id }) => _id)
    const all = await queue()
    expect(ids(all)).toEqual([first.body.data._id, later.body.data._id])
    expect(all.data[1]).toMatchObject({
      student: { name: 'Budi Kedua' },
      course: { _id: course.id },
      content: { title: 'Tugas akhir' },
      status: 'waiting',
    })
    const page = await queue('?limit=1')
    expect([ids(page), page.meta]).toMatchObject([[first.body.data._id], { total: 2, isCounted: true }])
    const next = await queue(`?limit=1&cursor=${page.meta.next}`)
    expect([ids(next), next.meta.next]).toEqual([[later.body.data._id], null])
    expect(ids(await queue(`?limit=1&cursor=${next.meta.previous}`))).toEqual([first.body.data._id])

    const otherInstructor = await site.createInstructor()
    expect((await queue('', otherInstructor)).data).toEqual([])
    expect((await queue(`?course=${course.id}`, otherInstructor)).data).toEqual([])
    expect((await queue('?course=x')).data).toEqual([])
    const admin = await site.createAdmin()
    expect(ids(await queue(`?course=${course.id}`, admin))).toEqual(ids(all))
    expect(ids(await queue('?limit=100', admin))).toEqual(expect.arrayContaining(ids(all)))
    expect((await site.call('GET', '/admin/waiting-submissions', { token: instructor.token })).body.data).toEqual({
      waiting: 2,
      isCounted: true,
    })
    expect((await site.call('GET', '/admin/waiting-submissions', { token: otherInstructor.token })).body.data).toEqual({
      waiting: 0,
      isCounted: true,
    })
    expect((await site.call('GET', '/admin/submissions?status=x', { token: instructor.token })).body.errors).toEqual({
      status: 'Status tidak dikenal',
    })
  })
})

describe('a review', () => {
  test('that accepts completes the lesson, and everything that follows from that', async () => {
    await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: student.token })
    const { body } = await handIn({ text: 'Tugasku' })
    const shown = (await show(body.data._id)).body.data
    expect(shown).toMatchObject({
      task: '<p>Buat satu halaman.</p>',
      terms: { points: 50 },
      student: { name: student.name },
      versions: [body.data],
    })
    const accepted = await review(body.data._id, { decision: 'accept', scores: await levels(1, 0), comment: 'Bagus!' })
    expect([accepted.status, accepted.body.message]).toEqual([200, 'Tugas diterima.'])
    expect(accepted.body.data).toMatchObject({
      status: 'accepted',
      nextId: null,
      review: {
        comment: 'Bagus!',
        points: 40,
        maximumPoints: 50,
        scores: [{ criterion: 'Kerapian', level: 'Cukup', points: 2, maximumPoints: 4 }, { level: 'Lengkap' }],
      },
    })
    expect(await completed()).toMatchObject({ percent: 100, completedContentIds: expect.arrayContaining([lessonId]) })
    expect(
      (
        await site.call('POST', `/courses/${course.id}/certificate`, {
          token: student.token,
          body: { name: 'Nama Lengkap' },
        })
      ).status,
    ).toBe(200)
    expect((await mine()).meta.status).toBe('accepted')
    const again = await handIn({ text: 'Lagi' })
    expect([again.status, again.body.code]).toEqual([409, 'already-accepted'])
    const { entries } = await site.app.modules.audit.list({ subjectId: body.data._id }, { page: 1, limit: 10 })
    expect(entries).toMatchObject([
      {
        action: 'submission.reviewed',
        actorId: instructor.id,
        details: { title: 'Tugas akhir', status: 'accepted', version: 1, value: 40 },
      },
    ])
  })

  test('that asks for a revision opens the way for the next version, and the student is mailed each time', async () => {
    const first = await handIn({ text: 'Satu' })
    const revised = await review(first.body.data._id, { decision: 'revise', comment: 'Tambahkan sumber' })
    expect(revised.body.data).toMatchObject({
      status: 'revise',
      review: { comment: 'Tambahkan sumber', points: null, scores: [] },
    })
    expect((await mine()).meta.status).toBe('revise')
    const second = await handIn({ text: 'Dua' })
    expect((await review(second.body.data._id, { decision: 'accept', scores: await levels(0, 0) })).status).toBe(200)
    expect((await mine()).data.map(({ status }: { status: string }) => status)).toEqual(['accepted', 'revise'])
    expect((await completed()).completedContentIds).toEqual([lessonId])
    await site.app.jobs.run('mails')
    const mails = site.mailTransport.sent.filter(({ to }) => to.email === student.email).map(({ subject }) => subject)
    expect(mails).toEqual(['Perlu revisi: Tugas akhir', 'Diterima: Tugas akhir'])
    expect((await queue('?status=accepted')).data).toHaveLength(1)
  })

  test('of a version that was reviewed or replaced already returns 409', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const admin = await site.createAdmin()
    const scores = await levels(0, 0)
    const both = await Promise.all(
      [instructor, admin].map((who) => review(body.data._id, { decision: 'accept', scores }, who)),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('stale')

    lessonId = await createAssignment(site.call, { courseId: course.id, token: instructor.token })
    const replaced = await handIn({ text: 'Satu' })
    await handIn({ text: 'Dua' })
    expect((await review(replaced.body.data._id, { decision: 'revise', comment: 'Kurang' })).status).toBe(409)
  })

  test('during another hand-in leaves either an accepted version or a new one that waits, never both', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const scores = await levels(0, 0)
    const [reviewed, sent] = await Promise.all([
      review(body.data._id, { decision: 'accept', scores }),
      handIn({ text: 'Dua' }),
    ])
    expect([
      [200, 409],
      [409, 201],
    ]).toContainEqual([reviewed.status, sent.status])
  })

  test.each([
    ['an unknown decision', { decision: 'lulus' }, { decision: 'Pilih terima atau minta revisi' }],
    [
      'a request for a revision without a comment',
      { decision: 'revise', comment: ' ' },
      { comment: 'Tulis apa yang perlu diperbaiki' },
    ],
    [
      'a criterion that does not exist',
      { decision: 'revise', comment: 'Kurang', scores: { x: 'y' } },
      { 'scores.x': 'Pilih satu tingkat untuk kriteria ini' },
    ],
    [
      'a comment that is too long',
      { decision: 'accept', comment: 'a'.repeat(5_001) },
      { comment: 'Maksimal 5.000 karakter' },
    ],
  ])('%s returns 422 and its field', async (_, input, errors) => {
    const { body } = await handIn({ text: 'Satu' })
    const { status, body: answer } = await review(body.data._id, input)
    expect([status, answer.errors]).toEqual([422, errors])
  })

  test('that accepts needs a level of every criterion', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const { status, body: answer } = await review(body.data._id, { decision: 'accept', scores: await levels(0) })
    expect([status, Object.values(answer.errors)]).toEqual([422, ['Pilih satu tingkat untuk kriteria ini']])
  })

  test('keeps its levels when the rubric changes later', async () => {
    const { body } = await handIn({ text: 'Satu' })
    await review(body.data._id, { decision: 'accept', scores: await levels(0, 1) })
    await site.call('PUT', at('/assignment'), {
      token: instructor.token,
      body: { version: 1, points: 10, criteria: [] },
    })
    expect((await mine()).data[0].review).toMatchObject({
      points: 35,
      maximumPoints: 50,
      scores: [{ level: 'Rapi' }, { level: 'Sebagian' }],
    })
  })

  test('is for the staff of the course', async () => {
    const { body } = await handIn({ text: 'Satu' })
    const other = await site.createInstructor()
    expect((await show(body.data._id, other)).status).toBe(404)
    expect((await review(body.data._id, { decision: 'revise', comment: 'Kurang' }, other)).status).toBe(404)
    expect((await show(body.data._id, student)).status).toBe(403)
  })
})

test('completing an assignment by hand is rejected', async () => {
  const byHand = await site.call('PUT', at('/completion'), { token: student.token })
  const markedAt = site.clock.now().toISOString()
  const queued = await site.call('POST', `/courses/${course.id}/completions`, {
    token: student.token,
    body: { changes: [{ contentId: lessonId, completed: true, markedAt }] },
  })
  expect([byHand.status, queued.status]).toEqual([409, 409])
})
