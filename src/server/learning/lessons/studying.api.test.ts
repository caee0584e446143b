import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { streaks } from './activity.ts'

let site: TestSite
let course: MadeCourse
let otherStudent: SignedIn

beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ lessons: 4 })
  otherStudent = await site.createStudent()
})
afterAll(() => site.close())

async function enrolled(who?: SignedIn, { id } = course): Promise<SignedIn> {
  const student = who ?? (await site.createStudent())
  await site.enroll(student, { id })
  return student
}

type QueuedChange = { contentId: string | undefined; completed: boolean; markedAt: string }
const sendQueued = (who: SignedIn, changes: unknown, id = course.id) =>
  site.call('POST', `/courses/${id}/completions`, { token: who.token, body: { changes } })
const secondsAgo = (seconds: number) => new Date(site.clock.now().getTime() - seconds * 1000).toISOString()
const complete = (who: SignedIn, lesson: number, method = 'PUT') =>
  site.call(method, `/courses/${course.id}/content/${course.lessonIds[lesson]}/completion`, { token: who.token })

describe('completions queued offline', () => {
  test('give the same progress in any order, in any batches and however often they are sent', async () => {
    const generated = fc.record({ lesson: fc.nat(3), completed: fc.boolean(), secondsAgo: fc.nat(5) })
    await fc.assert(
      fc.asyncProperty(
        fc.array(generated, { minLength: 1, maxLength: 6 }),
        fc.array(fc.nat(), { minLength: 18, maxLength: 18 }),
        async (entries, chance) => {
          const changes: QueuedChange[] = entries.map((entry) => ({
            contentId: course.lessonIds[entry.lesson],
            completed: entry.completed,
            markedAt: secondsAgo(entry.secondsAgo),
          }))
          const [first, second] = [await enrolled(), await enrolled()]
          const inOrder = await sendQueued(first, changes)
          const shuffled = [...changes, ...changes, ...changes]
            .map((change, index) => ({ change, rank: chance[index] ?? 0 }))
            .sort((a, b) => a.rank - b.rank)
          const middle = Math.floor(shuffled.length / 2)
          await sendQueued(
            second,
            shuffled.slice(0, middle).map(({ change }) => change),
          )
          const { body } = await sendQueued(
            second,
            shuffled.slice(middle).map(({ change }) => change),
          )
          expect(body.data).toEqual(inOrder.body.data)
        },
      ),
      { numRuns: 12 },
    )
  })

  test('do not overwrite a later change, and an online change always wins', async () => {
    const who = await enrolled()
    await complete(who, 0)
    await sendQueued(who, [{ contentId: course.lessonIds[0], completed: false, markedAt: secondsAgo(60) }])
    expect((await complete(who, 1)).body.data.completedContentIds).toEqual(course.lessonIds.slice(0, 2))
    // This browser's clock runs ahead.
    await sendQueued(who, [{ contentId: course.lessonIds[2], completed: true, markedAt: secondsAgo(-3600) }])
    expect((await complete(who, 2, 'DELETE')).body.data.percent).toBe(50)
  })

  test('ignore lessons of other courses, and finish the course when they complete it', async () => {
    const who = await enrolled()
    const { body } = await sendQueued(
      who,
      [...course.lessonIds, otherStudent.id].map((lessonId) => ({
        contentId: lessonId,
        completed: true,
        markedAt: secondsAgo(9),
      })),
    )
    expect(body.data.percent).toBe(100)
    expect(
      (await site.call('POST', `/courses/${course.id}/certificate`, { token: who.token, body: { name: who.name } }))
        .status,
    ).toBe(200)
  })

  test('are rejected for students without access, without a session, and when malformed', async () => {
    const [who, lessonId] = [await enrolled(), course.lessonIds[0]]
    const good = { contentId: lessonId, completed: true, markedAt: secondsAgo(1) }
    expect([
      (await sendQueued(otherStudent, [good])).status,
      (await site.call('POST', `/courses/${course.id}/completions`, { body: { changes: [] } })).status,
    ]).toEqual([403, 401])
    for (const bad of [
      { ...good, markedAt: 'kemarin' },
      { ...good, completed: 'ya' },
      { contentId: lessonId },
      'tanda',
    ])
      expect((await sendQueued(who, [bad])).status).toBe(422)
    expect(
      (
        await sendQueued(
          who,
          Array.from({ length: 501 }, () => good),
        )
      ).status,
    ).toBe(422)
  })
})

