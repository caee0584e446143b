import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCredentialVerifier } from '#testing/verify-credential.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { readDemoContent } from './content.ts'
import { demoAccounts, demoPassword, seedCategories, seedDemo } from './index.ts'
import { generateHistory } from './history.ts'

let site: TestSite
let token: string
const pay = async (paymentToken: string) => {
  const order = site.sandbox.listOrders().find((candidate) => candidate.token === paymentToken)
  if (order) site.sandbox.pay(order.orderId)
  await site.sandbox.idle()
}
beforeAll(async () => {
  site = await startTestSite()
  await seedCategories(site)
  await seedDemo({ ...site, pay }, () => {})
  token = (await site.call('POST', '/sign-in', { body: { email: demoAccounts.admin, password: demoPassword } })).body
    .data.token
}, 120_000)
afterAll(() => site.close())

test('a new demo has three months of history: sign-ups, sales and completions on many days, more recently, none in the future', async () => {
  const { body } = await site.call('GET', '/admin/overview?days=90', { token })
  for (const figure of ['sales', 'signUps', 'completions']) {
    const days: number[] = body.data.days.map((day: Record<string, number>) => day[figure])
    const sum = (part: number[]) => part.reduce((all, one) => all + one, 0)
    expect(days.filter((count) => count > 0).length, figure).toBeGreaterThan(20)
    expect(Math.max(...days) / sum(days), `${figure} on the busiest day`).toBeLessThan(0.25)
    expect(sum(days.slice(45)), figure).toBeGreaterThan(sum(days.slice(0, 45)))
  }
  const now = site.clock.now().toISOString()
  expect(body.data.latestTransactions.every(({ createdAt }: { createdAt: string }) => createdAt <= now)).toBe(true)
})

test('every paid purchase of the demo has an invoice, numbered without gaps in the order of payment', async () => {
  const { body } = await site.call('GET', '/admin/transactions?state=paid&limit=100&sort=createdAt', { token })
  const numbers: string[] = body.data.map(({ invoiceId }: { invoiceId: string }) => invoiceId)
  expect(numbers.length).toBeGreaterThan(20)
  expect(numbers).toEqual(numbers.toSorted())
  const lastOfMonth = Map.groupBy(numbers, (number) => number.slice(0, 11))
  for (const [month, ofMonth] of lastOfMonth)
    expect(ofMonth.at(-1)).toBe(`${month}/${String(ofMonth.length).padStart(6, '0')}`)
})

test('every instructor of the demo has a face of their own', async () => {
  const { people } = await readDemoContent()
  const { body } = await site.call('GET', '/courses?limit=100')
  const avatars = new Map<string, string>()
  for (const { _id } of body.data) {
    const { name, avatar } = (await site.call('GET', `/courses/${_id}/overview`)).body.data.instructor
    avatars.set(name, avatar)
  }
  expect([...avatars.keys()].toSorted()).toEqual(people.instructors.map(({ name }) => name).toSorted())
  const pictures = [...avatars.values()].map(async (avatar) =>
    Buffer.from((await site.app.modules.uploads.read(avatar.replace('/uploads/', ''))) ?? []).toString('base64'),
  )
  const different = new Set(await Promise.all(pictures))
  expect(different.size).toBe(people.instructors.length)
  expect(different).not.toContain('')
})

test('two courses with chapters begin with a video of this site and its captions, which visitors may watch', async () => {
  for (const title of [
    'Keamanan Web Praktis untuk Developer',
    'JavaScript Tingkat Lanjut: Modul, Event Loop, dan Tes',
  ]) {
    const [found] = (await site.call('GET', `/courses?q=${encodeURIComponent(title)}`)).body.data
    const { chapters, details } = (await site.call('GET', `/courses/${found._id}/overview`)).body.data
    expect(chapters.length).toBeGreaterThan(1)
    const lesson = (await site.call('GET', `/courses/${found._id}/content/${details[0]._id}`)).body.data
    expect(lesson).toMatchObject({ source: 'upload', durationSeconds: 40, captions: ['id'] })
    const video = await site.app.fetch(new Request(new URL(lesson.videoUrl, publicUrl)))
    expect([video.status, video.headers.get('content-type')]).toEqual([200, 'video/webm'])
    expect((await video.arrayBuffer()).byteLength).toBeLessThan(400_000)
    const captions = await site.call('GET', `/courses/${found._id}/content/${lesson._id}/captions/id`)
    expect(captions.body).toContain('-->')
  }
})

