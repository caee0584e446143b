import { afterAll, beforeAll, expect, test } from 'vitest'
import { jakartaDay } from '#contract/kit/days.ts'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { openCohort } from '#testing/materials/cohorts.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const run = () => Promise.all(Array.from({ length: 3 }, () => site.app.modules.reminders.runDueWork()))
async function told(who: SignedIn, kind: string): Promise<{ title: string; text: string; url: string }[]> {
  const { rows } = await site.app.modules.notifications.list(who.id, { page: 1, limit: 50 })
  return rows.filter((row) => row.kind === kind)
}
/** To this hour in Jakarta, today or on the next day with it. */
function moveTo(hour: number, weekday?: number) {
  const ahead = 7 * hourMs
  for (;;) {
    const local = new Date(site.clock.now().getTime() + ahead)
    if (local.getUTCHours() === hour && (weekday === undefined || local.getUTCDay() === weekday)) return
    site.clock.advance(hourMs - (local.getTime() % hourMs))
  }
}

async function dripCourse(
  fields: { enrolment?: 'cohorts' } = {},
): Promise<{ course: MadeCourse; instructor: SignedIn }> {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, lessons: 3, ...fields })
  const call = async (method: string, path: string, body: object) => {
    const answer = await site.call(method, `/courses/${course.id}${path}`, { token: instructor.token, body })
    expect(answer.status, path).toBeLessThan(300)
    return answer.body.data
  }
  const chapter = (await call('POST', '/chapters', { title: 'Minggu kedua', dripDays: 2 }))._id
  for (const id of course.lessonIds.slice(1))
    await call('PUT', `/update-content/${id}`, {
      title: 'Lanjut',
      type: 'text',
      text: '<p>Isi</p>',
      chapterId: chapter,
    })
  await call('PATCH', '', { pace: 'drip' })
  return { course, instructor }
}

test('a chapter that opens today is told in the morning, once, to those for whom it opens and who still study', async () => {
  const { course } = await dripCourse()
  const [me, later, gone] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  await site.enroll(me, course)
  const ref = await site.enroll(gone, course)
  site.clock.advance(dayMs)
  await site.enroll(later, course)
  await site.database.transaction((tx) => site.app.modules.learning.revokePurchase(tx, { sourceRef: ref }))
  await run()
  expect(await told(me, 'lesson-open')).toEqual([])
  moveTo(0)
  await run()
  expect(await told(me, 'lesson-open')).toEqual([])
  moveTo(7)
  await run()
  await run()
  expect(await told(me, 'lesson-open')).toMatchObject([
    { url: expect.stringContaining(`/courses/${course.id}/start`), title: expect.stringContaining('Sudah terbuka') },
  ])
  expect([await told(later, 'lesson-open'), await told(gone, 'lesson-open')]).toEqual([[], []])
  site.clock.advance(dayMs)
  await run()
  expect([(await told(me, 'lesson-open')).length, (await told(later, 'lesson-open')).length]).toEqual([1, 1])
})

test('members of a cancelled cohort are told by the day of their enrolment once the course has no cohorts any more', async () => {
  moveTo(7)
  const { course, instructor } = await dripCourse({ enrolment: 'cohorts' })
  const me = await site.createStudent()
  const cohort = await openCohort(site, instructor, { courseId: course.id })
  const asStaff = (method: string, path: string, sent: object) =>
    site.call(method, path, { token: instructor.token, ...sent })
  await asStaff('POST', `/cohorts/${cohort._id}/members`, { body: { userIds: [me.id] } })
  await asStaff('POST', `/cohorts/${cohort._id}/cancel`, { body: { sentence: 'Tidak jadi.' } })
  await asStaff('PATCH', `/courses/${course.id}`, { form: { enrolment: 'open' } })
  site.clock.advance(dayMs)
  await run()
  expect(await told(me, 'lesson-open')).toEqual([])
  site.clock.advance(dayMs)
  await run()
  expect(await told(me, 'lesson-open')).toHaveLength(1)
})

