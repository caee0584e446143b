import ICAL from 'ical.js'
import { convertIcsCalendar } from 'ts-ics'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import type { Cohort } from '#contract/groups/cohorts.ts'
import { password, type MadeCourse, type SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort } from '#testing/materials/cohorts.ts'
import { countQueries } from '#testing/scale/count-queries.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let instructor: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  instructor = await site.createInstructor()
})
afterAll(() => site.close())

const staff = (method: string, path: string, body?: unknown) =>
  site.call(method, path, { token: instructor.token, ...(body === undefined ? {} : { body }) })
const inMs = (ms: number) => new Date(site.clock.now().getTime() + ms).toISOString()

type Scene = { course: MadeCourse; cohort: Cohort; student: SignedIn }
async function makeScene(): Promise<Scene> {
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const cohort = await openCohort(site, instructor, { courseId: course.id, startsOn: dayFromNow(site, 0) })
  const student = await site.createStudent()
  await site.call('POST', `/courses/${course.id}/enroll`, { token: student.token, body: { cohortId: cohort._id } })
  return { course, cohort, student }
}
const plan = async (cohort: Cohort, fields: object = {}) =>
  (
    await staff('POST', `/cohorts/${cohort._id}/meetings`, {
      title: 'Sesi; "pertama", \\ dengan semua tanda — dan judul yang panjang sekali supaya barisnya dilipat 🎓',
      startsAt: inMs(2 * dayMs),
      minutes: 90,
      url: 'https://meet.contoh.id/rahasia',
      ...fields,
    })
  ).body.data

async function feedOf({ token }: SignedIn): Promise<{ path: string; text: string }> {
  const { url } = (await site.call('GET', '/me/schedule/feed', { token })).body.data
  const path = new URL(url).pathname.replace('/api', '')
  const answer = await site.call('GET', path)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8'])
  return { path, text: String(answer.body) }
}

type Event = { uid: string; title: string; sequence: number; status: string; starts: string; minutes: number }

const byIcalJs = (text: string): Event[] =>
  new ICAL.Component(ICAL.parse(text)).getAllSubcomponents('vevent').map((component) => {
    const event = new ICAL.Event(component)
    return {
      uid: event.uid,
      title: event.summary,
      sequence: event.sequence,
      status: String(component.getFirstPropertyValue('status')),
      starts: event.startDate.toJSDate().toISOString(),
      minutes: event.duration.toSeconds() / 60,
    }
  })

const byTsIcs = (text: string): Event[] =>
  (convertIcsCalendar(undefined, text).events ?? []).map((event) => ({
    uid: event.uid,
    title: event.summary,
    sequence: event.sequence ?? 0,
    status: event.status ?? '',
    starts: event.start.date.toISOString(),
    minutes: ((event.end?.date.getTime() ?? 0) - event.start.date.getTime()) / 60_000,
  }))

/** The events of a feed, in which two independent parsers agree. */
async function eventsOf(who: SignedIn): Promise<Event[]> {
  const { text } = await feedOf(who)
  const events = byIcalJs(text)
  expect(byTsIcs(text)).toEqual(events)
  return events
}

test('two independent parsers read the same events, with every character of a title', async () => {
  const { cohort, course, student } = await makeScene()
  const [meeting] = await plan(cohort)
  const [event] = await eventsOf(student)
  expect(event).toMatchObject({ sequence: 0, status: 'CONFIRMED', starts: meeting.startsAt, minutes: 90 })
  const { title } = (await site.call('GET', `/courses/${course.id}`)).body.data
  expect(event?.title).toBe(`${meeting.title} · ${title}`)
})

test('who is removed or moved sees what was still to come as cancelled, and what is over as it was', async () => {
  const { cohort, course, student } = await makeScene()
  const other = await openCohort(site, instructor, {
    courseId: course.id,
    name: 'Angkatan lain',
    startsOn: dayFromNow(site, 0),
  })
  const [soon] = await plan(cohort, { startsAt: inMs(hourMs) })
  const [later] = await plan(cohort, { startsAt: inMs(5 * dayMs) })
  const [there] = await plan(other, { startsAt: inMs(6 * dayMs) })
  site.clock.advance(2 * hourMs)
  instructor.token = await site.app.modules.identity.startSession({ id: instructor.id, role: 'instructor' }, 'test')
  student.token = await site.app.modules.identity.startSession({ id: student.id, role: 'student' }, 'test')
  const before = await eventsOf(student)
  const moved = await staff('POST', `/cohorts/${cohort._id}/members/${student.id}/move`, { cohortId: other._id })
  expect(moved.status).toBe(200)
  const idOf = ({ uid }: Event) => uid.split('@')[0]
  const seen = (await eventsOf(student)).map((event) => [idOf(event), event.status, event.sequence])
  expect(seen).toEqual([
    [later._id, 'CANCELLED', 1],
    [there._id, 'CONFIRMED', 0],
  ])
  expect(before.map(({ uid }) => uid.split('@')[0])).toEqual([soon._id, later._id])
  const schedule = (await site.call('GET', '/me/schedule', { token: student.token })).body.data
  expect(schedule.map(({ meetingId }: { meetingId: string }) => meetingId)).toEqual([there._id])
})

