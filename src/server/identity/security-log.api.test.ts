import { afterAll, beforeAll, expect, test } from 'vitest'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
let admin: SignedIn
beforeAll(async () => {
  site = await startTestSite()
  admin = await site.createAdmin()
})
afterAll(() => site.close())

const signIn = (email: string, secret: string, client: string) =>
  site.call('POST', '/sign-in', { body: { email, password: secret }, client })
const auditOf = async (subjectId: string) => {
  await site.app.idle()
  const { data } = (await site.call('GET', '/admin/audit?action=user&limit=100', { token: admin.token })).body
  return data
    .filter((entry: { subject: { _id: string } }) => entry.subject._id === subjectId)
    .map(({ action, actor, details }: { action: string; actor: unknown; details: unknown }) => ({
      action,
      byThemselves: actor !== null,
      details,
    }))
}
type Line = {
  event?: string
  outcome?: string
  method?: string
  userId?: string | null
  account?: string
  client?: string
}
const linesOf = (client: string) => (site.logged as Line[]).filter((line) => line.client === client)

test('every sign-in is logged with its outcome: success, wrong password, unknown address, rate-limited, disabled, Google', async () => {
  const student = await site.createStudent()
  const unknown = 'tidak-ada@contoh.id'
  await signIn(student.email, password, 'jejak-1')
  await signIn(student.email, 'salah', 'jejak-1')
  await signIn(unknown, 'salah', 'jejak-1')
  for (let count = 0; count < 5; count++) await signIn(student.email, 'salah', 'jejak-2')
  await site.call('PUT', `/admin/students/${student.id}/access`, { token: admin.token, body: { disabled: true } })
  await signIn(student.email, password, 'jejak-3')
  await site.call('POST', '/auth/google', { body: { idToken: 'bukan-token' }, client: 'jejak-4' })
  expect(linesOf('jejak-1').map(({ event, outcome, userId }) => [event, outcome, userId])).toEqual([
    ['sign-in', 'signed-in', student.id],
    ['sign-in', 'wrong-credentials', student.id],
    ['sign-in', 'wrong-credentials', null],
  ])
  await signIn(student.email, 'salah', 'jejak-2')
  expect(linesOf('jejak-2').at(-1)).toMatchObject({
    outcome: 'too-many-attempts',
    account: linesOf('jejak-1')[0]?.account,
  })
  expect(linesOf('jejak-3')).toMatchObject([{ outcome: 'disabled', userId: student.id }])
  expect(linesOf('jejak-4')).toMatchObject([{ method: 'google', outcome: 'failed' }])
})

test('outcomes keep the names that dashboards and alerts know', async () => {
  const oneTime = { name: 'Budi', email: 'sekali-pakai@contoh.id', password, role: 'student' as const, isOneTime: true }
  await site.app.modules.identity.createUser(oneTime)
  expect((await signIn(oneTime.email, password, 'jejak-11')).body.code).toBe('password-is-one-time')
  const signUp = { name: 'Sari', email: 'umum@contoh.id', password: 'password' }
  expect((await site.call('POST', '/sign-up', { body: signUp, client: 'jejak-11' })).status).toBe(422)
  expect(linesOf('jejak-11').map(({ event, outcome }) => [event, outcome])).toEqual([
    ['sign-in', 'one-time-password'],
    ['sign-up', 'common-password'],
  ])
})

test('password resets, sign-outs and ended sessions are logged', async () => {
  const student = await site.createStudent()
  await site.call('POST', '/auth/forgot-password', { body: { email: student.email }, client: 'jejak-5' })
  await site.call('POST', '/auth/forgot-password', { body: { email: 'tidak-ada@contoh.id' }, client: 'jejak-5' })
  await site.call('POST', '/auth/reset-password', {
    body: { token: 'mati', password: 'jahe-hangat-3' },
    client: 'jejak-5',
  })
  expect(linesOf('jejak-5').map(({ event, outcome }) => [event, outcome])).toEqual([
    ['password-reset-asked', 'sent'],
    ['password-reset-asked', 'nothing-sent'],
    ['password-reset', 'invalid-link'],
  ])
  await site.call('DELETE', '/me/sessions', { token: student.token, client: 'jejak-6' })
  await site.call('POST', '/sign-out', { token: student.token })
  expect((site.logged as Line[]).filter(({ userId }) => userId === student.id).map(({ event }) => event)).toEqual(
    expect.arrayContaining(['session-ended', 'sign-out']),
  )
})

test('no log line and no audit entry contains a password, a token or an address', async () => {
  const student = await site.createStudent()
  await signIn(student.email, 'rahasia-salah-7', 'jejak-7')
  await signIn('rahasia-di-kolom-email@contoh.id', password, 'jejak-7')
  await site.call('POST', '/auth/forgot-password', { body: { email: student.email }, client: 'jejak-7' })
  const logged = JSON.stringify([site.logged, await auditOf(student.id)])
  for (const secret of [password, 'rahasia', student.token, student.email]) expect(logged).not.toContain(secret)
})

test('the audit log records sign-ins of staff and failed attempts on their accounts', async () => {
  const instructor = await site.createInstructor()
  await signIn(instructor.email, password, 'jejak-8')
  await site.app.idle()
  await signIn(instructor.email, 'salah', 'jejak-8')
  expect(await auditOf(instructor.id)).toEqual([
    { action: 'user.sign-in-failed', byThemselves: false, details: { method: 'password', client: 'jejak-8' } },
    { action: 'user.signed-in', byThemselves: true, details: { method: 'password', client: 'jejak-8' } },
  ])
})

test('for students the audit log records rate-limited sign-ins and ended sessions, but no ordinary sign-ins', async () => {
  const student = await site.createStudent()
  await signIn(student.email, 'salah', 'jejak-9')
  await signIn(student.email, password, 'jejak-9')
  expect(await auditOf(student.id)).toEqual([])
  for (let count = 0; count < 12; count++) await signIn(student.email, 'salah', 'jejak-10')
  // Rejections after the first few add no entries. Background audit writes finish before the next action.
  await site.app.idle()
  await site.call('DELETE', '/me/sessions', { token: student.token, client: 'jejak-9' })
  const entries = await auditOf(student.id)
  expect(entries.map(({ action }: { action: string }) => action)).toEqual([
    'user.sessions-ended',
    'user.sign-in-throttled',
  ])
})
