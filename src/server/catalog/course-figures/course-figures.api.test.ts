import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import type { CourseFigures } from '#contract/catalog/course-figures.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { buy, openOrder } from '#testing/materials/purchases.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let owner: SignedIn
let coTeacher: SignedIn
let assistant: SignedIn
let admin: SignedIn
let course: MadeCourse

beforeAll(async () => {
  site = await startTestSite()
  owner = await site.createInstructor()
  coTeacher = await site.createInstructor()
  assistant = await site.createInstructor()
  admin = await site.createAdmin()
})
afterAll(() => site.close())
beforeEach(async () => {
  course = await site.createCourse({ instructorId: owner.id, lessons: 3 })
  await site.addTeacher(course.id, coTeacher, 'co-teacher')
  await site.addTeacher(course.id, assistant, 'assistant')
})

async function figuresOf(days?: string, { token } = owner): Promise<CourseFigures> {
  const query = days === undefined ? '' : `?days=${days}`
  const { status, body } = await site.call('GET', `/courses/${course.id}/figures${query}`, { token })
  expect(status).toBe(200)
  return body.data as CourseFigures
}
const lessonsOf = async (days?: string) =>
  (await figuresOf(days)).lessons.map(({ opened, finished, percent }) => ({ opened, finished, percent }))

async function enrolled(who?: SignedIn): Promise<SignedIn> {
  const student = who ?? (await site.createStudent())
  await site.enroll(student, course)
  return student
}
const open = ({ token }: SignedIn, lesson: number) =>
  site.call('PUT', `/courses/${course.id}/progress`, { token, body: { lastContentId: course.lessonIds[lesson] } })
const complete = ({ token }: SignedIn, lesson: number, method = 'PUT') =>
  site.call(method, `/courses/${course.id}/content/${course.lessonIds[lesson]}/completion`, { token })
const none = { opened: 0, finished: 0, percent: 0 }

type Headers = Record<string, string>
const load = (path: string, headers: Headers = {}) => site.app.fetch(new Request(publicUrl + path, { headers }))
const loadPage = (headers?: Headers) => load(`/kelas/details/${course.id}`, headers)

describe('lessons', () => {
  test('are all listed in order, and a student counts once in each, however often it is opened', async () => {
    const [first, second] = [await enrolled(), await enrolled()]
    for (const student of [first, first, second]) await open(student, 0)
    await open(second, 1)
    await complete(first, 0)
    expect((await figuresOf()).lessons.map(({ contentId }) => contentId)).toEqual(course.lessonIds)
    expect(await lessonsOf()).toEqual([
      { opened: 2, finished: 1, percent: 50 },
      { opened: 1, finished: 0, percent: 0 },
      none,
    ])
    await complete(first, 0, 'DELETE')
    expect((await lessonsOf())[0]).toEqual({ opened: 2, finished: 0, percent: 0 })
  })

  test('that were completed offline, or have a position only, were opened', async () => {
    const student = await enrolled()
    const markedAt = site.clock.now().toISOString()
    const changes = [{ contentId: course.lessonIds[1], completed: true, markedAt }]
    await site.call('POST', `/courses/${course.id}/completions`, { token: student.token, body: { changes } })
    await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/position`, {
      token: student.token,
      body: { reached: 12, notedAt: markedAt },
    })
    expect(await lessonsOf()).toEqual([
      { opened: 1, finished: 0, percent: 0 },
      { opened: 1, finished: 1, percent: 100 },
      none,
    ])
  })

  test('that were only opened have no position, and a position that was noted before is kept', async () => {
    const student = await enrolled()
    await open(student, 0)
    const notedAt = new Date(site.clock.now().getTime() - 60_000).toISOString()
    const positions = async () =>
      (await site.call('GET', `/courses/${course.id}`, { token: student.token })).body.data.viewer.positions
    expect(await positions()).toEqual({})
    await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/position`, {
      token: student.token,
      body: { reached: 30, notedAt },
    })
    await open(student, 0)
    expect(await positions()).toEqual({ [course.lessonIds[0] ?? '']: { reached: 30, notedAt } })
    expect((await lessonsOf())[0]?.opened).toBe(1)
  })

  test('do not count staff of the course, whichever way they study it', async () => {
    const student = await enrolled()
    await open(student, 0)
    for (const staff of [owner, coTeacher, assistant, admin]) {
      await enrolled(staff)
      await open(staff, 0)
      await complete(staff, 0)
    }
    expect((await lessonsOf())[0]).toEqual({ opened: 1, finished: 0, percent: 0 })
  })

  test('count the questions of students about them', async () => {
    const student = await enrolled()
    const ask = (who: SignedIn, lesson: number | null) =>
      site.call('POST', `/courses/${course.id}/questions`, {
        token: who.token,
        body: {
          title: 'Bagaimana caranya begini?',
          text: 'Saya belum paham bagian ini.',
          ...(lesson === null ? {} : { contentId: course.lessonIds[lesson] }),
        },
      })
    const { body } = await ask(student, 1)
    await ask(student, null)
    await ask(owner, 1)
    expect((await figuresOf()).lessons.map(({ questions }) => questions)).toEqual([0, 1, 0])
    await site.call('DELETE', `/questions/${body.data._id}`, { token: student.token })
    expect((await figuresOf('all')).lessons.map(({ questions }) => questions)).toEqual([0, 0, 0])
  })

  test('leave the figures with the account of a student', async () => {
    const student = await enrolled()
    await open(student, 0)
    await complete(student, 0)
    const body = { email: student.email, password }
    expect((await site.call('POST', '/me/deletion', { token: student.token, body })).status).toBe(200)
    expect((await lessonsOf())[0]).toEqual(none)
  })
})

