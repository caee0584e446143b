import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
let student: SignedIn
let course: MadeCourse
/** The lessons: a free preview, then two articles. */
let preview: string
let second: string
let third: string
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())
beforeEach(async () => {
  instructor = await site.createInstructor()
  course = await site.createCourse({ instructorId: instructor.id, lessons: 3 })
  ;[preview = '', second = '', third = ''] = course.lessonIds
  student = await site.createStudent()
})

const staff = (method: string, path: string, body?: object) =>
  site.call(method, `/courses/${course.id}${path}`, { token: instructor.token, ...(body ? { body } : {}) })
const mine = (method: string, path: string, body?: object, { token } = student) =>
  site.call(method, `/courses/${course.id}${path}`, { token, ...(body ? { body } : {}) })
const setPace = async (pace: string) => expect((await staff('PATCH', '', { pace })).body.data.pace).toBe(pace)
const enroll = (userId = student.id) => site.enroll({ id: userId }, course)
const open = (lessonId: string, who = student) => mine('GET', `/content/${lessonId}`, undefined, who)
const complete = (lessonId: string, method = 'PUT') => mine(method, `/content/${lessonId}/completion`)
const queued = (lessonId: string, completed = true) => ({
  contentId: lessonId,
  completed,
  markedAt: site.clock.now().toISOString(),
})
const sendQueued = (...changes: object[]) => mine('POST', '/completions', { changes })
const progress = async () => (await mine('GET', '/progress')).body.data

async function addChapter(title: string, dripDays: number, lessonIds: string[]): Promise<string> {
  const { _id } = (await staff('POST', '/chapters', { title, dripDays })).body.data
  for (const lessonId of lessonIds)
    await staff('PUT', `/update-content/${lessonId}`, {
      title,
      type: 'text',
      text: `<p>Isi rahasia ${title}</p>`,
      chapterId: _id,
    })
  return _id
}

/** Every response that a student can get about the course. */
async function everyResponse(): Promise<string> {
  const { token } = student
  const responses = [
    ...(await Promise.all(
      ['', '?preview=true', '/overview', '/notes', '/progress', '/reviews'].map((path) => mine('GET', path)),
    )),
    ...(await Promise.all(course.lessonIds.map((lessonId) => open(lessonId)))),
    ...(await Promise.all(
      ['/courses/enrolled', '/me/export', '/me/activity', '/search?q=rahasia', '/courses?q=rahasia'].map((path) =>
        site.call('GET', path, { token }),
      ),
    )),
    await mine('PUT', `/content/${third}/position`, { reached: 10, notedAt: site.clock.now().toISOString() }),
    await mine('PUT', `/content/${third}/note`, { text: 'Catatan', version: 0 }),
    await site.call('GET', `/admin/courses/${course.id}?preview=true`, { token }),
  ]
  return JSON.stringify(responses.map(({ body }) => body))
}

describe('a course without a pace', () => {
  test('has every lesson open, and says nothing about opening', async () => {
    await enroll()
    const { data } = (await mine('GET', '')).body
    expect(data.details.every((content: object) => !('opensAt' in content) && !('opensAfter' in content))).toBe(true)
    expect((await open(third)).status).toBe(200)
    expect(data.paceNote).toBeNull()
  })
})

test('the public course page says how lessons open, at once after a change', async () => {
  const note = async () => (await site.call('GET', `/courses/${course.id}/overview`)).body.data.paceNote
  expect(await note()).toBeNull()
  await setPace('sequence')
  expect(await note()).toBe('Materi terbuka berurutan')
  await setPace('drip')
  expect(await note()).toBe('Bab terbuka bertahap')
})

