import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hourMs, minuteMs } from '#contract/kit/durations.ts'
import { makeAdmin } from '#server/identity/index.ts'
import { password, type SignedIn } from '#testing/factories.ts'
import { startTestSite, type TestSite } from '#testing/test-site.ts'
import { codeOf, enableTwoSteps } from '#testing/materials/two-step.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let addresses = 0
const newAddress = () => `alamat-baru-${++addresses}@contoh.id`
const requestChange = (user: SignedIn, email: string, secret: string | undefined = password) =>
  site.call('POST', '/me/email', {
    token: user.token,
    body: { email, ...(secret === undefined ? {} : { password: secret }) },
  })
const confirm = (token: string, by?: SignedIn) =>
  site.call('POST', '/auth/change-email', { body: { token }, ...(by ? { token: by.token } : {}) })
const linkTo = async (email: string) =>
  /#token=([\w-]+)/.exec(
    (await site.mailsTo(email)).findLast(({ kind }) => kind === 'change-email')?.text ?? '',
  )?.[1] ?? ''
const kindsTo = async (email: string) => (await site.mailsTo(email)).map(({ kind }) => kind)
const signIn = (email: string) => site.call('POST', '/sign-in', { body: { email, password }, client: email })
const accountOf = async (user: SignedIn) => (await site.call('GET', '/me', { token: user.token })).body.data

