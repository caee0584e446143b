import { eq } from 'drizzle-orm'
import { TOTP, URI } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { minuteMs } from '#contract/kit/durations.ts'
import { recoveryCodes, totpSecrets } from '#server/identity/tables.ts'
import { password } from '#testing/factories.ts'
import { codeOf, failureOf, twoStepCalls } from '#testing/materials/two-step.ts'
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
const show = async (token: string) => (await site.call('GET', '/me/two-step', { token })).body.data

describe('setting up an authenticator app', () => {
  test('starts with a secret that any app understands and that protects nothing before its first code', async () => {
    const student = await site.createStudent()
    const { status, body } = await site.call('POST', '/me/two-step/totp', { token: student.token })
    expect(status).toBe(200)
    const app = URI.parse(body.data.uri)
    expect(app).toBeInstanceOf(TOTP)
    expect([app.issuer, app.label, app.secret.base32]).toEqual(['Cendaki', student.email, body.data.secret])
    expect(await show(student.token)).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
    expect((await signIn(student.email)).body.data.token).toMatch(/^kls_/)
  })

  test('ends with ten recovery codes, a mail and an audit entry', async () => {
    const student = await createProtectedStudent()
    expect(new Set(student.recoveryCodes).size).toBe(10)
    expect(await show(student.token)).toEqual({ totp: true, passkeys: [], recoveryCodesLeft: 10 })
    expect(await auditedActions(student.id)).toContain('user.two-step-on')
    expect(await mailSubjects(student.email)).toContain('Verifikasi dua langkah aktif')
  })

  test('rejects a wrong code at its field, and a second setup while one is on', async () => {
    const student = await site.createStudent()
    await site.call('POST', '/me/two-step/totp', { token: student.token })
    const confirm = (code: unknown) =>
      site.call('POST', '/me/two-step/totp/confirm', { token: student.token, body: { code } })
    expect((await confirm('12345')).body.errors).toEqual({ code: 'Kode terdiri dari 6 angka' })
    expect((await confirm(undefined)).body.errors).toEqual({ code: 'Kode wajib diisi' })
    expect(failureOf(await confirm('000000'))).toEqual([
      422,
      'invalid-input',
      { code: expect.stringContaining('Kode salah') },
    ])
    const on = await createProtectedStudent()
    expect(failureOf(await site.call('POST', '/me/two-step/totp', { token: on.token }))).toEqual([
      409,
      'two-step-on',
      undefined,
    ])
  })

  test('takes a code as an app shows it, in two groups', async () => {
    const student = await site.createStudent()
    const { secret } = (await site.call('POST', '/me/two-step/totp', { token: student.token })).body.data
    const code = codeOf(secret, site).replace(/^.../, '$& ')
    expect(
      (await site.call('POST', '/me/two-step/totp/confirm', { token: student.token, body: { code } })).status,
    ).toBe(200)
  })

  test('expires after an hour, and its secret is deleted', async () => {
    const student = await site.createStudent()
    const { secret } = (await site.call('POST', '/me/two-step/totp', { token: student.token })).body.data
    site.clock.advance(61 * minuteMs)
    await site.call('POST', '/me/step-up', { token: student.token, body: { password } })
    const confirm = () =>
      site.call('POST', '/me/two-step/totp/confirm', { token: student.token, body: { code: codeOf(secret, site) } })
    expect(failureOf(await confirm())).toEqual([409, 'no-setup', undefined])
    await site.app.retention.purge('sign-in-steps')
    expect(await site.database.query.select().from(totpSecrets).where(eq(totpSecrets.userId, student.id))).toEqual([])
  })

  test('limits wrong codes', async () => {
    const student = await site.createStudent()
    await site.call('POST', '/me/two-step/totp', { token: student.token })
    const confirm = () =>
      site.call('POST', '/me/two-step/totp/confirm', { token: student.token, body: { code: '000000' } })
    for (let count = 0; count < 10; count++) expect((await confirm()).status).toBe(422)
    expect((await confirm()).status).toBe(429)
  })
})

