import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayMs } from '#contract/kit/durations.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: { id: string; token: string }
let categoryId: string

const switchTo = async (instructorApplications: boolean) => {
  const { updatedAt: _, ...settings } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  const body = { ...settings, instructorApplications }
  expect((await site.call('PUT', '/admin/settings', { token: admin.token, body })).status).toBe(200)
}

beforeAll(async () => {
  site = await startTestSite()
  await site.createCourse()
  categoryId = (await site.call('GET', '/categories')).body.data[0]._id
})
beforeEach(async () => {
  admin = await site.createAdmin()
  await switchTo(true)
})
afterAll(() => site.close())

type SignedIn = { id: string; token: string; email: string }

/** Their mailbox is proven, as applying asks. */
const student = (): Promise<SignedIn> => site.createStudent()

const input = () => ({
  headline: 'Ilustrator buku anak',
  about: 'Dua belas tahun menggambar untuk penerbit, dan lima tahun mengajar di sanggar.',
  categoryIds: [categoryId],
  sampleUrl: 'https://contoh.id/karya',
})
const apply = (who: { token: string }, change: object = {}) =>
  site.call('POST', '/me/instructor-application', { token: who.token, body: { ...input(), ...change } })
const own = async (who: { token: string }) =>
  (await site.call('GET', '/me/instructor-application', { token: who.token })).body.data
const waiting = async () =>
  (await site.call('GET', '/admin/instructor-applications', { token: admin.token })).body.data as {
    _id: string
    user: { _id: string }
  }[]
const idOf = async (who: SignedIn) => (await waiting()).find(({ user }) => user._id === who.id)?._id ?? ''
const decide = (id: string, how: 'accept' | 'refuse', body: object = {}, token = admin.token) =>
  site.call('POST', `/admin/instructor-applications/${id}/${how}`, { token, body })
const none = { state: 'none', sentence: '', mayApplyAt: null }

test('switched off, nobody can apply, and the site says so', async () => {
  const who = await student()
  await switchTo(false)
  expect((await site.call('GET', '/site')).body.data.instructorApplications).toBe(false)
  const { status, body } = await apply(who)
  expect([status, body.code]).toEqual([409, 'applications-closed'])
  const listed = async () => (await site.app.modules.site.sitemap('halaman'))?.includes('/jadi-instruktur<')
  expect(await listed()).toBe(false)
  await switchTo(true)
  expect(await listed()).toBe(true)
  expect((await site.call('GET', '/site')).body.data.instructorApplications).toBe(true)
  expect((await apply(who)).status).toBe(201)
})

