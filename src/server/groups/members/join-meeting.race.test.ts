import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayMs, minuteMs } from '#contract/kit/durations.ts'
import type { SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort, planMeeting } from '#testing/materials/cohorts.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const people = 20

test('whoever changes a meeting keeps nobody from joining it, and two presses at once are one attendance', async () => {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const cohort = await openCohort(site, instructor, { courseId: course.id, startsOn: dayFromNow(site, 0) })
  const { _id: meetingId } = await planMeeting(site, instructor, cohort._id)
  const students: SignedIn[] = []
  for (let made = 0; made < people; made++) students.push(await site.createStudent())
  for (const { token } of students)
    await site.call('POST', `/courses/${course.id}/enroll`, { token, body: { cohortId: cohort._id } })
  site.clock.advance(2 * dayMs - 5 * minuteMs)
  for (const who of students)
    who.token = await site.app.modules.identity.startSession({ id: who.id, role: 'student' }, 'test')
  const changing = await site.database.openSession()
  const join = ({ token }: SignedIn) => site.call('POST', `/meetings/${meetingId}/join`, { token })
  await changing.run(`begin; select 1 from meetings where id = '${meetingId}' for update`)
  const statuses = await Promise.all([...students, ...students].map(async (who) => (await join(who)).status))
  await changing.run('rollback')
  await changing.close()
  expect(new Set(statuses)).toEqual(new Set([200]))
  const token = await site.app.modules.identity.startSession({ id: instructor.id, role: 'instructor' }, 'test')
  const [meeting] = (await site.call('GET', `/cohorts/${cohort._id}/meetings`, { token })).body.data
  expect(meeting.attended).toBe(people)
})