test('who is removed by staff keeps the meetings to come as cancelled', async () => {
  const { cohort, course } = await makeScene()
  const added = await site.createStudent()
  await staff('POST', `/cohorts/${cohort._id}/members`, { userIds: [added.id] })
  const [meeting] = await plan(cohort)
  expect((await staff('DELETE', `/cohorts/${cohort._id}/members/${added.id}`)).status).toBe(200)
  expect(await eventsOf(added)).toMatchObject([{ starts: meeting.startsAt, status: 'CANCELLED', sequence: 1 }])
  expect(course.id).not.toBe('')
})

test('the feed, the schedule and the members of a cohort are at most two statements', async () => {
  const { cohort, student } = await makeScene()
  const viewer = {
    ...instructor,
    role: 'admin' as const,
    photo: '',
    sessionId: '',
    hasFreshProof: false,
    mustSetUpTwoSteps: false,
  }
  const { members } = site.app.modules
  expect(await countQueries(site.database, () => members.listMembers(viewer, { id: cohort._id }))).toBe(2)
  await plan(cohort, { weeks: 20 })
  const { path } = await feedOf(student)
  expect(await countQueries(site.database, () => site.call('GET', path))).toBeLessThanOrEqual(2)
  expect(await countQueries(site.database, () => members.showSchedule(student.id))).toBeLessThanOrEqual(2)
})

test('of more meetings than a schedule shows, the nearest are read', async () => {
  const { cohort, student } = await makeScene()
  await site.database.query.execute(
    `insert into meetings (id, group_id, title, starts_at, minutes, url, created_at, updated_at)
     select gen_random_uuid(), '${cohort._id}', 'Lama', '${inMs(-100 * dayMs)}'::timestamptz + n * interval '1 hour', 30, 'https://meet.contoh.id/a', now(), now()
     from generate_series(1, 499) n`,
  )
  const [next] = await plan(cohort, { startsAt: inMs(dayMs), title: 'Berikutnya' })
  await site.database.query.execute(
    `insert into meetings (id, group_id, title, starts_at, minutes, url, created_at, updated_at)
     select gen_random_uuid(), '${cohort._id}', 'Lebih lama', '${inMs(-150 * dayMs)}'::timestamptz, 30, 'https://meet.contoh.id/a', now(), now()
     from generate_series(1, 100)`,
  )
  const shown = (await site.call('GET', '/me/schedule', { token: student.token })).body.data as { meetingId: string }[]
  expect(shown).toHaveLength(500)
  expect(shown.at(-1)?.meetingId).toBe(next._id)
})

test('the token of nobody, of a deleted account or a renewed one leads nowhere', async () => {
  const { student } = await makeScene()
  const { path } = await feedOf(student)
  await site.call('POST', '/me/schedule/feed', { token: student.token })
  expect((await site.call('GET', path)).status).toBe(404)
  const quitter = await site.createStudent()
  const own = (await feedOf(quitter)).path
  await site.stepUp(quitter)
  const deleted = await site.call('POST', '/me/deletion', {
    token: quitter.token,
    body: { email: quitter.email, password },
  })
  expect([deleted.status, (await site.call('GET', own)).status]).toEqual([200, 404])
  const forged = path.replace(/.\.ics$/, (end) => (end.startsWith('0') ? '1.ics' : '0.ics'))
  expect((await site.call('GET', forged)).status).toBe(404)
})

test('an announcement to a cohort reaches its members only, and a cohort of another course is rejected', async () => {
  const { cohort, course, student } = await makeScene()
  const elsewhere = await makeScene()
  const other = await openCohort(site, instructor, { courseId: course.id, name: 'Lain' })
  const outsider = await site.createStudent()
  await site.call('POST', `/courses/${course.id}/enroll`, { token: outsider.token, body: { cohortId: other._id } })
  const announce = (cohortId: string) =>
    staff('POST', `/courses/${course.id}/announcements`, { title: 'Ruang pindah', text: 'Kita pindah.', cohortId })
  expect((await announce(cohort._id)).status).toBe(201)
  const seenBy = async ({ token }: SignedIn) =>
    (await site.call('GET', `/courses/${course.id}/announcements`, { token })).body.data.length
  expect([await seenBy(student), await seenBy(outsider)]).toEqual([1, 0])
  const refused = await announce(elsewhere.cohort._id)
  expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['cohortId']])
})