describe('a change of the e-mail address', () => {
  test('takes effect when the link in the new mailbox is opened, not before', async () => {
    const [user, email] = [await site.createStudent(), newAddress()]
    const requested = await requestChange(user, ` ${email.toUpperCase()} `)
    expect([requested.status, requested.body.message]).toEqual([
      200,
      'Kami mengirim tautan ke alamat baru. Alamat berganti setelah tautan itu dibuka.',
    ])
    expect(await accountOf(user)).toMatchObject({ email: user.email, pendingEmail: email })
    expect((await signIn(email)).status).toBe(401)
    expect((await confirm(await linkTo(email), user)).status).toBe(200)
    expect(await accountOf(user)).toMatchObject({ email, emailVerified: true, pendingEmail: null })
    expect([(await signIn(email)).status, (await signIn(user.email)).status]).toEqual([200, 401])
  })

  test('notifies the old address without revealing the new one', async () => {
    const [user, email] = [await site.createStudent(), newAddress()]
    await requestChange(user, email)
    await confirm(await linkTo(email), user)
    const notification = (await site.mailsTo(user.email)).at(-1)
    expect([
      notification?.kind,
      notification?.text.includes('a•••@contoh.id'),
      notification?.text.includes(email),
    ]).toEqual(['email-changed', true, false])
  })

  test('invalidates links in the old mailbox', async () => {
    const [user, email] = [await site.createStudent(), newAddress()]
    await site.call('POST', '/auth/forgot-password', { body: { email: user.email }, client: user.email })
    const reset = /#token=([\w-]+)/.exec((await site.mailsTo(user.email)).at(-1)?.text ?? '')?.[1]
    await requestChange(user, email)
    await confirm(await linkTo(email), user)
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token: reset, password: 'jahe-hangat-3' } })).status,
    ).toBe(422)
  })

  test('to an address with an account gives the same response; its owner is notified, and no account changes', async () => {
    const [user, owner] = [await site.createStudent(), await site.createStudent()]
    const [free, taken] = [await requestChange(user, newAddress()), await requestChange(user, owner.email)]
    expect([taken.status, taken.body]).toEqual([free.status, free.body])
    expect(await kindsTo(owner.email)).toEqual(['address-taken'])
    expect((await site.mailsTo(owner.email)).at(-1)?.text).not.toContain('#token=')
    expect((await accountOf(user)).email).toBe(user.email)
  })

  test('succeeds for one of two users who confirm the same address concurrently', async () => {
    const [user, other, email] = [await site.createStudent(), await site.createStudent(), newAddress()]
    await requestChange(user, email)
    const first = await linkTo(email)
    await requestChange(other, email)
    const both = await Promise.all([confirm(first, user), confirm(await linkTo(email), other)])
    expect(both.map(({ status }) => status).sort()).toEqual([200, 409])
    expect(both.find(({ status }) => status === 409)?.body.code).toBe('address-taken')
  })

  test('has a link that works once, for a day, until a newer one is requested', async () => {
    const [user, first, second] = [await site.createStudent(), newAddress(), newAddress()]
    await requestChange(user, first)
    await requestChange(user, second)
    expect((await confirm(await linkTo(first), user)).body.code).toBe('invalid-link')
    const link = await linkTo(second)
    expect([(await confirm(link, user)).status, (await confirm(link, user)).status]).toEqual([200, 422])
    await requestChange(user, first)
    site.clock.advance(25 * hourMs)
    expect((await confirm(await linkTo(first), user)).status).toBe(422)
  })

  test('needs the current password', async () => {
    const user = await site.createStudent()
    expect((await requestChange(user, newAddress(), 'salah')).body.errors).toEqual({ password: 'Password salah' })
    expect((await site.call('POST', '/me/email', { token: user.token, body: { email: newAddress() } })).status).toBe(
      422,
    )
    expect((await requestChange(user, user.email)).body.errors).toEqual({ email: 'Ini sudah alamat akunmu' })
    expect((await requestChange(user, 'bukan-email')).body.errors).toEqual({ email: 'Email tidak valid' })
    expect((await site.call('POST', '/me/email', { body: { email: newAddress(), password } })).status).toBe(401)
  })

  test('needs a recent sign-in for a user without a password', async () => {
    const nonce = await site.call('GET', '/auth/google/nonce')
    const idToken = await site.google.issue({
      sub: 'tanpa-password',
      name: 'Gita Gunung',
      email: 'gita-tanpa-password@gmail.com',
      email_verified: true,
      nonce: nonce.body.data.nonce,
    })
    const cookie = nonce.headers.get('set-cookie')?.split(';')[0] ?? ''
    const { body } = await site.call('POST', '/auth/google', { body: { idToken }, headers: { cookie } })
    const gita = { token: body.data.token, id: body.data.user._id, email: body.data.user.email, name: 'Gita' }
    const email = newAddress()
    site.clock.advance(11 * minuteMs)
    expect((await requestChange(gita, email, undefined)).body.code).toBe('sign-in-again')
    site.clock.advance(-2 * minuteMs)
    expect((await requestChange(gita, email, undefined)).status).toBe(200)
    site.clock.advance(2 * minuteMs)
    expect((await confirm(await linkTo(email), gita)).status).toBe(200)
  })

  test('accepts a code of two-step sign-in as proof from a user without a password', async () => {
    const user = await site.createStudent()
    const { secret } = await enableTwoSteps(site, user)
    await site.database.query.execute(sql`update users set password_hash = null where id = ${user.id}`)
    site.clock.advance(11 * minuteMs)
    expect((await requestChange(user, newAddress(), undefined)).body.code).toBe('sign-in-again')
    expect(
      (await site.call('POST', '/me/step-up', { token: user.token, body: { code: codeOf(secret, site) } })).status,
    ).toBe(200)
    expect((await requestChange(user, newAddress(), undefined)).status).toBe(200)
  })

  test('is limited to five requests per user and three mails per mailbox an hour', async () => {
    const [user, victim] = [await site.createStudent(), newAddress()]
    for (let count = 0; count < 5; count++) expect((await requestChange(user, victim)).status).toBe(200)
    expect((await requestChange(user, victim)).status).toBe(429)
    expect(await kindsTo(victim)).toHaveLength(3)
  })

  test('is recorded in the audit log', async () => {
    const [user, email, admin] = [await site.createStudent(), newAddress(), await site.createAdmin()]
    await requestChange(user, email)
    await confirm(await linkTo(email), user)
    const { body } = await site.call('GET', '/admin/audit?action=user.email-changed', { token: admin.token })
    expect(body.data[0]).toMatchObject({ actor: { _id: user.id }, subject: { _id: user.id } })
  })

  test('that was requested is notified to the current address, without revealing the new one', async () => {
    const [user, email] = [await site.createStudent(), newAddress()]
    await requestChange(user, email)
    const notification = (await site.mailsTo(user.email)).at(-1)
    expect([
      notification?.kind,
      notification?.text.includes('a•••@contoh.id'),
      notification?.text.includes(email),
    ]).toEqual(['email-change-asked', true, false])
    expect(notification?.text).toContain('/auth/forgot-password')
    expect(notification?.text).not.toContain('#token=')
  })

  test('can be cancelled by its owner only', async () => {
    const [user, other, email] = [await site.createStudent(), await site.createStudent(), newAddress()]
    const cancel = (token?: string) => site.call('DELETE', '/me/email', token ? { token } : {})
    await requestChange(user, email)
    expect([(await cancel()).status, (await cancel(other.token)).status]).toEqual([401, 200])
    expect((await accountOf(user)).pendingEmail).toBe(email)
    const { status, body } = await cancel(user.token)
    expect([status, body.message]).toEqual([200, 'Permintaan ganti email dibatalkan.'])
    expect((await accountOf(user)).pendingEmail).toBeNull()
    expect((await confirm(await linkTo(email), user)).body.code).toBe('invalid-link')
    expect((await cancel(user.token)).status).toBe(200)
  })
})

