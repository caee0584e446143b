import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const makeCourse = (): Promise<MadeCourse> =>
  site.createCourse({ instructorId: instructor.id, title: 'Kelas Dinilai', price: 0 })
const start = (who: SignedIn, { id }: MadeCourse) => site.call('POST', `/courses/${id}/enroll`, { token: who.token })
const write = (who: SignedIn, { id }: MadeCourse, body: object = { rating: 5, text: 'Mantap' }) =>
  site.call('PUT', `/courses/${id}/reviews`, { token: who.token, body })
const remove = (who: SignedIn, { id }: MadeCourse) =>
  site.call('DELETE', `/courses/${id}/reviews`, { token: who.token })
const viewerOf = async (who: SignedIn, { id }: MadeCourse) =>
  (await site.call('GET', `/courses/${id}`, { token: who.token })).body.data.viewer
const ratingOf = async ({ id }: MadeCourse) =>
  (({ rating, ratingCount, ratingDistribution, reviews }) => ({
    rating,
    ratingCount,
    ratingDistribution,
    shown: reviews.length,
  }))((await site.call('GET', `/courses/${id}/overview`)).body.data)
const listed = async (query = '') => (await site.call('GET', `/admin/reviews${query}`, { token: admin.token })).body
const moderate = (id: string, verb: 'hide' | 'restore', reason = 'Berisi iklan', token = admin.token) =>
  site.call('POST', `/admin/reviews/${id}/${verb}`, { token, body: { reason } })

describe('a course cannot be reviewed', () => {
  const rejected = { status: 403, code: 'review-not-allowed' }
  const outcome = ({ status, body }: Awaited<ReturnType<typeof write>>) => ({ status, code: body.code })

  test('by its instructor and by admins, even when enrolled', async () => {
    const course = await makeCourse()
    for (const who of [instructor, admin]) {
      await start(who, course)
      expect(outcome(await write(who, course))).toEqual(rejected)
      expect(await viewerOf(who, course)).toMatchObject({
        enrolled: true,
        canReview: false,
        isInstructor: who === instructor,
      })
    }
    expect(await ratingOf(course)).toEqual({ rating: 0, ratingCount: 0, ratingDistribution: [0, 0, 0, 0, 0], shown: 0 })
  })

  test('by students to whom staff gave access, until they enrol themselves', async () => {
    const course = await makeCourse()
    const student = await site.createStudent()
    await site.call('POST', `/courses/${course.id}/students`, {
      token: instructor.token,
      body: { email: student.email },
    })
    expect(outcome(await write(student, course))).toEqual(rejected)
    expect(await viewerOf(student, course)).toMatchObject({ enrolled: true, canReview: false })

    await site.call('DELETE', `/courses/${course.id}/students/${student.id}`, { token: instructor.token })
    await start(student, course)
    expect(await viewerOf(student, course)).toMatchObject({ enrolled: true, canReview: true, isInstructor: false })
    expect((await write(student, course)).status).toBe(200)
  })

  test('but by an instructor of another course, like by any student', async () => {
    const course = await makeCourse()
    const other = await site.createInstructor()
    await start(other, course)
    expect((await write(other, course)).status).toBe(200)
  })
})