describe('signing in with two steps', () => {
  test('returns a ticket instead of a session, and what may follow', async () => {
    const { email } = await createProtectedStudent()
    const { status, body, headers } = await signIn(email)
    expect([status, body.data]).toEqual([
      200,
      { twoStep: { ticket: expect.any(String), methods: ['totp', 'recovery-code'] } },
    ])
    expect(headers.get('set-cookie')).toBeNull()
    expect((await site.call('GET', '/me', { token: body.data.twoStep.ticket })).status).toBe(401)
  })

  test('ends with a session after the right code', async () => {
    const { email, secret, id } = await createProtectedStudent()
    const { status, body } = await completeSignIn({ ticket: await ticketOf(email), code: codeOf(secret, site) })
    expect([status, body.data.user._id]).toEqual([200, id])
    expect((await site.call('GET', '/me', { token: body.data.token })).status).toBe(200)
  })

  test.each([-1, 1])('accepts the code of the neighbouring step (%i)', async (offset) => {
    const { email, secret } = await createProtectedStudent()
    site.clock.advance(30_000)
    expect((await completeSignIn({ ticket: await ticketOf(email), code: codeOf(secret, site, offset) })).status).toBe(
      200,
    )
  })

  test.each([-2, 2])('rejects a code that is further away (%i)', async (offset) => {
    const { email, secret } = await createProtectedStudent()
    site.clock.advance(90_000)
    const response = await completeSignIn({ ticket: await ticketOf(email), code: codeOf(secret, site, offset) })
    expect(failureOf(response)).toEqual([401, 'wrong-second-step', { code: 'Kode salah atau sudah dipakai' }])
  })

  test('accepts each code once, also after the setup and after a later code', async () => {
    const student = await site.createStudent()
    const { secret } = (await site.call('POST', '/me/two-step/totp', { token: student.token })).body.data
    const first = codeOf(secret, site)
    await site.call('POST', '/me/two-step/totp/confirm', { token: student.token, body: { code: first } })
    expect((await completeSignIn({ ticket: await ticketOf(student.email), code: first })).status).toBe(401)
    site.clock.advance(minuteMs)
    const [earlier, later] = [codeOf(secret, site), codeOf(secret, site, 1)]
    expect((await completeSignIn({ ticket: await ticketOf(student.email), code: later })).status).toBe(200)
    expect((await completeSignIn({ ticket: await ticketOf(student.email), code: later })).status).toBe(401)
    expect((await completeSignIn({ ticket: await ticketOf(student.email), code: earlier })).status).toBe(401)
  })

  test('a ticket works once, for five minutes, and for its own account only', async () => {
    const [mine, theirs] = [await createProtectedStudent(), await createProtectedStudent()]
    expect(
      (await completeSignIn({ ticket: await ticketOf(mine.email), code: codeOf(theirs.secret, site) })).status,
    ).toBe(401)
    const ticket = await ticketOf(mine.email)
    expect((await completeSignIn({ ticket, code: codeOf(mine.secret, site) })).status).toBe(200)
    site.clock.advance(30_000)
    expect(failureOf(await completeSignIn({ ticket, code: codeOf(mine.secret, site) }))).toEqual([
      401,
      'ticket-expired',
      undefined,
    ])
    const late = await ticketOf(mine.email)
    site.clock.advance(5 * minuteMs)
    expect((await completeSignIn({ ticket: late, code: codeOf(mine.secret, site) })).body.code).toBe('ticket-expired')
    expect((await completeSignIn({ ticket: 'karangan', code: '123456' })).body.code).toBe('ticket-expired')
  })

  test.each(['reset', 'disabled', 'off', 'sessions'])(
    'a ticket ends with what the first step relied on (%s)',
    async (event) => {
      const student = await createProtectedStudent()
      const ticket = await ticketOf(student.email)
      const admin = await site.createAdmin()
      if (event === 'reset') await resetByMail(student.email, 'password-baru-1')
      if (event === 'disabled')
        await site.call('PUT', `/admin/students/${student.id}/access`, { token: admin.token, body: { disabled: true } })
      if (event === 'off') await site.call('DELETE', '/me/two-step/totp', { token: student.token })
      if (event === 'sessions') await site.call('DELETE', '/me/sessions', { token: student.token })
      expect((await completeSignIn({ ticket, code: codeOf(student.secret, site) })).body.code).toBe('ticket-expired')
    },
  )

  test('needs exactly one proof', async () => {
    const { email, recoveryCodes } = await createProtectedStudent()
    const ticket = await ticketOf(email)
    for (const body of [
      { ticket },
      { ticket, code: '123456', recoveryCode: recoveryCodes[0] },
      { code: '123456' },
      { ticket, response: {} },
      {},
    ])
      expect((await completeSignIn(body)).status).toBe(422)
  })

  test('wrong codes are limited per ticket, per account and client, and per account, and the owner’s device is not affected', async () => {
    const student = await createProtectedStudent()
    const { headers } = await completeSignIn({
      ticket: await ticketOf(student.email),
      code: codeOf(student.secret, site),
    })
    const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
    expect(headers.get('set-cookie')).toContain('Path=/api/sign-in;')
    site.clock.advance(30_000)

    const ticket = await ticketOf(student.email)
    for (let count = 0; count < 5; count++) expect((await completeSignIn({ ticket, code: '000000' })).status).toBe(401)
    const limited = await completeSignIn({ ticket, code: codeOf(student.secret, site) })
    expect([limited.status, limited.headers.get('retry-after')]).toEqual([429, expect.stringMatching(/^\d+$/)])

    const client = newClient()
    for (let count = 0; count < 5; count++)
      await completeSignIn({ ticket: await ticketOf(student.email), code: '000000' }, client)
    expect((await completeSignIn({ ticket: await ticketOf(student.email), code: '000000' }, client)).status).toBe(429)

    for (let count = 0; count < 45; count++)
      await completeSignIn({ ticket: await ticketOf(student.email), code: '000000' })
    expect((await completeSignIn({ ticket: await ticketOf(student.email), code: '000000' })).status).toBe(429)
    const known = { client: newClient(), headers: { cookie } }
    const again = await site.call('POST', '/sign-in/two-step', {
      body: { ticket: await ticketOf(student.email), code: codeOf(student.secret, site) },
      ...known,
    })
    expect(again.status).toBe(200)
    await site.app.idle()
    expect(await auditedActions(student.id)).toContain('user.second-step-failed')
  })
})

