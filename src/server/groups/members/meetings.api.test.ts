import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs, minuteMs } from '#contract/kit/durations.ts'
import type { Cohort } from '#contract/groups/cohorts.ts'
import type { MadeCourse, SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort } from '#testing/materials/cohorts.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

const secretLink = 'https://meet.contoh.id/rahasia-kelas-ini'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const signInAgain = async (who: SignedIn, role: 'student' | 'instructor' = 'student') =>
  (who.token = await site.app.modules.identity.startSession({ id: who.id, role }, 'test'))
async function pass(ms: number, ...people: SignedIn[]): Promise<void> {
  site.clock.advance(ms)
  await signInAgain(instructor, 'instructor')
  for (const who of people) await signInAgain(who)
}
const staff = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: instructor.token, ...(body === undefined ? {} : { body }) })
const as = ({ token }: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const inMs = (ms: number) => new Date(site.clock.now().getTime() + ms).toISOString()

type Scene = { course: MadeCourse; cohort: Cohort; student: SignedIn }
async function makeScene(fields: object = {}): Promise<Scene> {
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const cohort = await openCohort(site, instructor, { courseId: course.id, startsOn: dayFromNow(site, 0), ...fields })
  const student = await site.createStudent()
  await join({ course, cohort }, student)
  return { course, cohort, student }
}
const join = ({ course, cohort }: Omit<Scene, 'student'>, { token }: SignedIn) =>
  site.call('POST', `/courses/${course.id}/enroll`, { token, body: { cohortId: cohort._id } })
const plan = async ({ cohort }: Pick<Scene, 'cohort'>, fields: object = {}) =>
  (
    await staff('POST', `/cohorts/${cohort._id}/meetings`, {
      title: 'Sesi pertama',
      startsAt: inMs(2 * dayMs),
      minutes: 60,
      url: secretLink,
      ...fields,
    })
  ).body.data
const schedule = async (who: SignedIn) => (await as(who, 'GET', '/me/schedule')).body.data
const told = async (who: SignedIn): Promise<string[]> =>
  (await as(who, 'GET', '/me/notifications')).body.data.map(({ title }: { title: string }) => title)
const remind = () => site.app.modules.groups.runDueWork()

test('one joins from 15 minutes before until the end, and was there once; others find nothing', async () => {
  const { cohort, student, ...rest } = await makeScene()
  const [meeting] = await plan({ cohort })
  const enter = (who: SignedIn) => as(who, 'POST', `/meetings/${meeting._id}/join`)
  const early = await enter(student)
  const opensAt = new Date(new Date(meeting.startsAt).getTime() - 15 * minuteMs).toISOString()
  expect([early.status, early.body]).toMatchObject([409, { code: 'not-open', opensAt }])
  await pass(2 * dayMs - 15 * minuteMs - 1, student)
  expect((await enter(student)).status).toBe(409)
  await pass(1)
  expect((await schedule(student))[0]).toMatchObject({ state: 'open', attended: false })
  const other = await site.createStudent()
  expect([(await enter(other)).status, (await enter(instructor)).status]).toEqual([404, 404])
  expect((await as(other, 'POST', '/meetings/bukan-id/join')).status).toBe(404)
  for (let times = 0; times < 3; times++) expect((await enter(student)).body.data).toEqual({ url: secretLink })
  expect((await schedule(student))[0]).toMatchObject({ attended: true })
  expect((await staff('GET', `/cohorts/${cohort._id}/meetings`)).body.data[0].attended).toBe(1)
  const lateComer = await site.createStudent()
  await join({ cohort, ...rest }, lateComer)
  await pass(75 * minuteMs - 1, student, lateComer)
  expect((await enter(lateComer)).status).toBe(404)
  await staff('POST', `/cohorts/${cohort._id}/members`, { userIds: [lateComer.id] })
  expect((await enter(lateComer)).status).toBe(200)
  await pass(1)
  expect((await enter(student)).body.code).toBe('not-open')
})

test('who came before a meeting was moved to another day was not there, and who came before it began minutes later was', async () => {
  const { cohort, student } = await makeScene()
  const [meeting] = await plan({ cohort })
  const move = (startsAt: string) => staff('PATCH', `/meetings/${meeting._id}`, { startsAt })
  await pass(2 * dayMs - 10 * minuteMs, student)
  expect((await as(student, 'POST', `/meetings/${meeting._id}/join`)).status).toBe(200)
  expect((await move(inMs(14 * minuteMs))).body.data.attended).toBe(1)
  expect((await move(inMs(7 * dayMs))).body.data.attended).toBe(0)
  expect((await schedule(student))[0]).toMatchObject({ state: 'upcoming', attended: false })
})

test('a series is made at once, at the same hour a week apart, and changed singly', async () => {
  const { cohort, student } = await makeScene()
  const made = await plan({ cohort }, { weeks: 4 })
  const starts = made.map(({ startsAt }: { startsAt: string }) => new Date(startsAt).getTime())
  expect(starts.map((start: number) => (start - starts[0]) / dayMs)).toEqual([0, 7, 14, 21])
  const startsAt = inMs(10 * dayMs)
  const changed = await staff('PATCH', `/meetings/${made[1]._id}`, { startsAt, title: 'Sesi dua' })
  expect(changed.body.data).toMatchObject({ startsAt, title: 'Sesi dua' })
  expect(await told(student)).toContain('Jadwal berubah: Sesi dua')
  await staff('DELETE', `/meetings/${made[2]._id}`)
  expect(await told(student)).toContain('Sesi dibatalkan: Sesi pertama')
  const states = (await schedule(student)).map(({ state }: { state: string }) => state)
  expect(states).toEqual(['upcoming', 'upcoming', 'cancelled', 'upcoming'])
  expect((await as(student, 'POST', `/meetings/${made[2]._id}/join`)).body).toMatchObject({
    code: 'not-open',
    opensAt: null,
  })
})

test('with its cohort the meetings to come are cancelled in schedules and calendars, and what is over stays', async () => {
  const scene = await makeScene()
  await plan(scene)
  await plan(scene, { title: 'Sesi kedua', startsAt: inMs(9 * dayMs) })
  await pass(3 * dayMs, scene.student)
  await staff('POST', `/cohorts/${scene.cohort._id}/cancel`, { sentence: 'Pengajarnya sakit.' })
  expect(await schedule(scene.student)).toMatchObject([{ state: 'over' }, { title: 'Sesi kedua', state: 'cancelled' }])
  const { url } = (await as(scene.student, 'GET', '/me/schedule/feed')).body.data
  const feed = String((await site.call('GET', new URL(url).pathname.replace('/api', ''))).body)
  expect(feed.match(/(?:SEQUENCE|STATUS):\w+/g)).toEqual([
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'SEQUENCE:1',
    'STATUS:CANCELLED',
  ])
  const more = { title: 'Sesi baru', startsAt: inMs(2 * dayMs), minutes: 60, url: secretLink }
  expect((await staff('POST', `/cohorts/${scene.cohort._id}/meetings`, more)).status).toBe(404)
})

test('what is over is neither changed nor cancelled, but for one that was never held; attendance and recording are still noted', async () => {
  const scene = await makeScene({ attendancePercent: 100 })
  const [held] = await plan(scene)
  const [missed] = await plan(scene, { title: 'Sesi yang batal', startsAt: inMs(3 * dayMs) })
  await pass(2 * dayMs, scene.student)
  expect((await staff('PATCH', `/meetings/${held._id}`, { minutes: 90 })).status).toBe(200)
  await as(scene.student, 'POST', `/meetings/${held._id}/join`)
  await pass(2 * dayMs, scene.student)
  for (const change of [{ minutes: 720 }, { startsAt: inMs(dayMs) }, { title: 'Lain' }, { url: secretLink }])
    expect((await staff('PATCH', `/meetings/${held._id}`, change)).body).toMatchObject({
      code: 'meeting-over',
      message: 'Sesi ini sudah selesai. Yang masih bisa dicatat adalah kehadiran dan rekamannya.',
    })
  expect((await staff('DELETE', `/meetings/${held._id}`)).body.code).toBe('meeting-over')
  const noted = await staff('PUT', `/meetings/${held._id}/attendance/${scene.student.id}`, { attended: false })
  expect(noted.status).toBe(200)
  const contentId = scene.course.lessonIds[1]
  expect((await staff('PUT', `/meetings/${held._id}/recording`, { contentId })).status).toBe(200)
  expect((await staff('DELETE', `/meetings/${held._id}`)).status).toBe(409)

  expect((await staff('DELETE', `/meetings/${missed._id}`)).status).toBe(200)
  expect((await schedule(scene.student)).map(({ state }: { state: string }) => state)).toEqual(['over', 'cancelled'])
  expect(await told(scene.student)).not.toContain('Sesi dibatalkan: Sesi yang batal')
})

test.each([
  ['a start in the past', { startsAt: '2020-01-01T03:00:00Z' }, 'startsAt'],
  ['31 February', { startsAt: '2090-02-31T03:00:00Z' }, 'startsAt'],
  ['0 minutes', { minutes: 0 }, 'minutes'],
  ['10,000 minutes', { minutes: 10_000 }, 'minutes'],
  ['an http link', { url: 'http://meet.contoh.id/a' }, 'url'],
  ['a javascript link', { url: 'javascript:alert(1)' }, 'url'],
  ['a link that is none', { url: 'https://meet.contoh.id:99999/a' }, 'url'],
  ['a link with a password', { url: 'https://aku:rahasia@meet.contoh.id/a' }, 'url'],
  ['a chapter of another course', { chapterId: '00000000-0000-7000-8000-000000000000' }, 'chapterId'],
  ['53 weeks', { weeks: 53 }, 'weeks'],
  ['two at once', { startsAt: 'same' }, 'startsAt'],
])('%s is rejected at the field', async (_what, fields, field) => {
  const { cohort } = await makeScene()
  const [first] = await plan({ cohort })
  const body = { title: 'Sesi', startsAt: inMs(5 * dayMs), minutes: 60, url: secretLink, ...fields }
  const { status, body: answer } = await staff('POST', `/cohorts/${cohort._id}/meetings`, {
    ...body,
    startsAt: body.startsAt === 'same' ? first.startsAt : body.startsAt,
  })
  expect([status, Object.keys(answer.errors)]).toEqual([422, [field]])
})

test('people are reminded a day and half an hour before, once each; who joins late of what is still to come', async () => {
  const scene = await makeScene({ joinUntil: dayFromNow(site, 30) })
  await plan(scene)
  const reminders = async (who: SignedIn) =>
    (await told(who)).filter((title) => title === 'Segera mulai: Sesi pertama').length
  await remind()
  expect(await reminders(scene.student)).toBe(0)
  await pass(dayMs + minuteMs, scene.student)
  const { remindersDue, oldestReminderSeconds } = await site.app.modules.groups.readReminders()
  expect([remindersDue, oldestReminderSeconds].map((figure) => figure > 0)).toEqual([true, true])
  await remind()
  await remind()
  expect(await site.app.modules.groups.readReminders()).toEqual({ remindersDue: 0, oldestReminderSeconds: 0 })
  expect(await reminders(scene.student)).toBe(1)
  const late = await site.createStudent()
  await join(scene, late)
  await remind()
  expect(await reminders(late)).toBe(0)
  await pass(dayMs - 31 * minuteMs, scene.student, late)
  await remind()
  await remind()
  expect([await reminders(scene.student), await reminders(late)]).toEqual([2, 1])
})

test('nobody is reminded of a meeting that was cancelled or has begun', async () => {
  const scene = await makeScene()
  const [first] = await plan(scene)
  await plan(scene, { title: 'Sesi kedua', startsAt: inMs(3 * dayMs) })
  await staff('DELETE', `/meetings/${first._id}`)
  await pass(4 * dayMs, scene.student)
  await remind()
  expect((await told(scene.student)).filter((title) => title.startsWith('Segera mulai'))).toEqual([])
})

test('attendance is listed, noted by hand and exported; the recording is told, and counts where the cohort says so', async () => {
  const { cohort, course, student } = await makeScene({ recordingCounts: true, attendancePercent: 100 })
  const [meeting] = await plan({ cohort })
  const list = async () => (await staff('GET', `/meetings/${meeting._id}/attendance`)).body.data
  expect(await list()).toMatchObject([{ userId: student.id, attended: false, by: null }])
  for (const lessonId of course.lessonIds)
    await as(student, 'PUT', `/courses/${course.id}/content/${lessonId}/completion`)
  const certificate = () => as(student, 'POST', `/courses/${course.id}/certificate`, { name: student.name })
  expect((await certificate()).body).toMatchObject({
    code: 'attendance-missing',
    message: 'Kamu hadir di 0 dari 1 sesi. Untuk sertifikat perlu 1, jadi kurang 1 lagi.',
    attended: 0,
    needed: 1,
    meetings: 1,
  })
  const note = (attended: boolean, userId = student.id) =>
    staff('PUT', `/meetings/${meeting._id}/attendance/${userId}`, { attended })
  await note(true)
  expect(await list()).toMatchObject([{ attended: true, by: 'hand' }])
  await note(false)
  expect((await note(true, instructor.id)).status).toBe(404)
  expect((await certificate()).status).toBe(409)
  const contentId = course.lessonIds[0]
  expect(
    (await staff('PUT', `/meetings/${meeting._id}/recording`, { contentId: '00000000-0000-7000-8000-000000000000' }))
      .status,
  ).toBe(422)
  await staff('PUT', `/meetings/${meeting._id}/recording`, { contentId })
  expect(await told(student)).toContain('Rekaman sudah ada: Sesi pertama')
  expect(await list()).toMatchObject([{ attended: true, by: 'recording' }])
  expect((await schedule(student))[0]).toMatchObject({ recordingContentId: contentId, attended: true })
  expect((await certificate()).status).toBe(200)
  await site.stepUp(instructor)
  const csv = await staff('GET', `/meetings/${meeting._id}/attendance/export`)
  expect([csv.status, String(csv.body)]).toMatchObject([200, expect.stringContaining('Menonton rekaman') as string])
})

test('the link of a meeting is in no answer to students but that of joining, in no page, mail, notification, export or calendar', async () => {
  const { cohort, course, student } = await makeScene({ attendancePercent: 50 })
  const [meeting] = await plan({ cohort }, { startsAt: inMs(25 * hourMs) })
  await pass(hourMs, student)
  await remind()
  await staff('PATCH', `/meetings/${meeting._id}`, { title: 'Sesi lain' })
  await staff('PUT', `/meetings/${meeting._id}/recording`, { contentId: course.lessonIds[1] })
  const feed = (await as(student, 'GET', '/me/schedule/feed')).body.data.url as string
  const paths = [
    '/me/schedule',
    '/me/schedule/feed',
    '/me/notifications',
    '/me/export',
    `/courses/${course.id}`,
    `/courses/${course.id}/overview`,
    `/courses/${course.id}/cohorts`,
    `/courses/${course.id}/content/${course.lessonIds[1]}`,
    '/courses/enrolled',
    '/courses?q=Sesi',
    new URL(feed).pathname.replace('/api', ''),
  ]
  for (const path of paths) {
    const text = JSON.stringify((await as(student, 'GET', path)).body)
    expect(text.length, path).toBeGreaterThan(20)
    expect(text, path).not.toContain('meet.contoh.id')
  }
  expect(JSON.stringify(await site.mailsTo(student.email))).not.toContain('meet.contoh.id')
  const admin = await site.createAdmin()
  expect(JSON.stringify((await as(admin, 'GET', '/admin/audit')).body)).not.toContain('meet.contoh.id')
  expect((await as(student, 'GET', `/cohorts/${cohort._id}/meetings`)).status).toBe(403)
})