describe('views', () => {
  test('are loads of the page, and of its data by a link of another page', async () => {
    await loadPage()
    await loadPage()
    await load(`/api/courses/${course.id}/overview`)
    expect((await figuresOf()).views).toBe(3)
    expect((await figuresOf('all')).views).toBe(3)
  })

  test('are no programs, no pages loaded in advance, and no calls with a session or key', async () => {
    await loadPage({ 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)' })
    await loadPage({ 'user-agent': 'WhatsApp/2.23.20.0' })
    await loadPage({ 'sec-purpose': 'prefetch;prerender' })
    await load(`/api/courses/${course.id}/overview`, { authorization: `Bearer ${admin.token}` })
    await load(`/api/courses/00000000-0000-7000-8000-000000000000/overview`)
    expect((await figuresOf()).views).toBe(0)
  })

  test('do not count staff: what their page asks for afterwards takes its load off', async () => {
    const referer = `${publicUrl}/kelas/details/${course.id}`
    const student = await site.createStudent()
    for (const { token } of [owner, coTeacher, assistant, admin, student]) {
      await loadPage()
      await load(`/api/courses/${course.id}`, { authorization: `Bearer ${token}`, referer })
    }
    // Other pages of theirs take nothing off.
    await load(`/api/courses/${course.id}`, { authorization: `Bearer ${owner.token}`, referer: `${publicUrl}/admin` })
    expect((await figuresOf()).views).toBe(1)
  })
})

describe('orders', () => {
  test('count from the checkout, and as paid once they are paid; those of staff do not', async () => {
    const [first, second] = [await site.createStudent(), await site.createStudent()]
    await buy(site, first, { courseId: course.id })
    await openOrder(site, second, { courseId: course.id })
    await openOrder(site, second, { courseId: course.id })
    await openOrder(site, admin, { courseId: course.id })
    expect(await figuresOf()).toMatchObject({ checkouts: 2, paid: 1 })
  })
})

describe('who sees them', () => {
  test.each([
    ['owner', () => owner, 200],
    ['co-teacher', () => coTeacher, 200],
    ['admin', () => admin, 200],
    ['assistant', () => assistant, 404],
  ] as const)('%s', async (_, who, status) => {
    expect((await site.call('GET', `/courses/${course.id}/figures`, { token: who().token })).status).toBe(status)
  })

  test('no student, no other instructor, nobody who is not signed in', async () => {
    const student = await enrolled()
    const other = await site.createInstructor()
    const path = `/courses/${course.id}/figures`
    expect((await site.call('GET', path, { token: student.token })).status).toBe(403)
    expect((await site.call('GET', path, { token: other.token })).status).toBe(404)
    expect((await site.call('GET', path)).status).toBe(401)
  })

  test.each(['30', '0', '', 'semua', '90.5'])('days=%s is refused at the field', async (days) => {
    const { status, body } = await site.call('GET', `/courses/${course.id}/figures?days=${days}`, {
      token: owner.token,
    })
    expect({ status, fields: Object.keys(body.errors ?? {}) }).toEqual({ status: 422, fields: ['days'] })
  })

  test('an id that is none is not found', async () => {
    expect((await site.call('GET', '/courses/kelas-saya/figures', { token: owner.token })).status).toBe(404)
  })
})

test('a recount finds the same figures', async () => {
  const student = await enrolled()
  await open(student, 0)
  await complete(student, 1)
  await site.app.modules.figures.addChanges()
  expect(await site.app.modules.figures.check({ now: true, parts: 10_000 })).toBe(0)
})

// Last, because it ends the sessions.
test('a lesson counts in the days in which it was open last, or in all', async () => {
  const signIn = async (who: SignedIn): Promise<SignedIn> => {
    const { body } = await site.call('POST', '/sign-in', { body: { email: who.email, password } })
    return { ...who, token: body.data.token }
  }
  const [early, again] = [await enrolled(), await enrolled()]
  for (const student of [early, again]) await open(student, 0)
  await complete(early, 0)
  await loadPage()
  await site.app.modules.catalog.views.save()
  expect((await figuresOf()).views).toBe(1)
  site.clock.advance(89 * dayMs)
  owner = await signIn(owner)
  expect((await lessonsOf('90'))[0]).toEqual({ opened: 2, finished: 1, percent: 50 })
  site.clock.advance(dayMs)
  owner = await signIn(owner)
  await open(await signIn(again), 0)
  expect((await lessonsOf('90'))[0]).toEqual({ opened: 1, finished: 0, percent: 0 })
  expect((await figuresOf('90')).views).toBe(0)
  expect((await lessonsOf('all'))[0]).toEqual({ opened: 2, finished: 1, percent: 50 })
  expect((await figuresOf('all')).views).toBe(1)
})