describe('a recovery code', () => {
  test('signs in once, in any spelling, with a mail and an audit entry', async () => {
    const student = await createProtectedStudent()
    const [code = ''] = student.recoveryCodes
    expect(
      (
        await completeSignIn({
          ticket: await ticketOf(student.email),
          recoveryCode: code.replaceAll('-', ' ').toUpperCase(),
        })
      ).status,
    ).toBe(200)
    const again = await completeSignIn({ ticket: await ticketOf(student.email), recoveryCode: code })
    expect(failureOf(again)).toEqual([
      401,
      'wrong-second-step',
      { recoveryCode: 'Kode pemulihan salah atau sudah dipakai' },
    ])
    expect((await show(student.token)).recoveryCodesLeft).toBe(9)
    expect(await mailSubjects(student.email)).toContain('Kode pemulihan dipakai untuk masuk')
    expect(await auditedActions(student.id)).toContain('user.recovery-code-used')
  })

  test('is replaced with all others', async () => {
    const student = await createProtectedStudent()
    const { body } = await site.call('POST', '/me/two-step/recovery-codes', { token: student.token })
    expect(body.data.recoveryCodes).toHaveLength(10)
    expect(
      (await completeSignIn({ ticket: await ticketOf(student.email), recoveryCode: student.recoveryCodes[0] })).status,
    ).toBe(401)
    expect(
      (await completeSignIn({ ticket: await ticketOf(student.email), recoveryCode: body.data.recoveryCodes[0] }))
        .status,
    ).toBe(200)
    expect(await mailSubjects(student.email)).toContain('Kode pemulihan baru dibuat')
    const other = await site.createStudent()
    expect((await site.call('POST', '/me/two-step/recovery-codes', { token: other.token })).body.code).toBe(
      'two-step-off',
    )
  })

  test('is stored as a hash', async () => {
    const student = await createProtectedStudent()
    const stored = await site.database.query.select().from(recoveryCodes).where(eq(recoveryCodes.userId, student.id))
    const contents = stored.map(({ codeHash }) => codeHash.toString('latin1')).join(' ')
    for (const code of student.recoveryCodes) expect(contents).not.toContain(code.replaceAll('-', ''))
    expect(stored).toHaveLength(10)
  })
})

test('switching two steps off needs only the password afterwards, ends all codes, and is mailed and audited', async () => {
  const student = await createProtectedStudent()
  expect((await site.call('DELETE', '/me/two-step/totp', { token: student.token })).status).toBe(200)
  expect((await site.call('DELETE', '/me/two-step/totp', { token: student.token })).status).toBe(200)
  expect(await show(student.token)).toEqual({ totp: false, passkeys: [], recoveryCodesLeft: 0 })
  expect((await signIn(student.email)).body.data.token).toMatch(/^kls_/)
  expect(
    (await mailSubjects(student.email)).filter((subject) => subject === 'Verifikasi dua langkah dimatikan'),
  ).toHaveLength(1)
  expect(await auditedActions(student.id)).toContain('user.two-step-off')
})
