import { afterAll, beforeAll, expect, test } from 'vitest'
import { hourMs } from '#contract/kit/durations.ts'
import { dayFromNow, openCohort } from '#testing/materials/cohorts.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { mistakeList } from './reading/mistakes.ts'
import { readZip } from './reading/read-zip.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

test('no file of an exported course has the links of its cohorts, and a copy of it has none of them', async () => {
  const instructor = await site.createInstructor()
  const { token } = instructor
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts' })
  const chatUrl = 'https://chat.contoh.id/obrolan-rahasia'
  const cohort = await openCohort(site, instructor, { courseId: course.id, startsOn: dayFromNow(site, 0), chatUrl })
  const startsAt = new Date(site.clock.now().getTime() + hourMs).toISOString()
  const meeting = { title: 'Sesi', startsAt, minutes: 60, url: 'https://meet.contoh.id/ruang-rahasia' }
  const planned = await site.call('POST', `/cohorts/${cohort._id}/meetings`, { token, body: meeting })
  expect(planned.status).toBe(201)

  const address = `http://cendaki.test/api/courses/${course.id}/export`
  const exported = await site.app.fetch(new Request(address, { headers: { authorization: `Bearer ${token}` } }))
  const files = await readZip(Buffer.from(await exported.arrayBuffer()), mistakeList())
  expect(files.size).toBeGreaterThan(0)
  for (const [path, content] of files) expect(String(content), path).not.toMatch(/(obrolan|ruang)-rahasia/)
  const copy = (await site.call('POST', `/courses/${course.id}/duplicate`, { token })).body.data
  expect((await site.call('GET', `/courses/${copy._id}/cohorts`, { token })).body.data).toEqual([])
})
