import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort, planMeeting } from '#testing/materials/cohorts.ts'
import { buyTeam } from '#testing/materials/teams.ts'
import { tablesWith } from '#testing/tables-with.ts'
import { startWebhookSite, type WebhookSite } from '#testing/webhook-site.ts'

// Data that groups keep of a person, and tell other systems.

let webhooks: WebhookSite
let site: WebhookSite['site']
let instructor: SignedIn
beforeAll(async () => {
  webhooks = await startWebhookSite()
  ;({ site } = webhooks)
  instructor = await site.createInstructor()
})
afterAll(() => webhooks.close())

const as = ({ token }: SignedIn, method: string, path: string, body?: unknown) =>
  site.call(method, path, { token, ...(body === undefined ? {} : { body }) })
const exportOf = async (who: SignedIn) => (await as(who, 'GET', '/me/export')).body.data
async function erase(who: SignedIn): Promise<void> {
  await site.stepUp(who)
  expect((await as(who, 'POST', '/me/deletion', { email: who.email, password })).status).toBe(200)
}

test('a member exports cohort, attendance, calendar and team, and with the account all of it goes and both seats are free', async () => {
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const cohort = await openCohort(site, instructor, { courseId: course.id, startsOn: dayFromNow(site, 0), seats: 1 })
  const meeting = await planMeeting(site, instructor, cohort._id)
  const member = await site.createStudent()
  await as(member, 'POST', `/courses/${course.id}/enroll`, { cohortId: cohort._id })
  await as(instructor, 'PUT', `/meetings/${meeting._id}/attendance/${member.id}`, { attended: true })
  const { url } = (await as(member, 'POST', '/me/schedule/feed')).body.data
  const manager = await site.createStudent()
  const sold = await site.createCourse({ price: 60_000 })
  const { teamId, token } = await buyTeam(site, manager, { courseId: sold.id, seats: 2 })
  await as(member, 'POST', `/teams/join/${token}`, { showProgress: true })

  const exported = await exportOf(member)
  expect(exported.learning.courses).toContainEqual(
    expect.objectContaining({ courseId: course.id, cohortId: cohort._id, cohortJoinedAt: expect.any(String) }),
  )
  expect(exported.groups).toMatchObject({
    attendances: [{ meetingId: meeting._id, attended: true, byHand: true }],
    calendarFeedSince: expect.any(String),
  })
  expect(exported.teams).toMatchObject({ managed: [], joined: [{ name: 'PT Maju Bersama', showProgress: true }] })

  await erase(member)
  for (const table of ['attendances', 'schedule_feeds', 'enrollments'])
    expect(await tablesWith(site, member.id), table).not.toContain(table)
  expect((await site.call('GET', new URL(url).pathname.replace('/api', ''))).status).toBe(404)
  expect((await as(instructor, 'GET', `/cohorts/${cohort._id}/members`)).body.data).toEqual([])
  expect((await as(instructor, 'GET', `/meetings/${meeting._id}/attendance`)).body.data).toEqual([])
  expect((await site.call('GET', `/courses/${course.id}/cohorts`)).body.data[0].seatsLeft).toBe(1)
  expect((await as(manager, 'GET', '/me/teams')).body.data).toMatchObject([{ _id: teamId, seats: 2, used: 0 }])
  expect((await as(manager, 'GET', `/teams/${teamId}/members`)).body.data).toEqual([])
})

test('a manager exports the team with its tax number, which goes with the account; without a member nobody takes a seat any more', async () => {
  const manager = await site.createStudent()
  const npwp = '987654321098765'
  const sold = await site.createCourse({ price: 60_000 })
  const { token } = await buyTeam(site, manager, { courseId: sold.id, seats: 2, npwp })
  const { teams, purchases } = await exportOf(manager)
  expect(teams.managed).toMatchObject([{ name: 'PT Maju Bersama', seats: 2, used: 0, npwp }])
  expect(purchases).toMatchObject([{ team: { name: 'PT Maju Bersama', npwp, seats: 2 } }])
  await erase(manager)
  expect(await tablesWith(site, npwp)).toEqual([])
  expect((await site.call('GET', `/teams/join/${token}`)).status).toBe(404)
})

test('webhooks say who joined a cohort, on buying, choosing, being added and moving, and who took the seat of a team', async () => {
  const { secret } = await webhooks.create(['cohort.joined', 'team.joined'])
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const [one, two] = [
    await openCohort(site, instructor, { courseId: course.id }),
    await openCohort(site, instructor, { courseId: course.id, name: 'Angkatan 2' }),
  ]
  const [student, added, waiting, seated] = [
    await site.createStudent(),
    await site.createStudent(),
    await site.createStudent(),
    await site.createStudent(),
  ]
  await as(student, 'POST', `/courses/${course.id}/enroll`, { cohortId: one._id })
  await as(instructor, 'POST', `/cohorts/${one._id}/members`, { userIds: [added.id] })
  await as(instructor, 'POST', `/cohorts/${one._id}/members/${student.id}/move`, { cohortId: two._id })
  await as(instructor, 'POST', `/courses/${course.id}/students`, { email: waiting.email, notify: false })
  await as(waiting, 'POST', `/courses/${course.id}/cohort`, { cohortId: two._id })
  // Asked for again, it is no second event.
  await as(waiting, 'POST', `/courses/${course.id}/cohort`, { cohortId: two._id })
  const sold = await site.createCourse({ price: 60_000 })
  const { teamId, token } = await buyTeam(site, await site.createStudent(), { courseId: sold.id })
  await as(seated, 'POST', `/teams/join/${token}`, { showProgress: false })
  await as(seated, 'POST', `/teams/join/${token}`, { showProgress: false })
  await webhooks.deliver()
  const payloads = webhooks.receiver.received.map((request) => webhooks.verify(request, secret))
  const joined = ({ id }: SignedIn, cohortId: string) => ({
    type: 'cohort.joined',
    data: { studentId: id, courseId: course.id, cohortId },
  })
  const expected = [
    joined(student, one._id),
    joined(student, two._id),
    joined(added, one._id),
    joined(waiting, two._id),
    { type: 'team.joined', data: { studentId: seated.id, teamId } },
  ]
  expect(payloads.map(({ type, data }) => ({ type, data }))).toHaveLength(expected.length)
  expect(payloads.map(({ type, data }) => ({ type, data }))).toEqual(expect.arrayContaining(expected))
})
