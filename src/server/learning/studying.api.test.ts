import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { streaks } from './activity.ts'

let site: TestSite
let course: MadeCourse
let stranger: SignedIn

beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ lessons: 4 })
  stranger = await site.createStudent()
})
afterAll(() => site.close())

async function enrolled(who?: SignedIn, { id } = course): Promise<SignedIn> {
  const student = who ?? (await site.createStudent())
  await site.database.transaction((tx) => site.app.modules.learning.enroll(tx, { userId: student.id, courseId: id, sourceRef: `test:${student.id}` }))
  return student
}

type Mark = { contentId: string | undefined; completed: boolean; markedAt: string }
const merge = (who: SignedIn, marks: unknown, id = course.id) => site.call('POST', `/courses/${id}/marks`, { token: who.token, body: { marks } })
const secondsAgo = (seconds: number) => new Date(site.clock.now().getTime() - seconds * 1000).toISOString()
const complete = (who: SignedIn, lesson: number, method = 'PUT') =>
  site.call(method, `/courses/${course.id}/content/${course.contentIds[lesson]}/completion`, { token: who.token })

describe('marks made without a connection', () => {
  test('are merged to the same progress in any order, in any portions and however often', async () => {
    const word = fc.record({ lesson: fc.nat(3), completed: fc.boolean(), secondsAgo: fc.nat(5) })
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 6 }), fc.array(fc.nat(), { minLength: 18, maxLength: 18 }), async (words, chance) => {
        const marks: Mark[] = words.map((said) => ({
          contentId: course.contentIds[said.lesson],
          completed: said.completed,
          markedAt: secondsAgo(said.secondsAgo),
        }))
        const [here, there] = [await enrolled(), await enrolled()]
        const straight = await merge(here, marks)
        const shuffled = [...marks, ...marks, ...marks].map((mark, index) => ({ mark, place: chance[index] ?? 0 })).sort((a, b) => a.place - b.place)
        const middle = Math.floor(shuffled.length / 2)
        await merge(
          there,
          shuffled.slice(0, middle).map(({ mark }) => mark),
        )
        const { body } = await merge(
          there,
          shuffled.slice(middle).map(({ mark }) => mark),
        )
        expect(body.data).toEqual(straight.body.data)
      }),
      { numRuns: 12 },
    )
  })

  test('do not undo what was said later, and what is said now always counts', async () => {
    const who = await enrolled()
    await complete(who, 0)
    await merge(who, [{ contentId: course.contentIds[0], completed: false, markedAt: secondsAgo(60) }])
    expect((await complete(who, 1)).body.data.completedContentIds).toEqual(course.contentIds.slice(0, 2))
    // A browser whose clock runs ahead.
    await merge(who, [{ contentId: course.contentIds[2], completed: true, markedAt: secondsAgo(-3600) }])
    expect((await complete(who, 2, 'DELETE')).body.data.percent).toBe(50)
  })

  test('pass over lessons that are not of this course, and finish it when they complete it', async () => {
    const who = await enrolled()
    const { body } = await merge(
      who,
      [...course.contentIds, stranger.id].map((contentId) => ({ contentId, completed: true, markedAt: secondsAgo(9) })),
    )
    expect(body.data.percent).toBe(100)
    expect((await site.call('POST', `/courses/${course.id}/certificate`, { token: who.token, body: { name: who.name } })).status).toBe(200)
  })

  test('are refused to strangers, without a session, and when they are no marks', async () => {
    const [who, contentId] = [await enrolled(), course.contentIds[0]]
    const good = { contentId, completed: true, markedAt: secondsAgo(1) }
    expect([(await merge(stranger, [good])).status, (await site.call('POST', `/courses/${course.id}/marks`, { body: { marks: [] } })).status]).toEqual([
      403, 401,
    ])
    for (const bad of [{ ...good, markedAt: 'kemarin' }, { ...good, completed: 'ya' }, { contentId }, 'tanda'])
      expect((await merge(who, [bad])).status).toBe(422)
    expect(
      (
        await merge(
          who,
          Array.from({ length: 501 }, () => good),
        )
      ).status,
    ).toBe(422)
  })
})