describe('the position in a lesson', () => {
  const save = (who: SignedIn, position: unknown, lessonId = course.lessonIds[0]) =>
    site.call('PUT', `/courses/${course.id}/content/${lessonId}/position`, { token: who.token, body: position })
  const show = async (who: SignedIn) =>
    (await site.call('GET', `/courses/${course.id}`, { token: who.token })).body.data.viewer.positions

  test('is returned with the course, to this student only', async () => {
    const [who, other] = [await enrolled(), await enrolled()]
    await save(who, { reached: 200, notedAt: secondsAgo(5) })
    await save(who, { reached: 450, notedAt: secondsAgo(5) }, course.lessonIds[1])
    expect(await show(who)).toEqual({
      [course.lessonIds[0] ?? '']: { reached: 200, notedAt: secondsAgo(5) },
      [course.lessonIds[1] ?? '']: { reached: 450, notedAt: secondsAgo(5) },
    })
    expect([await show(other), await show(otherStudent)]).toEqual([{}, {}])
  })

  test('is the latest one in any order and with repetitions, and never from the future', async () => {
    const positions = [
      { reached: 90, notedAt: secondsAgo(30) },
      { reached: 40, notedAt: secondsAgo(10) },
      { reached: 60, notedAt: secondsAgo(10) },
      { reached: 5, notedAt: secondsAgo(60) },
    ]
    for (const order of [positions, positions.toReversed(), [...positions, ...positions]]) {
      const who = await enrolled()
      for (const position of order) await save(who, position)
      expect(await show(who)).toEqual({ [course.lessonIds[0] ?? '']: positions[2] })
    }
    const who = await enrolled()
    await save(who, { reached: 700, notedAt: secondsAgo(-3600) })
    site.clock.advance(1000)
    await save(who, { reached: 10, notedAt: secondsAgo(0) })
    expect((await show(who))[course.lessonIds[0] ?? ''].reached).toBe(10)
  })

  test('is rejected without an enrolment, for lessons of other courses, and when malformed', async () => {
    const [who, elsewhere] = [await enrolled(), await site.createCourse()]
    const good = { reached: 1, notedAt: secondsAgo(1) }
    expect([(await save(otherStudent, good)).status, (await save(who, good, elsewhere.lessonIds[0])).status]).toEqual([
      403, 404,
    ])
    for (const bad of [
      { ...good, reached: -1 },
      { ...good, reached: 1.5 },
      { ...good, reached: 86_401 },
      { ...good, notedAt: 'tadi' },
      { reached: 1 },
      'jauh',
    ])
      expect((await save(who, bad)).status).toBe(422)
  })
})

