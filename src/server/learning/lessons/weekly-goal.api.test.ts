import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import type { WeeklyGoal } from '#contract/learning/weekly-goal.ts'
import { studyDays as kept } from '#server/learning/tables.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let course: MadeCourse
beforeAll(async () => {
  site = await startTestSite()
  course = await site.createCourse({ price: 0, lessons: 12 })
})
afterAll(() => site.close())

async function createLearner(): Promise<SignedIn> {
  const student = await site.createStudent()
  await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token })
  return student
}

async function signInAgain({ email }: SignedIn): Promise<{ token: string }> {
  return (await site.call('POST', '/sign-in', { body: { email, password } })).body.data
}

const show = async (who: SignedIn): Promise<WeeklyGoal> =>
  (await site.call('GET', '/me/weekly-goal', { token: who.token })).body.data
const save = (who: SignedIn, days: unknown) => site.call('PUT', '/me/weekly-goal', { token: who.token, body: { days } })
const complete = (who: SignedIn, lesson: number) =>
  site.call('PUT', `/courses/${course.id}/content/${course.lessonIds[lesson]}/completion`, { token: who.token })

/** Moves the clock forward to this hour (UTC) of the next day of the week in Jakarta; 1 is Monday. */
function moveTo(weekday: number, utcHour: number) {
  do {
    const next = new Date(Math.floor(site.clock.now().getTime() / hourMs) * hourMs + hourMs)
    site.clock.advance(next.getTime() - site.clock.now().getTime())
  } while (
    new Date(site.clock.now().getTime() + 7 * hourMs).getUTCDay() !== weekday ||
    site.clock.now().getUTCHours() !== utcHour
  )
}

test('without a goal the week is shown, and nothing can be missed', async () => {
  const who = await createLearner()
  const goal = await show(who)
  expect(goal).toMatchObject({ days: null, isKept: false, streakWeeks: 0, freezes: 0, lastWeek: null })
  expect(goal.week).toHaveLength(7)
  expect(goal.week.map(({ day }) => day)).toContain(goal.today)
})

test('a goal is kept with enough days of completed lessons, counted in Jakarta time', async () => {
  const who = await createLearner()
  moveTo(1, 2)
  const { status, body } = await save(who, 2)
  expect([status, body.message, body.data.days]).toEqual([200, 'Target tersimpan.', 2])
  await complete(who, 0)
  await complete(who, 1)
  expect(await show(who)).toMatchObject({ isKept: false, streakWeeks: 0 })
  // 23.00 on Sunday in Jakarta, then 00.00 on Monday.
  moveTo(0, 16)
  await complete(who, 2)
  const kept = await show(who)
  expect(kept.week.map(({ isActive }) => isActive)).toEqual([true, false, false, false, false, false, true])
  expect(kept).toMatchObject({ isKept: true, streakWeeks: 1 })
  moveTo(1, 17)
  expect(await show(who)).toMatchObject({ isKept: false, streakWeeks: 1, lastWeek: 'kept' })
})

test('a missed week is caught by a freeze that two kept weeks earned', async () => {
  const who = await createLearner()
  moveTo(1, 2)
  await save(who, 1)
  await complete(who, 0)
  moveTo(1, 2)
  await complete(who, 1)
  expect(await show(who)).toMatchObject({ streakWeeks: 2, freezes: 1 })
  moveTo(1, 2)
  expect(await show(who)).toMatchObject({ isKept: false, streakWeeks: 2, freezes: 1, lastWeek: 'kept' })
  moveTo(1, 2)
  expect(await show(who)).toMatchObject({ streakWeeks: 2, freezes: 0, lastWeek: 'frozen' })
})

test('a deleted lesson takes no day of study back; only the student does', async () => {
  const [who, admin, own] = [
    await createLearner(),
    await site.createAdmin(),
    await site.createCourse({ price: 0, lessons: 4 }),
  ]
  await site.enroll(who, own)
  const at = (lesson: number) => `/courses/${own.id}/content/${own.lessonIds[lesson]}/completion`
  moveTo(1, 2)
  await save(who, 1)
  for (const lesson of [0, 1, 2]) {
    await site.call('PUT', at(lesson), { token: who.token })
    if (lesson < 2) moveTo(1, 2)
  }
  await site.call('PUT', at(3), { token: who.token })
  const before = await show(who)
  expect(before).toMatchObject({ isKept: true, streakWeeks: 3, freezes: 1 })
  const days = async () => (await site.call('GET', '/me/activity', { token: who.token })).body.data.longestStreakDays
  expect(await days()).toBe(1)
  const { token } = await signInAgain(admin)
  for (const lesson of [0, 1, 2]) {
    const deletion = await site.call('DELETE', `/courses/${own.id}/delete-content/${own.lessonIds[lesson]}`, { token })
    expect(deletion.status).toBe(200)
  }
  expect(await show(who)).toEqual(before)
  await site.call('DELETE', at(3), { token: who.token })
  // That day also had a lesson that is deleted now.
  expect([await show(who), await days()]).toEqual([before, 1])
  const { studyDays } = (await site.call('GET', '/me/export', { token: who.token })).body.data.learning
  expect(studyDays).toHaveLength(3)
  await site.stepUp(who)
  const body = { email: who.email, password }
  expect((await site.call('POST', '/me/deletion', { token: who.token, body })).status).toBe(200)
  expect(await site.database.query.$count(kept, eq(kept.userId, who.id))).toBe(0)
})

test('a raised goal changes no week before, and back to the earlier one leaves no trace', async () => {
  const who = await createLearner()
  moveTo(1, 2)
  await save(who, 1)
  await complete(who, 0)
  moveTo(1, 2)
  await save(who, 7)
  expect(await show(who)).toMatchObject({ days: 7, streakWeeks: 1, lastWeek: 'kept' })
  await save(who, 1)
  const { weeklyGoals } = (await site.call('GET', '/me/export', { token: who.token })).body.data.learning
  expect(weeklyGoals).toEqual([expect.objectContaining({ days: 1 })])
  const paused = await save(who, null)
  expect([paused.body.message, paused.body.data.days, paused.body.data.streakWeeks]).toEqual([
    'Target dijeda.',
    null,
    1,
  ])
})

test.each([0, 8, 2.5, '3', undefined])('a goal of %s days is a field error', async (days) => {
  const { status, body } = await save(await createLearner(), days)
  expect([status, body.errors]).toEqual([422, { days: 'Pilih 1 sampai 7 hari' }])
})

test('a goal is its student’s, and requires a session', async () => {
  const [mine, theirs] = [await createLearner(), await createLearner()]
  await save(mine, 4)
  expect((await show(theirs)).days).toBeNull()
  expect((await site.call('GET', '/me/weekly-goal')).status).toBe(401)
  expect((await site.call('PUT', '/me/weekly-goal', { body: { days: 1 } })).status).toBe(401)
})