describe('how far somebody is in a lesson', () => {
  const save = (who: SignedIn, position: unknown, contentId = course.contentIds[0]) =>
    site.call('PUT', `/courses/${course.id}/content/${contentId}/position`, { token: who.token, body: position })
  const show = async (who: SignedIn) => (await site.call('GET', `/courses/${course.id}`, { token: who.token })).body.data.viewer.positions

  test('is answered with the course, to this student only', async () => {
    const [who, other] = [await enrolled(), await enrolled()]
    await save(who, { reached: 200, notedAt: secondsAgo(5) })
    await save(who, { reached: 450, notedAt: secondsAgo(5) }, course.contentIds[1])
    expect(await show(who)).toEqual({
      [course.contentIds[0] ?? '']: { reached: 200, notedAt: secondsAgo(5) },
      [course.contentIds[1] ?? '']: { reached: 450, notedAt: secondsAgo(5) },
    })
    expect([await show(other), await show(stranger)]).toEqual([{}, {}])
  })

  test('is what was said last, in whatever order and however often it arrives, and never from the future', async () => {
    const words = [
      { reached: 90, notedAt: secondsAgo(30) },
      { reached: 40, notedAt: secondsAgo(10) },
      { reached: 60, notedAt: secondsAgo(10) },
      { reached: 5, notedAt: secondsAgo(60) },
    ]
    for (const order of [words, words.toReversed(), [...words, ...words]]) {
      const who = await enrolled()
      for (const word of order) await save(who, word)
      expect(await show(who)).toEqual({ [course.contentIds[0] ?? '']: words[2] })
    }
    const who = await enrolled()
    await save(who, { reached: 700, notedAt: secondsAgo(-3600) })
    site.clock.advance(1000)
    await save(who, { reached: 10, notedAt: secondsAgo(0) })
    expect((await show(who))[course.contentIds[0] ?? ''].reached).toBe(10)
  })

  test('is refused to strangers, on lessons of other courses, and when it is no position', async () => {
    const [who, elsewhere] = [await enrolled(), await site.createCourse()]
    const good = { reached: 1, notedAt: secondsAgo(1) }
    expect([(await save(stranger, good)).status, (await save(who, good, elsewhere.contentIds[0])).status]).toEqual([403, 404])
    for (const bad of [{ ...good, reached: -1 }, { ...good, reached: 1.5 }, { ...good, reached: 86_401 }, { ...good, notedAt: 'tadi' }, { reached: 1 }, 'jauh'])
      expect((await save(who, bad)).status).toBe(422)
  })
})

describe('a note', () => {
  const save = (who: SignedIn, text: unknown, version: unknown = 0, lesson = 0) =>
    site.call('PUT', `/courses/${course.id}/content/${course.contentIds[lesson]}/note`, { token: who.token, body: { text, version } })
  const list = (who: SignedIn) => site.call('GET', `/courses/${course.id}/notes`, { token: who.token })

  test('is kept as typed, for its writer only, and changed by its version', async () => {
    const [who, other] = [await enrolled(), await enrolled()]
    expect((await save(who, '  <b>Ingat</b>\n\n- satu ')).body.data).toMatchObject({ text: '  <b>Ingat</b>\n\n- satu ', version: 1 })
    expect((await save(who, 'Baru', 1)).body.data.version).toBe(2)
    expect([(await list(who)).body.data.length, (await list(other)).body.data]).toEqual([1, []])
  })

  test('written on two devices overwrites nothing: the slower one is told what stands there', async () => {
    const who = await enrolled()
    await save(who, 'Dari ponsel')
    const late = await save(who, 'Dari laptop')
    expect([late.status, late.body.code, late.body.note.text]).toEqual([409, 'note-changed', 'Dari ponsel'])
    expect((await save(who, 'Dari ponsel')).status).toBe(200)
  })

  test('is refused to strangers, on lessons of other courses, and when it is too long', async () => {
    const who = await enrolled()
    expect([(await save(stranger, 'x')).status, (await list(stranger)).status]).toEqual([403, 403])
    expect((await save(who, 'x'.repeat(10_001))).body.errors).toEqual({ text: 'Catatan maksimal 10.000 karakter' })
    expect([(await save(who, 7)).status, (await save(who, 'x', -1)).status]).toEqual([422, 422])
    const elsewhere = await site.createCourse()
    const { status } = await site.call('PUT', `/courses/${course.id}/content/${elsewhere.contentIds[0]}/note`, {
      token: who.token,
      body: { text: 'x', version: 0 },
    })
    expect(status).toBe(404)
  })
})