describe('in sequence', () => {
  beforeEach(async () => {
    await setPace('sequence')
    await enroll()
  })

  test('a lesson opens when the one before is completed', async () => {
    expect((await open(preview)).status).toBe(200)
    expect(await open(second)).toMatchObject({
      status: 403,
      body: { code: 'lesson-closed', contentId: second, opensAfter: preview },
    })
    expect((await complete(preview)).status).toBe(200)
    expect((await open(second)).body.data.text).toContain('Isi rahasia')
    expect(await open(third)).toMatchObject({ status: 403, body: { opensAfter: second } })
  })

  test('the course names what opens each closed lesson, and sends no body of it', async () => {
    const { data } = (await mine('GET', '')).body
    expect(data.details.map(({ opensAfter }: { opensAfter?: string }) => opensAfter)).toEqual([
      undefined,
      preview,
      second,
    ])
    expect(data.details[1]).not.toHaveProperty('text')
  })

  test('no response to a student contains the body of a closed lesson', async () => {
    expect(await everyResponse()).not.toContain('Isi rahasia')
    await complete(preview)
    const responses = await everyResponse()
    expect(responses).toContain('Isi rahasia materi 2')
    expect(responses).not.toContain('Isi rahasia materi 3')
  })

  test('a closed lesson cannot be completed or be the one last opened, at once or from the queue of a device', async () => {
    const closed = { status: 403, body: { code: 'lesson-closed', contentId: third, opensAfter: second } }
    expect(await complete(third)).toMatchObject(closed)
    expect(await mine('PUT', '/progress', { lastContentId: third })).toMatchObject(closed)
    expect(await sendQueued(queued(third))).toMatchObject(closed)
    expect(await progress()).toMatchObject({ completedContentIds: [], lastContentId: null })
  })

  test('queued completions are applied together when each opens the next, and not at all when one stays closed', async () => {
    expect((await sendQueued(queued(third), queued(second))).body).toMatchObject({
      code: 'lesson-closed',
      contentId: second,
    })
    expect((await progress()).completedContentIds).toEqual([])
    expect((await sendQueued(queued(third), queued(second), queued(preview))).body.data.completedContentIds).toEqual(
      course.lessonIds,
    )
  })

  test('uncompleting a lesson closes the next one unless that is completed', async () => {
    for (const lessonId of [preview, second]) await complete(lessonId)
    await complete(preview, 'DELETE')
    expect((await open(second)).status).toBe(200)
    await complete(second, 'DELETE')
    expect((await open(second)).status).toBe(403)
  })

  test('free previews stay open, also behind closed lessons', async () => {
    await staff('PUT', `/update-content/${third}`, {
      title: 'Contoh',
      type: 'text',
      text: '<p>Contoh</p>',
      isPreview: true,
    })
    expect((await open(third)).status).toBe(200)
    expect((await complete(third)).status).toBe(200)
  })

  test('staff of the course are not held back, also when they are enrolled', async () => {
    await enroll(instructor.id)
    const admin = await site.createAdmin()
    for (const who of [instructor, admin]) expect((await open(third, who)).status).toBe(200)
    expect((await mine('GET', '', undefined, instructor)).body.data.details[2].text).toContain('Isi rahasia')
    expect((await mine('PUT', `/content/${third}/completion`, undefined, instructor)).status).toBe(200)
    const other = await site.createInstructor()
    await enroll(other.id)
    expect((await open(third, other)).status).toBe(403)
  })

  test('the order counts across chapters, and a moved lesson opens by its new place', async () => {
    await addChapter('Akhir', 0, [second])
    expect((await open(third)).body).toMatchObject({ opensAfter: preview })
    expect((await open(second)).body).toMatchObject({ opensAfter: third })
  })
})

test('changing the pace never closes what was completed', async () => {
  await enroll()
  await complete(third)
  for (const pace of ['sequence', 'drip']) {
    await setPace(pace)
    await addChapter('Nanti', 30, [third])
    expect((await open(third)).status, pace).toBe(200)
    expect((await complete(third)).status, pace).toBe(200)
    const { data } = (await mine('GET', '')).body
    expect(data.details.find(({ _id }: { _id: string }) => _id === third).text).toContain('Isi rahasia')
  }
  await complete(third, 'DELETE')
  expect((await open(third)).status).toBe(403)
})