test('the certificate of the demo student is a credential that others verify; revoked, they and the offline page say so', async () => {
  const fetch = (path: string) => site.app.fetch(new Request(publicUrl + path))
  const { verifyToken, isRevoked } = createCredentialVerifier(fetch, publicUrl)
  /** Reads what the downloaded page verifies with. */
  const readOfflinePage = async () => {
    const page = await (await fetch('/certificate/verifier.html')).text()
    return JSON.parse(/^ *const known = (.*)$/m.exec(page)?.[1] ?? '') as {
      issuer: string
      keys: Record<string, string>
      statusLists: string[]
    }
  }
  const [certificate] = (await site.call('GET', '/admin/certificates?limit=1', { token })).body.data
  const credential = await verifyToken(await (await fetch(`/api/certificates/${certificate._id}/credential`)).text())
  expect(credential).toMatchObject({
    name: certificate.title,
    credentialSubject: { identifier: [{ identityHash: certificate.name }] },
  })
  const { body } = await site.call('GET', `/certificates/${certificate._id}`)
  expect([body.data.hours, body.data.competences.length, body.data.signers.length]).toEqual([12, 3, 2])
  expect(await isRevoked(credential)).toBe(false)
  expect(
    (
      await site.call('POST', `/admin/certificates/${certificate._id}/revoke`, {
        token,
        body: { reason: 'Terbit karena keliru' },
      })
    ).status,
  ).toBe(200)
  expect(await isRevoked(credential)).toBe(true)

  const [offline, issuer] = [await readOfflinePage(), await (await fetch('/.well-known/did.json')).json()]
  const published = (issuer as { verificationMethod: { publicKeyJwk: { kid: string; x: string } }[] })
    .verificationMethod
  expect(offline.keys).toEqual(Object.fromEntries(published.map(({ publicKeyJwk: { kid, x } }) => [kid, x])))
  const bitsOf = async (list: string) => (await verifyToken(list)).credentialSubject
  expect(await Promise.all(offline.statusLists.map(bitsOf))).toEqual([
    await bitsOf(await (await fetch('/credentials/status/0')).text()),
  ])
})

test('generating the history is deterministic', async () => {
  const { courses, names } = await readDemoContent()
  const generate = () => generateHistory(courses, names, new Date('2026-11-21T03:00:00.000Z'))
  expect(generate()).toEqual(generate())
})

test('every category has a course with a quiz of five to eight questions of several types', async () => {
  const { courses } = await readDemoContent()
  const quizzes = courses.flatMap(({ category, lessons }) =>
    lessons.flatMap((lesson) => (lesson.type === 'quiz' ? [{ category, ...lesson }] : [])),
  )
  expect(new Set(quizzes.map(({ category }) => category))).toEqual(new Set(courses.map(({ category }) => category)))
  for (const { title, questions } of quizzes) {
    expect(questions.length, title).toBeGreaterThanOrEqual(5)
    expect(questions.length, title).toBeLessThanOrEqual(8)
    expect(new Set(questions.map(({ type }) => type)).size, title).toBeGreaterThanOrEqual(4)
  }
})

test('the demo has a running cohort and one to come, with live meetings, and a team with free seats', async () => {
  const signIn = async (email: string) =>
    (await site.call('POST', '/sign-in', { body: { email, password: demoPassword } })).body.data.token
  const [student, teacher] = [await signIn(demoAccounts.student), await signIn(demoAccounts.instructor)]
  const schedule = (await site.call('GET', '/me/schedule', { token: student })).body.data
  expect(schedule.map(({ state, attended }: { state: string; attended: boolean }) => [state, attended])).toEqual([
    ['over', true],
    ['over', false],
    ['upcoming', false],
    ['upcoming', false],
    ['upcoming', false],
  ])
  const { courseId } = schedule[0]
  const cohorts = (await site.call('GET', `/courses/${courseId}/cohorts`, { token: teacher })).body.data
  expect(cohorts.map(({ state, members }: { state: string; members: number }) => [state, members])).toEqual([
    ['running', 4],
    ['open', 0],
  ])
  for (const { _id } of cohorts) {
    const meetings = (await site.call('GET', `/cohorts/${_id}/meetings`, { token: teacher })).body.data
    expect(meetings.length).toBeGreaterThan(3)
  }
  const [team, ...more] = (await site.call('GET', '/me/teams', { token: student })).body.data
  expect([team, more]).toMatchObject([{ name: 'Koperasi Tani Makmur', seats: 5, used: 2 }, []])
})

test('the demo has six instructors with pages, a first course that waits for its review, and an application', async () => {
  const list = async (path: string) => (await site.call('GET', path, { token })).body.data
  const { people } = await readDemoContent()
  const slugs = new Set<string>()
  for (const { instructor } of await list('/courses?limit=100')) slugs.add(instructor.slug)
  expect(slugs.size).toBe(people.instructors.length)
  const pages = await Promise.all([...slugs].map((slug) => list(`/instructors/${slug}`)))
  expect(pages.filter(({ bio }) => bio !== '').length).toBe(slugs.size)
  expect(pages.filter(({ linksAreChecked }) => linksAreChecked).length).toBe(4)
  expect((await list('/paths')).length).toBe(2)
  expect(await list('/admin/instructor-applications')).toMatchObject([{ user: { name: 'Retno Wulaningsih' } }])
  const [waiting, ...more] = await list('/admin/course-reviews')
  expect([waiting, more]).toMatchObject([{ title: 'Motif Tenun di Inkscape', state: 'waiting' }, []])
  expect((await site.call('GET', `/courses/${waiting.courseId}/overview`)).status).toBe(404)
  const unmet = (await list(`/courses/${waiting.courseId}/checklist`)).filter(({ isMet }: { isMet: boolean }) => !isMet)
  expect(unmet).toEqual([])
})