describe('the activity', () => {
  const show = async (who: SignedIn) => (await site.call('GET', '/me/activity', { token: who.token })).body.data

  test('counts days and weeks of Jakarta', async () => {
    const who = await enrolled()
    // The tests' clock: Saturday 21 November 2026, 10.00 in Jakarta. 17.00 UTC on Sunday the 15th is Monday there.
    const at = (contentId: string | undefined, markedAt: string) => ({ contentId, completed: true, markedAt })
    await merge(who, [
      at(course.contentIds[0], '2026-11-15T16:59:00.000Z'),
      at(course.contentIds[1], '2026-11-15T17:00:00.000Z'),
      at(course.contentIds[2], '2026-11-20T03:00:00.000Z'),
    ])
    const activity = await show(who)
    expect(activity).toMatchObject({ completedThisWeek: 2, completedInAll: 3, streakDays: 1, longestStreakDays: 2 })
    expect(activity.weeks.slice(-2)).toMatchObject([
      { startsOn: '2026-11-09', completed: 1 },
      { startsOn: '2026-11-16', completed: 2, courses: [{ courseId: course.id, completed: 2 }] },
    ])
    expect(activity.weeks).toHaveLength(12)
    expect(activity.recent[0]).toMatchObject({ courseId: course.id, contentId: course.contentIds[2] })
  })

  test('of somebody new is empty, and of nobody is refused', async () => {
    expect(await show(stranger)).toMatchObject({ completedInAll: 0, streakDays: 0, longestStreakDays: 0, recent: [] })
    expect((await site.call('GET', '/me/activity')).status).toBe(401)
  })

  test.each([
    [[], 0, 0],
    [[10], 1, 1],
    [[9], 1, 1],
    [[8], 0, 1],
    [[10, 9, 8, 5, 4, 3, 2], 3, 4],
  ])('with lessons on the days %j stands, on day 10, at a streak of %i, the longest %i', (days, streakDays, longestStreakDays) => {
    expect(streaks(new Set(days), 10)).toEqual({ streakDays, longestStreakDays })
  })
})

describe('the CV', () => {
  const save = (who: SignedIn, body: unknown) => site.call('PUT', '/me/resume', { token: who.token, body })

  test('starts empty, is kept, and is its writer’s only', async () => {
    const [who, other] = [await site.createStudent(), await site.createStudent()]
    expect((await site.call('GET', '/me/resume', { token: who.token })).body.data).toMatchObject({ headline: '', skills: [], updatedAt: null })
    const saved = await save(who, { headline: ' Pengembang Web ', skills: ['HTML'], experience: [{ title: 'Magang', place: 'Toko Kopi' }] })
    expect(saved.body.data).toMatchObject({
      headline: 'Pengembang Web',
      about: '',
      experience: [{ title: 'Magang', place: 'Toko Kopi', period: '', text: '' }],
    })
    expect((await site.call('GET', '/me/resume', { token: other.token })).body.data.headline).toBe('')
  })

  test('takes an address as people write it', async () => {
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
  ])('refuses %j beside its field', async (body, field) => {
    const { status, body: answer } = await save(stranger, body)
    expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
  })
})
