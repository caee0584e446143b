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

const signIn = (email: string, secret: string, client: string) => site.call('POST', '/sign-in', { body: { email, password: secret }, client })
const auditOf = async (subjectId: string) => {
  await site.app.idle()
  const { data } = (await site.call('GET', '/admin/audit?action=user&limit=100', { token: admin.token })).body
  return data
    .filter((entry: { subject: { _id: string } }) => entry.subject._id === subjectId)
    .map(({ action, actor, details }: { action: string; actor: unknown; details: unknown }) => ({ action, byThemselves: actor !== null, details }))
}
type Line = { event?: string; outcome?: string; method?: string; userId?: string | null; account?: string; client?: string }
const linesOf = (client: string) => (site.logged as Line[]).filter((line) => line.client === client)

test('every sign-in is a line with its kind: welcome, wrong password, unknown address, too many, disabled, Google', async () => {
  const who = await site.createStudent()
  const unknown = 'tidak-ada@contoh.id'
  await signIn(who.email, password, 'jejak-1')
  await signIn(who.email, 'salah', 'jejak-1')
  await signIn(unknown, 'salah', 'jejak-1')
  for (let count = 0; count < 5; count++) await signIn(who.email, 'salah', 'jejak-2')
  await site.call('PUT', `/admin/students/${who.id}/access`, { token: admin.token, body: { disabled: true } })
  await signIn(who.email, password, 'jejak-3')
  await site.call('POST', '/auth/google', { body: { idToken: 'bukan-token' }, client: 'jejak-4' })
  expect(linesOf('jejak-1').map(({ event, outcome, userId }) => [event, outcome, userId])).toEqual([
    ['sign-in', 'welcome', who.id],
    ['sign-in', 'wrong-credentials', who.id],
    ['sign-in', 'wrong-credentials', null],
  ])
  await signIn(who.email, 'salah', 'jejak-2')
  expect(linesOf('jejak-2').at(-1)).toMatchObject({ outcome: 'too-many-attempts', account: linesOf('jejak-1')[0]?.account })
  expect(linesOf('jejak-3')).toMatchObject([{ outcome: 'disabled', userId: who.id }])
  expect(linesOf('jejak-4')).toMatchObject([{ method: 'google', outcome: 'failed' }])
})

test('resets, sign-outs and ended sessions are lines too', async () => {
  const who = await site.createStudent()
  await site.call('POST', '/auth/forgot-password', { body: { email: who.email }, client: 'jejak-5' })
  await site.call('POST', '/auth/forgot-password', { body: { email: 'tidak-ada@contoh.id' }, client: 'jejak-5' })
  await site.call('POST', '/auth/reset-password', { body: { token: 'mati', password: 'jahe-hangat-3' }, client: 'jejak-5' })
  expect(linesOf('jejak-5').map(({ event, outcome }) => [event, outcome])).toEqual([
    ['password-reset-asked', 'sent'],
    ['password-reset-asked', 'nothing-sent'],
    ['password-reset', 'invalid-link'],
  ])
  await site.call('DELETE', '/me/sessions', { token: who.token, client: 'jejak-6' })
  await site.call('POST', '/sign-out', { token: who.token })
  expect((site.logged as Line[]).filter(({ userId }) => userId === who.id).map(({ event }) => event)).toEqual(
    expect.arrayContaining(['session-ended', 'sign-out']),
  )
})

test('no line and no entry holds a password, a token or an address', async () => {
  const who = await site.createStudent()
  await signIn(who.email, 'rahasia-salah-7', 'jejak-7')
  await signIn('rahasia-di-kolom-email@contoh.id', password, 'jejak-7')
  await site.call('POST', '/auth/forgot-password', { body: { email: who.email }, client: 'jejak-7' })
  const told = JSON.stringify([site.logged, await auditOf(who.id)])
  for (const secret of [password, 'rahasia', who.token, who.email]) expect(told).not.toContain(secret)
})

test('the log of acts tells of staff who sign in, and of guesses at their passwords', async () => {
  const instructor = await site.createInstructor()
  await site.app.idle()
  await signIn(instructor.email, 'salah', 'jejak-8')
  expect(await auditOf(instructor.id)).toEqual([
    { action: 'user.sign-in-failed', byThemselves: false, details: { method: 'password', client: 'jejak-8' } },
    { action: 'user.signed-in', byThemselves: true, details: { method: 'password', client: 'test' } },
  ])
})

test('of students it tells what was refused too often, what they ended, and nothing of every day', async () => {
  const who = await site.createStudent()
  await signIn(who.email, 'salah', 'jejak-9')
  await signIn(who.email, password, 'jejak-9')
  expect(await auditOf(who.id)).toEqual([])
  for (let count = 0; count < 12; count++) await signIn(who.email, 'salah', 'jejak-10')
  // The refusals after the first few add nothing. What is written aside comes before what follows.
  await site.app.idle()
  await site.call('DELETE', '/me/sessions', { token: who.token, client: 'jejak-9' })
  const entries = await auditOf(who.id)
  expect(entries.map(({ action }: { action: string }) => action)).toEqual(['user.sessions-ended', 'user.sign-in-throttled'])
})
