import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPasswords } from '#server/identity/index.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { holdLock } from '#testing/hold-lock.ts'
import { failureOf, twoStepCalls } from '#testing/materials/two-step.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const { signIn, resetByMail } = twoStepCalls(() => site)
const newPassword = 'teh-poci-manis-9'

async function createOwner(): Promise<SignedIn> {
  const owner = await site.createStudent()
  // Otherwise the reset would also be the first proof of the mailbox, which ends more than the password.
  await site.database.query.execute(sql`update users set email_verified_at = created_at where id = ${owner.id}`)
  return owner
}

/** Makes an attempt with the old password that is checked before the owner's reset is stored, and goes on after it. */
async function whileReset<Result>(email: string, attempt: () => Promise<Result>): Promise<Result> {
  // The audit entry is the last that a reset writes.
  const { whenWaiting, release } = await holdLock(site.database, sql`lock table audit_entries in share mode`)
  const reset = resetByMail(email, newPassword)
  await whenWaiting(1)
  const attempted = attempt()
  await whenWaiting(2)
  await release()
  expect((await reset).status).toBe(200)
  return attempted
}

test('a sign-in with the password that is being replaced starts no session', async () => {
  const { id, email } = await createOwner()
  const attempted = await whileReset(email, () => signIn(email))
  expect([attempted.status, attempted.body.code]).toEqual([401, 'wrong-credentials'])
  const sessions = await site.database.query.execute(sql`select 1 from sessions where user_id = ${id}`)
  expect(sessions.rows).toEqual([])
})

test('a sign-in with the one-time password that is being replaced gives no link to replace it again', async () => {
  const email = 'sekali-pakai@contoh.id'
  await site.app.modules.identity.createUser({ name: 'Budi', email, password, role: 'student', isOneTime: true })
  const attempted = await whileReset(email, () => signIn(email))
  expect([attempted.status, attempted.body.code]).toEqual([401, 'wrong-credentials'])
})

test('a session that the reset ends cannot replace the new password', async () => {
  const { email, token } = await createOwner()
  const body = { currentPassword: password, newPassword: 'milik-penyerang-5' }
  const attempted = await whileReset(email, () => site.call('POST', '/me/password', { token, body }))
  expect(failureOf(attempted)).toEqual([422, 'invalid-input', { currentPassword: 'Password saat ini salah' }])
  expect((await signIn(email, newPassword)).status).toBe(200)
})

test('a session that the reset ends cannot delete the account', async () => {
  const { email, token } = await createOwner()
  const attempted = await whileReset(email, () =>
    site.call('POST', '/me/deletion', { token, body: { email, password } }),
  )
  expect(failureOf(attempted)).toEqual([422, 'invalid-input', { password: 'Password salah' }])
  expect((await signIn(email, newPassword)).status).toBe(200)
})

test('a session that the reset ends cannot end the sign-in with Google', async () => {
  const { id, email, token } = await createOwner()
  await site.database.query.execute(sql`update users set google_sub = ${`sub-${id}`} where id = ${id}`)
  const attempted = await whileReset(email, () => site.call('POST', '/me/google/unlink', { token, body: { password } }))
  expect(failureOf(attempted)).toEqual([422, 'invalid-input', { password: 'Password salah' }])
  const { rows } = await site.database.query.execute(sql`select google_sub from users where id = ${id}`)
  expect(rows).toEqual([{ google_sub: `sub-${id}` }])
})

test('the password that is being replaced links no Google account', async () => {
  const { id, email } = await createOwner()
  const { headers, body } = await site.call('GET', '/auth/google/nonce')
  const claims = { sub: `sub-${id}`, name: 'Penyerang', email, email_verified: true, nonce: body.data.nonce }
  const idToken = await site.google.issue(claims)
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const attempted = await whileReset(email, () =>
    site.call('POST', '/auth/google', { body: { idToken, password }, headers: { cookie } }),
  )
  expect([attempted.status, attempted.body.code]).toEqual([409, 'link-needs-password'])
  const { rows } = await site.database.query.execute(sql`select google_sub from users where id = ${id}`)
  expect(rows).toEqual([{ google_sub: null }])
})

test('of sign-ins at once that all renew a hash of another cost each succeeds', async () => {
  const { id, email } = await createOwner()
  const hash = await createPasswords({ memoryKiB: 16, passes: 1, parallelism: 1 }).hash(password)
  await site.database.query.execute(sql`update users set password_hash = ${hash} where id = ${id}`)
  const { whenWaiting, release } = await holdLock(site.database, sql`select 1 from users where id = ${id} for update`)
  const attempts = [signIn(email), signIn(email), signIn(email)]
  await whenWaiting(attempts.length)
  await release()
  expect((await Promise.all(attempts)).map(({ status }) => status)).toEqual([200, 200, 200])
})
