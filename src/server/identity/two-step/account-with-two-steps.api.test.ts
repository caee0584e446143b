import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeAdmin } from '#server/identity/index.ts'
import { passkeys, recoveryCodes, signInTickets, totpSecrets } from '#server/identity/tables.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { codeOf, enableTwoSteps, failureOf, twoStepCalls } from '#testing/materials/two-step.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const {
  newClient,
  signIn,
  ticketOf,
  completeSignIn,
  createProtectedStudent,
  resetByMail,
  auditedActions,
  mailSubjects,
} = twoStepCalls(() => site)

describe('the second step is asked', () => {
  test('after a new password by a mailed link, on a confirmed address', async () => {
    const student = await site.createStudent()
    await resetByMail(student.email, 'langkah-pertama-1')
    const token = (await signIn(student.email, 'langkah-pertama-1')).body.data.token as string
    const { secret } = await enableTwoSteps(site, { token })
    expect((await resetByMail(student.email, 'langkah-kedua-2')).status).toBe(200)
    const { data } = (await signIn(student.email, 'langkah-kedua-2')).body
    expect(data.twoStep.methods).toEqual(['totp', 'recovery-code'])
    expect((await completeSignIn({ ticket: data.twoStep.ticket, code: codeOf(secret, site) })).status).toBe(200)
  })

  test('after a changed password', async () => {
    const student = await createProtectedStudent()
    await site.call('POST', '/me/password', {
      token: student.token,
      body: { currentPassword: password, newPassword: 'kopi-baru-88' },
    })
    expect((await signIn(student.email, 'kopi-baru-88')).body.data).toHaveProperty('twoStep')
  })

  test('after signing in with Google', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    const sub = `sub-${crypto.randomUUID()}`
    const signInWithGoogle = async () => {
      const { headers, body } = await site.call('GET', '/auth/google/nonce')
      const idToken = await site.google.issue({
        sub,
        email,
        email_verified: true,
        name: 'Gita Gunung',
        nonce: body.data.nonce,
      })
      const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
      return site.call('POST', '/auth/google', { body: { idToken }, headers: { cookie } })
    }
    const { token } = (await signInWithGoogle()).body.data
    const { secret } = await enableTwoSteps(site, { token })
    const { status, body } = await signInWithGoogle()
    expect([status, Object.keys(body.data)]).toEqual([200, ['twoStep']])
    expect(
      (await completeSignIn({ ticket: body.data.twoStep.ticket, code: codeOf(secret, site) })).body.data.user.email,
    ).toBe(email)
  })
})

test('the first proof of a mailbox removes what an earlier holder of the account had set up', async () => {
  const email = `korban-${crypto.randomUUID()}@contoh.id`
  await site.call('POST', '/sign-up', { body: { name: 'Peretas Lihai', email, password }, client: newClient() })
  const { token } = (await signIn(email)).body.data
  await enableTwoSteps(site, { token })
  expect((await resetByMail(email, 'punya-korban-1')).status).toBe(200)
  expect((await signIn(email, 'punya-korban-1')).body.data.token).toMatch(/^kls_/)
})

