import { afterAll, beforeAll, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { dayMs, hourMs } from '#contract/kit/durations.ts'
import { createRouteTable } from '#server/platform/http/route-table.ts'
import type { SignedIn } from '#testing/factories.ts'
import { dayFromNow, openCohort } from '#testing/materials/cohorts.ts'
import { tablesWith } from '#testing/tables-with.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// The link of a meeting is in the answer of joining, and in the list of the staff of its course. Every other answer is asked for here.

const secret = 'ruang-rahasia-kelas-ini'
const chat = 'obrolan-rahasia-angkatan-ini'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

async function makeScene() {
  const instructor = await site.createInstructor()
  const course = await site.createCourse({ instructorId: instructor.id, enrolment: 'cohorts', price: 0 })
  const cohort = await openCohort(site, instructor, {
    courseId: course.id,
    startsOn: dayFromNow(site, 0),
    chatUrl: `https://chat.contoh.id/${chat}`,
  })
  const [member, stranger] = [await site.createStudent(), await site.createStudent()]
  await site.call('POST', `/courses/${course.id}/enroll`, { token: member.token, body: { cohortId: cohort._id } })
  const staff = (method: string, path: string, body?: unknown) =>
    site.call(method, path, { token: instructor.token, ...(body === undefined ? {} : { body }) })
  const startsAt = new Date(site.clock.now().getTime() + 25 * hourMs).toISOString()
  const [meeting, cancelled] = (
    await staff('POST', `/cohorts/${cohort._id}/meetings`, {
      title: 'Sesi pertama',
      startsAt,
      minutes: 60,
      url: `https://meet.contoh.id/${secret}`,
      weeks: 2,
    })
  ).body.data
  // Everything that tells people of a meeting.
  await staff('PATCH', `/meetings/${meeting._id}`, { title: 'Sesi lain', url: `https://meet.contoh.id/${secret}?2` })
  await staff('DELETE', `/meetings/${cancelled._id}`)
  await staff('PUT', `/meetings/${meeting._id}/recording`, { contentId: course.lessonIds[1] })
  site.clock.advance(hourMs)
  await site.app.modules.groups.runDueWork()
  site.clock.advance(-hourMs)
  return { instructor, course, cohort, member, stranger, meeting, staff }
}

test('no answer to a member, another student or a visitor has the link, but that of joining; of the chat only the list of cohorts', async () => {
  const { course, cohort, member, stranger, meeting } = await makeScene()
  const ids = [course.id, cohort._id, meeting._id, member.id, course.lessonIds[1] ?? '']
  const { url } = (await site.call('GET', '/me/schedule/feed', { token: member.token })).body.data
  const feed = new URL(url).pathname.split('/').at(-1) ?? ''
  const fill = (path: string, id: string) =>
    path
      .replace(/^(\/courses\/)\{id\}/, `$1${course.id}`)
      .replaceAll(/\{(contentId|lessonId)\}/g, course.lessonIds[1] ?? '')
      .replaceAll('{file}', feed)
      .replaceAll(/\{\w+\}/g, id)
  const { routes } = createRouteTable(contract)
  const gets = routes.filter(({ method }) => method === 'GET')
  const paths = new Set([
    ...gets.flatMap(({ path }) => (path.includes('{') ? ids.map((id) => fill(path, id)) : [path])),
    '/courses?q=Sesi',
    '/search?q=Sesi',
    '/search?q=rahasia',
  ])
  let answered = 0
  for (const path of paths)
    for (const caller of [member, stranger, null]) {
      const { status, body, headers } = await site.call('GET', path, caller ? { token: caller.token } : {})
      expect(status, path).toBeLessThan(500)
      if (status === 200) answered++
      const text = JSON.stringify([body, [...headers]])
      expect(text.includes(secret), path).toBe(false)
      expect(text.includes(chat), path).toBe(caller === member && path === `/courses/${course.id}/cohorts`)
    }
  // A walk that finds nothing because everything is refused shows nothing.
  expect(answered).toBeGreaterThan(100)
}, 120_000)

test('it is stored in its table only, also after people were told, joined and exported', async () => {
  const { instructor, member, meeting, staff, cohort, course } = await makeScene()
  site.clock.advance(dayMs + hourMs)
  const again = async (who: SignedIn, role: 'student' | 'instructor') =>
    (who.token = await site.app.modules.identity.startSession({ id: who.id, role }, 'test'))
  await again(member, 'student')
  await again(instructor, 'instructor')
  const joined = await site.call('POST', `/meetings/${meeting._id}/join`, { token: member.token })
  expect(joined.body.data.url).toContain(secret)
  await site.stepUp(instructor)
  for (const path of [`/meetings/${meeting._id}/attendance/export`, `/courses/${course.id}/students/export`])
    expect(String((await staff('GET', path)).body)).not.toContain(secret)
  const exported = await staff('GET', `/courses/${course.id}/export`)
  expect(exported.status).toBe(200)
  expect((await staff('GET', `/cohorts/${cohort._id}/meetings`)).body.data[0].url).toContain(secret)
  expect(await tablesWith(site, secret)).toEqual(['meetings'])
})
