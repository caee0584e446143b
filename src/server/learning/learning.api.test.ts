import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { countQueries } from '#testing/scale/count-queries.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'

let site: TestSite
let course: MadeCourse
let free: MadeCourse
let student: SignedIn
let otherStudent: SignedIn

beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ title: 'Kelas Berbayar', lessons: 3 })
  free = await site.createCourse({ title: 'Kelas Gratis', price: 0, lessons: 3 })
  student = await site.createStudent()
  otherStudent = await site.createStudent()
  await enroll(student, course)
})
afterAll(() => site.close())

const enroll = (who: SignedIn, made: MadeCourse) => site.enroll(who, made)
const secret = 'Isi rahasia'

describe('GET /courses/{id}/overview', () => {
  test('shows a published course with its outline, without locked bodies', async () => {
    const { status, body } = await site.call('GET', `/courses/${course.id}/overview`)
    expect([status, body.data.title, body.data.details.length]).toEqual([200, 'Kelas Berbayar', 3])
    expect(body.data.details[0]).toMatchObject({ isPreview: true, youtubeId: 'DHjqpvDnNGE' })
    expect(body.data.details[1]).not.toHaveProperty('text')
    expect(JSON.stringify(body)).not.toContain(secret)
  })

  test.each(['00000000-0000-7000-8000-000000000000', 'bukan-id', '..%2f..%2fetc', '1'])(
    'returns 404 for the id %s',
    async (id) => {
      const { status, body } = await site.call('GET', `/courses/${id}/overview`)
      expect([status, body.code]).toEqual([404, 'not-found'])
    },
  )

  test('hides a draft', async () => {
    const draft = await site.createCourse({ status: 'draft' })
    expect((await site.call('GET', `/courses/${draft.id}/overview`)).status).toBe(404)
  })
})

describe('GET /courses/{id}', () => {
  const show = (token?: string, query = '') => site.call('GET', `/courses/${course.id}${query}`, token ? { token } : {})

  test('returns the bodies to an enrolled student', async () => {
    const { body } = await show(student.token)
    expect(body.data.viewer).toMatchObject({ enrolled: true, canEdit: false })
    expect(body.data.details[1].text).toContain(secret)
  })

  test('returns no locked body to anyone else, with or without the preview parameter', async () => {
    const otherInstructor = await site.createInstructor()
    for (const token of [undefined, otherStudent.token, otherInstructor.token]) {
      const { status, body } = await show(token, '?preview=true')
      expect([status, body.data.viewer.enrolled, body.data.viewer.canEdit]).toEqual([200, false, false])
      expect(JSON.stringify(body)).not.toContain(secret)
    }
  })

  test('returns all bodies to staff with the preview parameter', async () => {
    const admin = await site.createAdmin()
    expect((await show(admin.token, '?preview=true')).body.data.details[1].text).toContain(secret)
    expect((await show(admin.token)).body.data.details[1]).not.toHaveProperty('text')
  })

  test('returns 401 for an invalid token, so that the browser removes it', async () => {
    expect((await show('kls_' + 'x'.repeat(43))).status).toBe(401)
  })

  test('that is unpublished stays accessible to its students only', async () => {
    const made = await site.createCourse({ lessons: 1 })
    const who = await site.createStudent()
    await enroll(who, made)
    const admin = await site.createAdmin()
    expect(
      (await site.call('PATCH', `/courses/${made.id}/status`, { token: admin.token, body: { status: 'draft' } }))
        .status,
    ).toBe(200)
    const statusFor = async (token: string) => (await site.call('GET', `/courses/${made.id}`, { token })).status
    expect([await statusFor(who.token), await statusFor(otherStudent.token)]).toEqual([200, 404])
  })

  test('shows a draft to its own instructor only', async () => {
    const instructor = await site.createInstructor()
    const draft = await site.createCourse({ status: 'draft', instructorId: instructor.id })
    const statuses = await Promise.all(
      [instructor.token, otherStudent.token, undefined].map(
        async (token) => (await site.call('GET', `/courses/${draft.id}`, token ? { token } : {})).status,
      ),
    )
    expect(statuses).toEqual([200, 404, 404])
  })
})