test('what was open before is not told again: by the days of an earlier cohort, or done already', async () => {
  moveTo(7)
  const { course, instructor } = await dripCourse({ enrolment: 'cohorts' })
  const [moved, done, me] = [await site.createStudent(), await site.createStudent(), await site.createStudent()]
  const inDays = (days: number) => jakartaDay(new Date(site.clock.now().getTime() + days * dayMs))
  const [first, second] = [
    await openCohort(site, instructor, { courseId: course.id, startsOn: inDays(0) }),
    await openCohort(site, instructor, { courseId: course.id, startsOn: inDays(5) }),
  ]
  const { token } = instructor
  const call = (method: string, path: string, body: object) => site.call(method, path, { token, body })
  const lesson = course.lessonIds[1]
  await call('POST', `/cohorts/${first._id}/members`, { userIds: [moved.id, done.id] })
  await call('POST', `/cohorts/${second._id}/members`, { userIds: [me.id] })
  await call('PATCH', `/courses/${course.id}`, { pace: 'free' })
  const completed = await site.call('PUT', `/courses/${course.id}/content/${lesson}/completion`, { token: done.token })
  expect(completed.status).toBe(200)
  await call('PATCH', `/courses/${course.id}`, { pace: 'drip' })
  const counts = () => Promise.all([moved, done, me].map(async (who) => (await told(who, 'lesson-open')).length))
  site.clock.advance(2 * dayMs)
  await run()
  expect(await counts()).toEqual([1, 0, 0])
  instructor.token = await site.app.modules.identity.startSession({ id: instructor.id, role: 'instructor' }, 'test')
  const move = await site.call('POST', `/cohorts/${first._id}/members/${moved.id}/move`, {
    token: instructor.token,
    body: { cohortId: second._id },
  })
  expect(move.status).toBe(200)
  for (let day = 0; day < 7; day++) {
    site.clock.advance(dayMs)
    await run()
  }
  expect(await counts()).toEqual([1, 0, 1])
})

test('the lesson that is named is one that opens: previews of the chapter were open before', async () => {
  moveTo(7)
  const { course, instructor } = await dripCourse()
  const me = await site.createStudent()
  const edit = (index: number, fields: object) =>
    site.call('PUT', `/courses/${course.id}/update-content/${course.lessonIds[index]}`, {
      token: instructor.token,
      body: { title: 'Intip', type: 'text', text: '<p>Isi</p>', ...fields },
    })
  expect((await edit(1, { isPreview: true })).status).toBe(200)
  await site.enroll(me, course)
  site.clock.advance(2 * dayMs)
  await run()
  expect(await told(me, 'lesson-open')).toMatchObject([{ title: 'Sudah terbuka: Lanjut' }])
})

test('a goal in danger is told on the first afternoon on which every day counts, and not to who studied or has no goal', async () => {
  const students = await Promise.all(Array.from({ length: 4 }, () => site.createStudent()))
  const [late, busy, none, former] = students as [SignedIn, SignedIn, SignedIn, SignedIn]
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, lessons: 3 })
  for (const who of [late, busy, former]) {
    await site.enroll(who, course)
    await site.database.transaction((tx) =>
      tx.execute(
        `insert into weekly_goals (user_id, starts_on, days, set_at) values ('${who.id}', '2026-11-02', 3, now())` as never,
      ),
    )
  }
  moveTo(16, 5)
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[0]}/completion`, { token: busy.token })
  await site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[1]}/completion`, { token: former.token })
  const deletion = await site.call('DELETE', `/courses/${course.id}/delete-content/${course.lessonIds[1]}`, {
    token: (await site.createAdmin()).token,
  })
  expect(deletion.status).toBe(200)
  await run()
  expect(await told(late, 'goal-at-risk')).toMatchObject([{ text: 'Tinggal 3 hari belajar lagi minggu ini.' }])
  moveTo(23)
  await run()
  site.clock.advance(dayMs)
  await run()
  expect([
    (await told(late, 'goal-at-risk')).length,
    await told(busy, 'goal-at-risk'),
    await told(none, 'goal-at-risk'),
    await told(former, 'goal-at-risk'),
  ]).toEqual([1, [], [], []])
})