describe('an admin', () => {
  test('resets the second steps of a user, whose sessions end; it is mailed and audited', async () => {
    const [admin, student] = [await site.createAdmin(), await createProtectedStudent()]
    const detail = async () =>
      (await site.call('GET', `/admin/students/${student.id}`, { token: admin.token })).body.data.twoStep
    const reset = (id = student.id) => site.call('DELETE', `/admin/students/${id}/two-step`, { token: admin.token })
    expect(await detail()).toEqual({ totp: true, passkeys: 0 })
    expect((await reset()).status).toBe(200)
    expect(await detail()).toEqual({ totp: false, passkeys: 0 })
    expect((await site.call('GET', '/me', { token: student.token })).status).toBe(401)
    expect((await signIn(student.email)).body.data.token).toMatch(/^kls_/)
    expect(await auditedActions(student.id)).toContain('user.two-step-reset')
    expect(await mailSubjects(student.email)).toContain('Verifikasi dua langkah akunmu direset admin')
    expect((await reset()).body.code).toBe('two-step-off')
    expect((await reset(admin.id)).body.code).toBe('own-account')
    expect((await reset('00000000-0000-7000-8000-000000000000')).status).toBe(404)
  })

  test('who lost everything gets in again with the operator’s command', async () => {
    const admin = await site.createAdmin()
    await enableTwoSteps(site, admin)
    const deps = {
      database: site.database,
      audit: site.app.modules.audit,
      clock: site.clock,
      passwords: site.passwords,
    }
    expect(await makeAdmin(deps, { email: admin.email, name: admin.name, promote: true }, 'sekali-pakai-satu')).toBe(
      'made',
    )
    const { resetToken } = (await signIn(admin.email, 'sekali-pakai-satu')).body
    await site.call('POST', '/auth/reset-password', { body: { token: resetToken, password: 'punya-admin-1' } })
    expect((await signIn(admin.email, 'punya-admin-1')).body.data.token).toMatch(/^kls_/)
  })
})

describe('where the site requires two steps of staff', () => {
  const requireOfStaff = async (admin: SignedIn, isRequired: boolean) => {
    const { updatedAt: _, ...shown } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
    return site.call('PUT', '/admin/settings', {
      token: admin.token,
      body: { ...shown, staffMustUseTwoSteps: isRequired },
    })
  }

  test('their admin area is closed until they set it up, and everything else is open', async () => {
    const [admin, instructor] = [await site.createAdmin(), await site.createInstructor()]
    expect((await requireOfStaff(admin, true)).status).toBe(200)
    const overview = ({ token }: { token: string }) => site.call('GET', '/admin/overview', { token })
    // Nobody who is signed in is locked out, least of all who switched it on.
    expect([(await overview(admin)).status, (await overview(instructor)).status]).toEqual([200, 200])
    site.clock.advance(1000)
    const again = (await signIn(instructor.email)).body.data
    expect(failureOf(await overview(again))).toEqual([403, 'two-step-required', undefined])
    expect((await site.call('GET', '/me', { token: again.token })).status).toBe(200)
    await enableTwoSteps(site, { ...instructor, token: again.token })
    expect((await overview(again)).status).toBe(200)
    const student = await site.createStudent()
    expect((await site.call('GET', '/admin/overview', { token: student.token })).body.code).toBe('forbidden')
    expect((await requireOfStaff(admin, false)).status).toBe(200)
    expect((await site.call('GET', '/admin/overview', { token: (await site.createInstructor()).token })).status).toBe(
      200,
    )
  })

  test('a save without the setting leaves it unchanged', async () => {
    const admin = await site.createAdmin()
    await enableTwoSteps(site, admin)
    await requireOfStaff(admin, true)
    const {
      updatedAt: _,
      staffMustUseTwoSteps: __,
      ...rest
    } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
    const { body } = await site.call('PUT', '/admin/settings', { token: admin.token, body: rest })
    expect(body.data.staffMustUseTwoSteps).toBe(true)
    await requireOfStaff(admin, false)
  })
})

test('a deleted account leaves no secret, code, passkey or ticket, and the export contains none', async () => {
  const student = await createProtectedStudent()
  await ticketOf(student.email)
  const { body } = await site.call('GET', '/me/export', { token: student.token })
  expect(body.data.twoStep).toEqual({ totp: true, passkeys: [], recoveryCodesLeft: 10 })
  expect(JSON.stringify(body)).not.toContain(student.secret)
  expect(
    (await site.call('POST', '/me/deletion', { token: student.token, body: { email: student.email, password } }))
      .status,
  ).toBe(200)
  for (const table of [totpSecrets, recoveryCodes, passkeys, signInTickets])
    expect(await site.database.query.select().from(table).where(eq(table.userId, student.id))).toEqual([])
})