describe('GET /courses/{id}/content/{contentId}', () => {
  const lesson = (number: number, token?: string) =>
    site.call('GET', `/courses/${course.id}/content/${course.lessonIds[number]}`, token ? { token } : {})

  test('returns a preview lesson to everyone', async () =>
    expect((await lesson(0)).body.data.youtubeId).toBe('DHjqpvDnNGE'))
  test('returns all lessons to an enrolled student', async () =>
    expect((await lesson(1, student.token)).body.data.text).toContain(secret))

  test('returns 401 without a session and 403 without an enrolment', async () => {
    const [anonymous, notEnrolled] = await Promise.all([lesson(1), lesson(1, otherStudent.token)])
    expect([anonymous.status, notEnrolled.status, notEnrolled.body.code]).toEqual([401, 403, 'not-enrolled'])
    expect(JSON.stringify([anonymous.body, notEnrolled.body])).not.toContain(secret)
  })

  test('does not find a lesson through another course', async () => {
    const { status } = await site.call('GET', `/courses/${free.id}/content/${course.lessonIds[0]}`)
    expect(status).toBe(404)
  })
})

describe('a free course', () => {
  test('is enrolled and counted once despite repeated requests', async () => {
    const newcomer = await site.createStudent()
    for (let time = 0; time < 3; time++) {
      expect((await site.call('POST', `/courses/${free.id}/enroll`, { token: newcomer.token })).status).toBe(200)
    }
    const mine = await site.call('GET', '/courses/enrolled', { token: newcomer.token })
    expect(mine.body.data.map((entry: { _id: string }) => entry._id)).toEqual([free.id])
    expect((await site.app.modules.catalog.findCourse(free.id))?.studentCount).toBe(1)
  })

  test('requires a session', async () =>
    expect((await site.call('POST', `/courses/${free.id}/enroll`)).status).toBe(401))

  test('can be enrolled in directly, a paid one returns 409', async () => {
    const { status, body } = await site.call('POST', `/courses/${course.id}/enroll`, { token: otherStudent.token })
    expect([status, body.code]).toEqual([409, 'not-free'])
  })
})

describe('my courses', () => {
  test('need as many database queries for twelve courses as for one', async () => {
    const [few, many] = [await site.createStudent(), await site.createStudent()]
    const instructorId = (await site.createInstructor()).id
    await enroll(few, course)
    for (let number = 0; number < 12; number++) await enroll(many, await site.createCourse({ instructorId }))
    const list = (who: SignedIn) => site.call('GET', '/courses/enrolled', { token: who.token })
    const { data } = (await list(many)).body
    expect(data.map((entry: { details: unknown[] }) => entry.details.length)).toEqual(
      Array.from({ length: 12 }, () => 2),
    )
    expect(JSON.stringify(data)).not.toContain('Isi rahasia')
    expect(await countQueries(site.database, () => list(many))).toBe(await countQueries(site.database, () => list(few)))
  })
})