describe('in drips', () => {
  test('a chapter opens at the start of the day, in western Indonesia, so many days after enrolment', async () => {
    await setPace('drip')
    await addChapter('Sekarang', 0, [second])
    await addChapter('Besok', 1, [third])
    await enroll()
    const grantedAt = site.clock.now().getTime()
    const jakartaMs = 7 * hourMs
    const opensAtMs = Math.floor((grantedAt + jakartaMs) / dayMs) * dayMs + dayMs - jakartaMs
    const opensAt = new Date(opensAtMs).toISOString()

    for (const lessonId of [preview, second]) expect((await open(lessonId)).status).toBe(200)
    expect(await open(third)).toMatchObject({ status: 403, body: { code: 'lesson-closed', contentId: third, opensAt } })
    expect((await mine('GET', '')).body.data.details.map((content: { opensAt?: string }) => content.opensAt)).toEqual([
      undefined,
      undefined,
      opensAt,
    ])
    expect(await complete(third)).toMatchObject({ status: 403, body: { opensAt } })
    expect(await sendQueued(queued(third))).toMatchObject({ status: 403, body: { opensAt } })
    expect(await everyResponse()).not.toContain('Isi rahasia Besok')

    site.clock.advance(opensAtMs - grantedAt - 1)
    expect((await open(third)).status).toBe(403)
    site.clock.advance(1)
    expect((await open(third)).status).toBe(200)
    expect((await complete(third)).status).toBe(200)
  })

  test('lessons before the first chapter are open', async () => {
    await setPace('drip')
    await addChapter('Nanti', 5, [third])
    await enroll()
    expect((await open(second)).status).toBe(200)
  })

  test.each([-1, 366, 1.5, '3', null])('%o days are rejected at the field', async (dripDays) => {
    const chapterId = await addChapter('Bab', 0, [])
    const message = dripDays === 1.5 ? 'Isi 0 sampai 365 hari, tanpa koma' : 'Isi 0 sampai 365 hari'
    expect(await staff('PATCH', `/chapters/${chapterId}`, { dripDays })).toMatchObject({
      status: 422,
      body: { errors: { dripDays: message } },
    })
    expect(await staff('POST', '/chapters', { title: 'Bab', dripDays })).toMatchObject({
      status: 422,
      body: { errors: { dripDays: message } },
    })
  })

  test('the days of a chapter change without its title, and a copied course keeps pace and days', async () => {
    await setPace('drip')
    const chapterId = await addChapter('Bab', 0, [])
    expect((await staff('PATCH', `/chapters/${chapterId}`, { dripDays: 7 })).body.data).toEqual({
      _id: chapterId,
      title: 'Bab',
      dripDays: 7,
    })
    const copyId = (await staff('POST', '/duplicate')).body.data._id
    const copy = (await site.call('GET', `/admin/courses/${copyId}`, { token: instructor.token })).body.data
    expect([copy.pace, copy.chapters[0].dripDays]).toEqual(['drip', 7])
  })
})

test('an unknown pace is rejected at the field, and a form without one keeps the stored pace', async () => {
  expect(await staff('PATCH', '', { pace: 'cepat' })).toMatchObject({
    status: 422,
    body: { errors: { pace: 'Pilih cara materi terbuka' } },
  })
  await setPace('sequence')
  expect((await staff('PATCH', '', { title: 'Judul lain' })).body.data.pace).toBe('sequence')
})

test('a pace costs no further query, neither of a course nor of a lesson', async () => {
  await enroll()
  const ofCourse = () => countQueries(site.database, () => mine('GET', ''))
  const ofLesson = () => countQueries(site.database, () => open(preview))
  const free = [await ofCourse(), await ofLesson()]
  for (const pace of ['sequence', 'drip']) {
    await setPace(pace)
    expect([await ofCourse(), await ofLesson()], pace).toEqual(free)
  }
})
