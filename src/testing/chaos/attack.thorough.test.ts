import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '#testing/factories.ts'
import { publicUrl, startTestSite, type TestSite } from '#testing/test-site.ts'
import { runAttack, type Attacker } from './run-attack.ts'

let site: TestSite
beforeAll(async () => {
  site = await startTestSite()
})
afterAll(() => site.close())

test(
  'no generated hostile request causes a 5xx, and no response contains private data of another student',
  { timeout: 120_000 },
  async () => {
    const victim = await site.createStudent()
    const course = await site.createCourse({ price: 0 })
    const ebook = await site.createEbook()
    const secrets = [victim.email, 'catatan-rahasia-korban', 'ringkasan-rahasia-korban']
    await site.call('POST', `/courses/${course.id}/join-free`, { token: victim.token })
    await site.call('PUT', '/me/resume', {
      token: victim.token,
      body: { headline: secrets[2], about: 'Ada', links: [] },
    })
    const [admin, instructor, student] = [
      await site.createAdmin(),
      await site.createInstructor(),
      await site.createStudent(),
    ]
    // Attackers close each other's accounts; an attacker who loses one signs up again.
    const signIn =
      ({ email }: { email: string }, create: () => Promise<{ token: string }>) =>
      async () => {
        const { body } = await site.call('POST', '/sign-in', { body: { email, password } })
        return (body.data?.token as string | undefined) ?? (await create()).token
      }
    const attackers: Attacker[] = [
      { name: 'signed out', signIn: null },
      { name: 'student', signIn: signIn(student, () => site.createStudent()) },
      { name: 'instructor', signIn: signIn(instructor, () => site.createInstructor()) },
      { name: 'admin', signIn: signIn(admin, () => site.createAdmin()) },
    ]
    const report = await runAttack({
      openApi: (await site.call('GET', '/openapi.json')).body,
      attackers,
      ids: [victim.id, course.id, ...course.lessonIds, ebook.id, ...ebook.sectionIds, instructor.id, student.id],
      secrets,
      mayReadSecrets: ['admin'],
      requests: 1_200,
      seed: 1,
      atOnce: 4,
      async send({ method, path, headers, body }, client) {
        const request = new Request(`${publicUrl}/api${path}`, { method, headers, ...(body === null ? {} : { body }) })
        const response = await site.app.fetch(request, { client })
        return { status: response.status, text: await response.text() }
      },
    })
    // As sentences, which every reporter prints whole.
    expect(report.findings.map((finding) => JSON.stringify(finding))).toEqual([])
    expect(report.requests).toBe(1_200)
  },
)