describe('progress', () => {
  const complete = (method: 'PUT' | 'DELETE', number: number, token = student.token) =>
    site.call(method, `/courses/${course.id}/content/${course.lessonIds[number]}/completion`, { token })

  test('counts each lesson once, can be undone, and reaches 100', async () => {
    expect((await complete('PUT', 0)).body.data.percent).toBe(33)
    expect((await complete('PUT', 0)).body.data).toMatchObject({
      percent: 33,
      completedContentIds: [course.lessonIds[0]],
    })
    await complete('PUT', 1)
    expect((await complete('PUT', 2)).body.data).toMatchObject({ percent: 100, lastContentId: course.lessonIds[2] })
    expect((await complete('DELETE', 1)).body.data.percent).toBe(67)
    await complete('PUT', 1)
    const mine = await site.call('GET', '/courses/enrolled', { token: student.token })
    expect(mine.body.data[0]).toMatchObject({
      progress: 100,
      lessonsCompleted: 3,
      lessonCount: 3,
      certificateAvailable: true,
    })
  })

  test('stores which lesson was opened last', async () => {
    const { body } = await site.call('PUT', `/courses/${course.id}/progress`, {
      token: student.token,
      body: { lastContentId: course.lessonIds[1] },
    })
    expect(body.data.lastContentId).toBe(course.lessonIds[1])
    const again = await site.call('GET', `/courses/${course.id}/progress`, { token: student.token })
    expect(again.body.data.lastContentId).toBe(course.lessonIds[1])
  })

  test('is rejected without an enrolment and without a session', async () => {
    expect((await complete('PUT', 0, otherStudent.token)).status).toBe(403)
    expect((await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`)).status).toBe(401)
    expect((await site.call('GET', `/courses/${course.id}/progress`, { token: otherStudent.token })).status).toBe(403)
  })

  test('rejects a lesson of another course', async () => {
    const { status } = await site.call('PUT', `/courses/${course.id}/content/${free.lessonIds[0]}/completion`, {
      token: student.token,
    })
    expect(status).toBe(404)
  })
})

describe('reviews', () => {
  test('determine the rating in course lists', async () => {
    await site.database.transaction((tx) =>
      site.app.modules.learning.addReview(tx, {
        userId: student.id,
        courseId: course.id,
        rating: 4,
        text: 'Jelas.',
        writtenAt: site.clock.now(),
      }),
    )
    const list = await site.call('GET', `/courses/${course.id}/reviews`)
    expect(list.body).toMatchObject({ data: [{ rating: 4, text: 'Jelas.', name: student.name }], meta: { total: 1 } })
    const { body } = await site.call('GET', `/courses/${course.id}/overview`)
    expect(body.data).toMatchObject({ rating: 4, ratingCount: 1, ratingDistribution: [0, 0, 0, 1, 0] })
  })

  test('can be added, changed and deleted by students of the course, and the rating is updated', async () => {
    const judged = await site.createCourse()
    const [first, second] = [await site.createStudent(), await site.createStudent()]
    await enroll(first, judged)
    await enroll(second, judged)
    const put = (who: SignedIn, body: unknown) =>
      site.call('PUT', `/courses/${judged.id}/reviews`, { token: who.token, body })
    const rating = async () =>
      (({ rating, ratingCount }) => [rating, ratingCount])(
        (await site.call('GET', `/courses/${judged.id}/overview`)).body.data,
      )

    expect((await put(first, { rating: 5, text: ' Mantap ' })).body.data).toMatchObject({
      rating: 5,
      text: 'Mantap',
      name: first.name,
    })
    await put(second, { rating: 2 })
    expect(await rating()).toEqual([3.5, 2])
    await put(first, { rating: 3, text: 'Lumayan' })
    expect(await rating()).toEqual([2.5, 2])
    expect(
      (await site.call('GET', `/courses/${judged.id}`, { token: first.token })).body.data.viewer.review,
    ).toMatchObject({
      rating: 3,
      text: 'Lumayan',
      hiddenReason: null,
    })
    expect((await site.call('DELETE', `/courses/${judged.id}/reviews`, { token: first.token })).status).toBe(200)
    expect((await site.call('DELETE', `/courses/${judged.id}/reviews`, { token: first.token })).status).toBe(404)
    expect(await rating()).toEqual([2, 1])
  })

  test.each([
    {},
    { rating: 0 },
    { rating: 6 },
    { rating: 4.5 },
    { rating: '5' },
    { rating: 5, text: 'x'.repeat(2001) },
    { rating: 5, text: 7 },
  ])('reject %j', async (body) => {
    expect((await site.call('PUT', `/courses/${course.id}/reviews`, { token: student.token, body })).status).toBe(422)
  })

  test('are rejected without an enrolment', async () => {
    const { status, body } = await site.call('PUT', `/courses/${course.id}/reviews`, {
      token: otherStudent.token,
      body: { rating: 1 },
    })
    expect([status, body.code]).toEqual([403, 'not-enrolled'])
  })
})