describe('who opens the link may not be who asked for it:', () => {
  const unprove = (user: SignedIn) =>
    site.database.query.execute(sql`update users set email_verified_at = null where id = ${user.id}`)

  test('the account of a proven mailbox asks for its session, and keeps its address without', async () => {
    const [user, owner, email] = [await site.createStudent(), await site.createStudent(), newAddress()]
    await requestChange(user, email)
    const link = await linkTo(email)
    for (const by of [undefined, owner]) expect((await confirm(link, by)).body.code).toBe('sign-in-first')
    expect((await accountOf(user)).email).toBe(user.email)
    expect((await confirm(link, user)).status).toBe(200)
  })

  test('without a proven mailbox it is the first proof: password and sessions from before end, and a token sets a new password', async () => {
    const [user, email] = [await site.createStudent(), newAddress()]
    await unprove(user)
    await requestChange(user, email)
    const { status, body } = await confirm(await linkTo(email))
    expect([
      status,
      (await site.call('GET', '/me', { token: user.token })).status,
      (await signIn(email)).status,
    ]).toEqual([200, 401, 401])
    await site.call('POST', '/auth/reset-password', {
      body: { token: body.data.resetToken, password: 'jahe-hangat-3' },
    })
    expect((await site.call('POST', '/sign-in', { body: { email, password: 'jahe-hangat-3' } })).status).toBe(200)
  })

  test('other sessions of the account end', async () => {
    const [user, email] = [await site.createStudent(), newAddress()]
    const { token } = (await signIn(user.email)).body.data
    await requestChange(user, email)
    await confirm(await linkTo(email), user)
    expect([(await site.call('GET', '/me', { token })).status, (await accountOf(user)).email]).toEqual([401, email])
  })
})

describe('a pending change is invalidated when the user sets a new password', () => {
  async function withPendingChange() {
    const [user, email] = [await site.createStudent(), newAddress()]
    await requestChange(user, email)
    return { user, email, link: await linkTo(email) }
  }
  const expectNoChange = async (
    { user, email, link }: Awaited<ReturnType<typeof withPendingChange>>,
    newPassword: string,
    status = 200,
  ) => {
    expect((await confirm(link)).body.code).toBe('invalid-link')
    const signedIn = await site.call('POST', '/sign-in', {
      body: { email: user.email, password: newPassword },
      client: email,
    })
    expect(signedIn.status).toBe(status)
  }

  test('by a mailed link', async () => {
    const pending = await withPendingChange()
    await site.call('POST', '/auth/forgot-password', { body: { email: pending.user.email }, client: pending.email })
    const token = /#token=([\w-]+)/.exec((await site.mailsTo(pending.user.email)).at(-1)?.text ?? '')?.[1]
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token, password: 'jahe-hangat-3' } })).status,
    ).toBe(200)
    await expectNoChange(pending, 'jahe-hangat-3')
  })

  test('in the settings', async () => {
    const pending = await withPendingChange()
    const changed = await site.call('POST', '/me/password', {
      token: pending.user.token,
      body: { currentPassword: password, newPassword: 'jahe-hangat-3' },
    })
    expect(changed.status).toBe(200)
    expect((await accountOf(pending.user)).pendingEmail).toBeNull()
    await expectNoChange(pending, 'jahe-hangat-3')
  })

  test('by the operator’s command', async () => {
    const pending = await withPendingChange()
    const { audit } = site.app.modules
    const wanted = { email: pending.user.email, name: '', promote: true }
    expect(
      await makeAdmin(
        { database: site.database, clock: site.clock, passwords: site.passwords, audit },
        wanted,
        'sekali-pakai-7',
      ),
    ).toBe('made')
    await expectNoChange(pending, 'sekali-pakai-7', 403)
  })

  test('and a pending password reset is invalidated as well', async () => {
    const user = await site.createStudent()
    await site.call('POST', '/auth/forgot-password', { body: { email: user.email }, client: user.email })
    const token = /#token=([\w-]+)/.exec((await site.mailsTo(user.email)).at(-1)?.text ?? '')?.[1]
    await site.call('POST', '/me/password', {
      token: user.token,
      body: { currentPassword: password, newPassword: 'jahe-hangat-3' },
    })
    expect(
      (await site.call('POST', '/auth/reset-password', { body: { token, password: 'lain-lagi-4' } })).body.code,
    ).toBe('invalid-link')
  })

  test('one of a concurrent change and password reset succeeds, without a failure', async () => {
    for (let round = 0; round < 5; round++) {
      const { user, email, link } = await withPendingChange()
      await site.call('POST', '/auth/forgot-password', { body: { email: user.email }, client: email })
      const token = /#token=([\w-]+)/.exec((await site.mailsTo(user.email)).at(-1)?.text ?? '')?.[1]
      const both = await Promise.all([
        confirm(link, user),
        site.call('POST', '/auth/reset-password', { body: { token, password: 'jahe-hangat-3' } }),
      ])
      const [changed, reset] = both.map(({ status }) => status)
      // A reset ends every session: the change is refused for its session where that is read after it.
      if (changed === 200) expect(reset).toBe(422)
      else expect([[401, 422].includes(changed ?? 0), reset]).toEqual([true, 200])
      const newPassword = reset === 200 ? 'jahe-hangat-3' : password
      const address = changed === 200 ? email : user.email
      const signIn = await site.call('POST', '/sign-in', {
        body: { email: address, password: newPassword },
        client: email,
      })
      expect(signIn.status).toBe(200)
    }
  })
})