describe('an admin', () => {
  /** A course with reviews of 1 and 5 stars; the first is the one to moderate. */
  async function makeReviewed() {
    const course = await makeCourse()
    const [author, other] = [await site.createStudent('Penulis Iklan'), await site.createStudent()]
    for (const who of [author, other]) await start(who, course)
    const { body } = await write(author, course, { rating: 1, text: 'Beli di toko saya' })
    await write(other, course)
    return { course, author, id: body.data._id as string }
  }

  test('hides and restores a review with a reason; rating, distribution and lists follow, and both are audited', async () => {
    const { course, author, id } = await makeReviewed()
    expect(await ratingOf(course)).toEqual({ rating: 3, ratingCount: 2, ratingDistribution: [1, 0, 0, 0, 1], shown: 2 })
    const hidden = await moderate(id, 'hide')
    expect([hidden.status, hidden.body.message, hidden.body.data]).toMatchObject([
      200,
      'Ulasan disembunyikan.',
      { status: 'hidden', hiddenReason: 'Berisi iklan', email: author.email, course: { title: 'Kelas Dinilai' } },
    ])
    expect(await ratingOf(course)).toEqual({ rating: 5, ratingCount: 1, ratingDistribution: [0, 0, 0, 0, 1], shown: 1 })
    expect((await site.call('GET', `/courses/${course.id}/reviews`)).body.meta.total).toBe(1)

    const restored = await moderate(id, 'restore', 'Salah tekan')
    expect(restored.body.data).toMatchObject({ status: 'shown', hiddenAt: null, hiddenReason: null })
    expect(await ratingOf(course)).toEqual({ rating: 3, ratingCount: 2, ratingDistribution: [1, 0, 0, 0, 1], shown: 2 })

    const { entries } = await site.app.modules.audit.list({ subjectId: id }, { page: 1, limit: 10 })
    expect(entries.map(({ action, actorId, details }) => [action, actorId, details])).toEqual([
      ['review.restored', admin.id, { title: 'Kelas Dinilai', reason: 'Salah tekan' }],
      ['review.hidden', admin.id, { title: 'Kelas Dinilai', reason: 'Berisi iklan' }],
    ])
  })

  test('hides and restores a review at once, also while very many students review the course', async () => {
    const course = await makeCourse()
    const students = await Promise.all(Array.from({ length: 8 }, () => site.createStudent()))
    for (const student of students) {
      await start(student, course)
      await write(student, course)
      await ratingOf(course)
    }
    const id = (await listed()).data.find((review: { course: { _id: string } }) => review.course._id === course.id)._id
    expect((await moderate(id, 'hide')).status).toBe(200)
    expect(await ratingOf(course)).toMatchObject({ ratingCount: 7 })
    expect((await moderate(id, 'restore')).status).toBe(200)
    expect(await ratingOf(course)).toMatchObject({ ratingCount: 8 })
  })

  test('hides a review once, restores it once, and never without a reason', async () => {
    const { course, id } = await makeReviewed()
    expect((await moderate(id, 'restore')).body.code).toBe('not-hidden')
    expect((await moderate(id, 'hide', ' x ')).body.errors).toEqual({ reason: 'Alasan minimal 3 karakter' })
    await moderate(id, 'hide')
    const again = await moderate(id, 'hide')
    expect([again.status, again.body.code]).toEqual([409, 'already-hidden'])
    expect(await ratingOf(course)).toMatchObject({ rating: 5, ratingCount: 1 })
    expect((await moderate('00000000-0000-7000-8000-000000000000', 'hide')).status).toBe(404)
  })

  test('is the only one who may; an instructor reads the reviews of own courses', async () => {
    const { id, author } = await makeReviewed()
    for (const { token } of [instructor, author]) {
      expect((await moderate(id, 'hide', 'Tidak suka', token)).status).toBe(403)
    }
    expect((await site.call('GET', '/admin/reviews', { token: author.token })).status).toBe(403)
    const other = await site.createInstructor()
    expect((await site.call('GET', '/admin/reviews', { token: other.token })).body.data).toEqual([])
    expect(
      (await site.call('GET', '/admin/reviews', { token: instructor.token })).body.data.map(
        ({ _id }: { _id: string }) => _id,
      ),
    ).toContain(id)
  })

  test('finds reviews by author, by text and by state', async () => {
    const { id } = await makeReviewed()
    await moderate(id, 'hide')
    const ids = async (query: string) => (await listed(query)).data.map(({ _id }: { _id: string }) => _id)
    expect(await ids('?q=penulis%20iklan&status=hidden')).toContain(id)
    expect(await ids('?q=toko%20saya')).toContain(id)
    expect(await ids('?status=shown&limit=100')).not.toContain(id)
    expect(await ids('?q=100%25')).toEqual([])
    const { data, meta } = await listed('?limit=1&page=2')
    expect([data.length, meta.page]).toEqual([1, 2])
    expect(meta.total).toBeGreaterThan(2)
  })
})

describe('a hidden review', () => {
  test('stays hidden when its author changes it, and cannot be replaced by deleting it', async () => {
    const course = await makeCourse()
    const author = await site.createStudent()
    await start(author, course)
    const { body } = await write(author, course, { rating: 2, text: 'Iklan' })
    await moderate(body.data._id, 'hide')
    expect((await viewerOf(author, course)).review).toMatchObject({ text: 'Iklan', hiddenReason: 'Berisi iklan' })
    await write(author, course, { rating: 4, text: 'Tanpa iklan' })
    expect(await ratingOf(course)).toMatchObject({ rating: 0, ratingCount: 0 })
    const removed = await remove(author, course)
    expect([removed.status, removed.body.code]).toEqual([409, 'review-hidden'])
    await moderate(body.data._id, 'restore', 'Sudah diperbaiki')
    expect(await ratingOf(course)).toMatchObject({ rating: 4, ratingCount: 1 })
    expect((await remove(author, course)).status).toBe(200)
    expect(await ratingOf(course)).toMatchObject({ rating: 0, ratingCount: 0 })
  })

  test('does not change the rating when the account of its author is deleted', async () => {
    const course = await makeCourse()
    const [author, other] = [await site.createStudent(), await site.createStudent()]
    for (const who of [author, other]) await start(who, course)
    const { body } = await write(author, course, { rating: 1 })
    await write(other, course)
    await moderate(body.data._id, 'hide')
    const erased = await site.call('POST', '/me/deletion', {
      token: author.token,
      body: { email: author.email, password: 'kopi-tubruk-7' },
    })
    expect(erased.status).toBe(200)
    expect(await ratingOf(course)).toMatchObject({ rating: 5, ratingCount: 1 })
  })
})