test('asks for a proven address, and answers staff and who waits already', async () => {
  const [unproven, instructor, who] = [await site.createStudent(), await site.createInstructor(), await student()]
  expect(await own(who)).toEqual(none)
  await site.database.query.execute(sql`update users set email_verified_at = null where id = ${unproven.id}`)
  const codeOf = async (response: Promise<{ status: number; body: { code: string } }>) => {
    const { status, body } = await response
    return [status, body.code]
  }
  expect(await codeOf(apply(unproven))).toEqual([403, 'email-unproven'])
  expect(await codeOf(apply(instructor))).toEqual([409, 'already-instructor'])
  expect(await codeOf(apply(admin))).toEqual([409, 'already-instructor'])
  const answers = await Promise.all([apply(who), apply(who), apply(who)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  expect(await codeOf(apply(who))).toEqual([409, 'already-waiting'])
  expect(await own(who)).toEqual({ ...none, state: 'waiting' })
  expect((await site.call('POST', '/me/instructor-application', { body: input() })).status).toBe(401)
})

test('names what is missing beside its field', async () => {
  const who = await student()
  for (const [change, field] of [
    [{ headline: ' ' }, 'headline'],
    [{ about: 'Pendek' }, 'about'],
    [{ about: 'a'.repeat(2001) }, 'about'],
    [{ categoryIds: [] }, 'categoryIds'],
    [{ categoryIds: ['bukan-id'] }, 'categoryIds'],
    [{ categoryIds: Array.from({ length: 6 }, () => categoryId) }, 'categoryIds'],
    [{ sampleUrl: 'javascript:alert(1)' }, 'sampleUrl'],
  ] as const) {
    const { status, body } = await apply(who, change)
    expect([status, Object.keys(body.errors)], field).toEqual([422, [field]])
  }
  expect((await apply(who, { sampleUrl: null })).status).toBe(201)
})

test('one that waits can be taken back, once', async () => {
  const who = await student()
  const withdraw = () => site.call('DELETE', '/me/instructor-application', { token: who.token })
  expect((await withdraw()).status).toBe(404)
  await apply(who)
  expect((await withdraw()).body.data).toEqual(none)
  expect((await withdraw()).status).toBe(404)
  expect((await apply(who)).status).toBe(201)
})

test('who is accepted is an instructor at once, in the open session too, and is told', async () => {
  const who = await student()
  await apply(who)
  const id = await idOf(who)
  expect((await site.call('GET', '/courses/mine', { token: who.token })).status).not.toBe(200)
  const { status, body } = await decide(id, 'accept')
  expect([status, body.data]).toMatchObject([200, { state: 'accepted', categories: [expect.any(String)] }])
  expect((await site.call('GET', '/me', { token: who.token })).body.data.role).toBe('instructor')
  expect((await site.call('GET', '/me/instructor-profile', { token: who.token })).status).toBe(200)
  const notices = (await site.call('GET', '/me/notifications', { token: who.token })).body.data
  expect(JSON.stringify(notices)).toContain('Kamu sekarang instruktur')
  expect(JSON.stringify(await site.mailsTo(who.email))).toContain('Kamu sekarang instruktur')
  const audit = await site.call('GET', `/admin/audit?subjectKind=user&subjectId=${who.id}`, { token: admin.token })
  expect(JSON.stringify(audit.body.data)).toContain('user.application-accepted')
  expect((await decide(id, 'refuse', { sentence: 'Belum cukup.' })).body.code).toBe('already-decided')
})

test('a refusal says what is missing, and when one may come back', async () => {
  const who = await student()
  await apply(who)
  const id = await idOf(who)
  expect((await decide(id, 'refuse', { sentence: ' ' })).status).toBe(422)
  expect((await decide(id, 'refuse', { sentence: 'Kirim contoh video dulu' })).status).toBe(200)
  const mayApplyAt = new Date(site.clock.now().getTime() + 7 * dayMs).toISOString()
  expect(await own(who)).toEqual({ state: 'refused', sentence: 'Kirim contoh video dulu', mayApplyAt })
  const notices = (await site.call('GET', '/me/notifications', { token: who.token })).body.data
  const said = 'Kirim contoh video dulu. Kamu bisa mengajukan lagi setelah 7 hari.'
  expect(JSON.stringify(notices)).toContain(said)
  expect(JSON.stringify(await site.mailsTo(who.email))).toContain(said)
  const audit = await site.call('GET', `/admin/audit?subjectKind=user&subjectId=${who.id}`, { token: admin.token })
  expect(JSON.stringify(audit.body.data)).toContain('user.application-refused')
  const { status, body } = await apply(who)
  expect([status, body.code]).toEqual([409, 'too-soon'])
  expect(body.message).toMatch(/^Kamu bisa mengajukan lagi mulai \d+ \w+ \d{4} pukul \d\d\.\d\d WIB\.$/)
})

test('two admins at once: one decides, the other learns that it is decided; only admins see and decide', async () => {
  const [who, instructor] = [await student(), await site.createInstructor()]
  await apply(who)
  const id = await idOf(who)
  for (const { token } of [who, instructor]) {
    expect((await site.call('GET', '/admin/instructor-applications', { token })).status).toBe(403)
    expect((await decide(id, 'accept', {}, token)).status).toBe(403)
  }
  const other = await site.createAdmin()
  const answers = await Promise.all([
    decide(id, 'accept'),
    decide(id, 'refuse', { sentence: 'Belum cukup.' }, other.token),
  ])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect((await decide('00000000-0000-7000-8000-000000000000', 'accept')).status).toBe(404)
  expect((await decide('bukan-id', 'accept')).status).toBe(404)
})

test('who deletes the account takes the application along', async () => {
  const who = await student()
  await apply(who)
  const id = await idOf(who)
  const count = async () =>
    (await site.call('GET', '/admin/instructor-applications/waiting', { token: admin.token })).body.data.waiting
  const before = await count()
  const { applications } = (await site.call('GET', '/me/export', { token: who.token })).body.data.instructorApplications
  const { headline, about, categoryIds, sampleUrl } = input()
  expect(applications).toMatchObject([{ headline, about, categoryIds, sampleUrl, state: 'waiting' }])
  const body = { email: who.email, password: 'kopi-tubruk-7' }
  expect((await site.call('POST', '/me/deletion', { token: who.token, body })).status).toBe(200)
  expect((await decide(id, 'accept')).status).toBe(404)
  expect(await count()).toBe(before - 1)
  const { rows } = await site.database.query.execute(
    sql`select id from instructor_applications where user_id = ${who.id}`,
  )
  expect(rows).toEqual([])
})