describe('a note', () => {
  const save = (who: SignedIn, text: unknown, version: unknown = 0, lesson = 0) =>
    site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[lesson]}/note`, {
      token: who.token,
      body: { text, version },
    })
  const list = (who: SignedIn) => site.call('GET', `/courses/${course.id}/notes`, { token: who.token })

  test('is stored as typed, for its author only, and updated by version', async () => {
    const [who, other] = [await enrolled(), await enrolled()]
    expect((await save(who, '  <b>Ingat</b>\n\n- satu ')).body.data).toMatchObject({
      text: '  <b>Ingat</b>\n\n- satu ',
      version: 1,
    })
    expect((await save(who, 'Baru', 1)).body.data.version).toBe(2)
    expect([(await list(who)).body.data.length, (await list(other)).body.data]).toEqual([1, []])
  })

  test('the second of two concurrent saves is rejected with 409 and returns the stored note', async () => {
    const who = await enrolled()
    await save(who, 'Dari ponsel')
    const late = await save(who, 'Dari laptop')
    expect([late.status, late.body.code, late.body.note.text]).toEqual([409, 'note-changed', 'Dari ponsel'])
    expect((await save(who, 'Dari ponsel')).status).toBe(200)
  })

  test('is rejected without an enrolment, for lessons of other courses, and when too long', async () => {
    const who = await enrolled()
    expect([(await save(otherStudent, 'x')).status, (await list(otherStudent)).status]).toEqual([403, 403])
    expect((await save(who, 'x'.repeat(10_001))).body.errors).toEqual({ text: 'Catatan maksimal 10.000 karakter' })
    expect([(await save(who, 7)).status, (await save(who, 'x', -1)).status]).toEqual([422, 422])
    const elsewhere = await site.createCourse()
    const { status } = await site.call('PUT', `/courses/${course.id}/content/${elsewhere.lessonIds[0]}/note`, {
      token: who.token,
      body: { text: 'x', version: 0 },
    })
    expect(status).toBe(404)
  })
})

describe('the activity', () => {
  const show = async (who: SignedIn) => (await site.call('GET', '/me/activity', { token: who.token })).body.data

  test('counts days and weeks in Jakarta time', async () => {
    const who = await enrolled()
    // The tests' clock: Saturday 21 November 2026, 10.00 in Jakarta. 17.00 UTC on Sunday the 15th is Monday there.
    const at = (lessonId: string | undefined, markedAt: string) => ({ contentId: lessonId, completed: true, markedAt })
    await sendQueued(who, [
      at(course.lessonIds[0], '2026-11-15T16:59:00.000Z'),
      at(course.lessonIds[1], '2026-11-15T17:00:00.000Z'),
      at(course.lessonIds[2], '2026-11-20T03:00:00.000Z'),
    ])
    const activity = await show(who)
    expect(activity).toMatchObject({ completedThisWeek: 2, completedInAll: 3, streakDays: 1, longestStreakDays: 2 })
    expect(activity.weeks.slice(-2)).toMatchObject([
      { startsOn: '2026-11-09', completed: 1 },
      { startsOn: '2026-11-16', completed: 2, courses: [{ courseId: course.id, completed: 2 }] },
    ])
    expect(activity.weeks).toHaveLength(12)
    expect(activity.recent[0]).toMatchObject({ courseId: course.id, contentId: course.lessonIds[2] })
  })

  test('is empty for a new student, and requires a session', async () => {
    expect(await show(otherStudent)).toMatchObject({
      completedInAll: 0,
      streakDays: 0,
      longestStreakDays: 0,
      recent: [],
    })
    expect((await site.call('GET', '/me/activity')).status).toBe(401)
  })

  test.each([
    [[], 0, 0],
    [[10], 1, 1],
    [[9], 1, 1],
    [[8], 0, 1],
    [[10, 9, 8, 5, 4, 3, 2], 3, 4],
  ])(
    'with lessons on the days %j has, on day 10, a streak of %i, the longest %i',
    (days, streakDays, longestStreakDays) => {
      expect(streaks(new Set(days), 10)).toEqual({ streakDays, longestStreakDays })
    },
  )
})

describe('the CV', () => {
  const save = (who: SignedIn, body: unknown) => site.call('PUT', '/me/resume', { token: who.token, body })

  test('starts empty, is stored, and is private to its author', async () => {
    const [who, other] = [await site.createStudent(), await site.createStudent()]
    expect((await site.call('GET', '/me/resume', { token: who.token })).body.data).toMatchObject({
      headline: '',
      skills: [],
      updatedAt: null,
    })
    const saved = await save(who, {
      headline: ' Pengembang Web ',
      skills: ['HTML'],
      experience: [{ title: 'Magang', place: 'Toko Kopi' }],
    })
    expect(saved.body.data).toMatchObject({
      headline: 'Pengembang Web',
      about: '',
      experience: [{ title: 'Magang', place: 'Toko Kopi', period: '', text: '' }],
    })
    expect((await site.call('GET', '/me/resume', { token: other.token })).body.data.headline).toBe('')
  })

  test('of two saves that started from one version the second is stale and changes nothing, also of two first ones', async () => {
    const who = await site.createStudent()
    const show = async () => (await site.call('GET', '/me/resume', { token: who.token })).body.data
    for (const version of [0, 1]) {
      expect((await show()).version).toBe(version)
      const saves = await Promise.all([save(who, { version, city: 'Malang' }), save(who, { version, city: 'Solo' })])
      expect(saves.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const [saved, stale] = saves.toSorted((one, other) => one.status - other.status)
      expect(stale?.body.code).toBe('stale')
      expect(await show()).toMatchObject({ version: version + 1, city: saved?.body.data.city })
    }
    expect((await save(who, { city: 'Padang' })).body.data).toMatchObject({ version: 3, city: 'Padang' })
  })

  test('accepts a URL without a scheme', async () => {
    const { body } = await save(await site.createStudent(), { website: 'www.contoh.id/karya' })
    expect(body.data.website).toBe('https://www.contoh.id/karya')
  })

  test.each([
    [{ website: 'javascript:alert(1)' }, 'website'],
    [{ website: 'situs saya' }, 'website'],
    [{ about: 'x'.repeat(1501) }, 'about'],
    [{ skills: Array.from({ length: 31 }, () => 'x') }, 'skills'],
    [{ experience: [{ title: 'x'.repeat(121) }] }, 'experience.0.title'],
    [{ headline: 7 }, 'headline'],
  ])('rejects %j with an error at the field', async (body, field) => {
    const { status, body: response } = await save(otherStudent, body)
    expect([status, Object.keys(response.errors)]).toEqual([422, [field]])
  })
})
