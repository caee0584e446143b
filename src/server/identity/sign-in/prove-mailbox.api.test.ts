import { sql } from 'drizzle-orm'
import type { JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestSite, type TestSite } from '#testing/test-site.ts'

// A stranger creates an account with the address of another person, and the owner of the mailbox finds it later.
let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

const strangersPassword = 'teh-melati-9'
let made = 0

async function linkIn(email: string, kind: string): Promise<string> {
  const mail = (await site.mailsTo(email)).findLast((sent) => sent.kind === kind)
  return /#token=([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? ''
}

async function signInWithGoogle(claims: JWTPayload, password?: string) {
  const client = `peramban-${++made}`
  const { headers, body } = await site.call('GET', '/auth/google/nonce', { client })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const idToken = await site.google.issue({
    name: 'Gita Gunung',
    email_verified: true,
    nonce: body.data.nonce,
    ...claims,
  })
  return site.call('POST', '/auth/google', { client, body: { idToken, password }, headers: { cookie } })
}

const signIn = (email: string, password: string) =>
  site.call('POST', '/sign-in', { body: { email, password }, client: `tamu-${++made}` })
const reset = (token: string, password: string) =>
  site.call('POST', '/auth/reset-password', { body: { token, password } })
const statusOfMe = async (token: string) => (await site.call('GET', '/me', { token })).status

/** An account of a stranger: with a password, a session, a pending change of address, and optionally a Google account. */
async function squat({ domain = 'gmail.com', withGoogle = false } = {}) {
  const email = `${crypto.randomUUID()}@${domain}`
  await site.call('POST', '/sign-up', {
    body: { name: 'Orang Asing', email, password: strangersPassword },
    client: `asing-${++made}`,
  })
  const { token } = (await signIn(email, strangersPassword)).body.data
  const sub = `asing-${crypto.randomUUID()}`
  // Google verified the address once, but does not host it.
  if (withGoogle) expect((await signInWithGoogle({ sub, email }, strangersPassword)).status).toBe(200)
  const strangersEmail = `${crypto.randomUUID()}@asing.example`
  await site.call('POST', '/me/email', { token, body: { email: strangersEmail, password: strangersPassword } })
  return { email, token, sub, changeLink: await linkIn(strangersEmail, 'change-email') }
}

type Squat = Awaited<ReturnType<typeof squat>>

/** Ways that still open the account to the stranger. */
async function waysIn({ email, token, sub, changeLink }: Squat, withGoogle: boolean): Promise<string[]> {
  return [
    (await signIn(email, strangersPassword)).status === 200 ? 'password' : '',
    (await statusOfMe(token)) === 200 ? 'session' : '',
    withGoogle && (await signInWithGoogle({ sub, email })).status === 200 ? 'google' : '',
    (await site.call('POST', '/auth/change-email', { body: { token: changeLink } })).status === 200
      ? 'change of address'
      : '',
  ].filter(Boolean)
}

describe('the first proof of the mailbox ends all access from before:', () => {
  test('the verification link, opened without a session', async () => {
    const account = await squat({ domain: 'tamu.example', withGoogle: true })
    const { status, body } = await site.call('POST', '/auth/verify-email', {
      body: { token: await linkIn(account.email, 'verify-email') },
    })
    expect(status).toBe(200)
    expect(await waysIn(account, true)).toEqual([])
    expect((await reset(body.data.resetToken, 'jahe-hangat-3')).status).toBe(200)
    expect((await signIn(account.email, 'jahe-hangat-3')).body.data.user.email).toBe(account.email)
  })

  test('the verification link, opened in the session of another account', async () => {
    const [account, owner] = [await squat(), await site.createStudent()]
    await site.call('POST', '/auth/verify-email', {
      token: owner.token,
      body: { token: await linkIn(account.email, 'verify-email') },
    })
    expect(await waysIn(account, false)).toEqual([])
  })

  test('a reset link', async () => {
    const account = await squat({ domain: 'tamu.example', withGoogle: true })
    await site.call('POST', '/auth/forgot-password', { body: { email: account.email }, client: `pemilik-${++made}` })
    expect((await reset(await linkIn(account.email, 'reset-password'), 'jahe-hangat-3')).status).toBe(200)
    expect(await waysIn(account, true)).toEqual([])
    expect((await signIn(account.email, 'jahe-hangat-3')).status).toBe(200)
  })

  test('a sign-in with Google, also when another Google account is linked', async () => {
    const account = await squat()
    const first = await signInWithGoogle({ sub: account.sub, email: account.email })
    expect(first.status).toBe(200)
    expect(await waysIn(account, false)).toEqual([])
    const linked = await squat({ domain: 'sekolah.example', withGoogle: true })
    expect(
      (await signInWithGoogle({ sub: `pemilik-${made}`, email: linked.email, hd: 'sekolah.example' })).status,
    ).toBe(200)
    expect(await waysIn(linked, true)).toEqual([])
  })
})

test('the first proof of the mailbox ends what tells the stranger: WhatsApp, push, and the ways that were chosen', async () => {
  const admin = await site.createAdmin()
  const { updatedAt: _, ...shown } = (await site.call('GET', '/admin/settings', { token: admin.token })).body.data
  const whatsapp = { ...shown.whatsapp, enabled: true }
  await site.call('PUT', '/admin/settings', { token: admin.token, body: { ...shown, whatsapp } })
  const { email, token } = await squat()
  const number = '6281200004448'
  await site.call('POST', '/me/whatsapp', { token, body: { number: `+${number}` } })
  await site.app.jobs.run('whatsapp')
  const code = /\d{6}/.exec(site.whatsApp.messages().at(-1)?.text ?? '')?.[0]
  expect((await site.call('POST', '/me/whatsapp/confirm', { token, body: { code } })).status).toBe(200)
  const chosen = await site.call('PUT', '/me/notification-settings', {
    token,
    body: { kinds: { gift: { whatsapp: true } }, timeZone: 'Asia/Jayapura' },
  })
  expect(chosen.status).toBe(200)
  const { _id: id } = (await site.call('GET', '/me', { token })).body.data
  // Left by a session that has expired since.
  await site.database.query.execute(sql`
    insert into push_subscriptions (id, user_id, endpoint, p256dh, auth, created_at)
    values (gen_random_uuid(), ${id}, 'https://push.example/asing', 'x', 'x', now())`)

  const proof = await site.call('POST', '/auth/verify-email', { body: { token: await linkIn(email, 'verify-email') } })
  await reset(proof.body.data.resetToken, 'jahe-hangat-3')
  const owner = (await signIn(email, 'jahe-hangat-3')).body.data.token
  const show = async (path: string) => (await site.call('GET', path, { token: owner })).body.data
  expect([(await show('/me/whatsapp')).number, (await show('/me/push')).devices]).toEqual([null, []])
  expect((await show('/me/notification-settings')).kinds.gift.whatsapp).toBe(false)
  const gift = { title: 'Kelas HTML', url: '/hadiah/rahasia' }
  await site.database.transaction((tx) =>
    site.app.modules.notifications.notify(tx, { kind: 'gift', userId: id, data: gift }),
  )
  await site.app.jobs.run('whatsapp')
  expect(site.whatsApp.messages().filter(({ to }) => to === number)).toHaveLength(1)
})

test('the verification link, opened in the browser that signed up, keeps the password', async () => {
  const email = `${crypto.randomUUID()}@contoh.id`
  const { headers } = await site.call('POST', '/sign-up', {
    body: { name: 'Sari Dewi', email, password: strangersPassword },
    client: 'sari',
  })
  expect(headers.get('set-cookie')).toMatch(
    /^cendaki-sign-up=\d+\.[\w-]{43}; Path=\/api\/auth\/verify-email; Max-Age=604800; HttpOnly; SameSite=Lax/,
  )
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  const { body } = await site.call('POST', '/auth/verify-email', {
    body: { token: await linkIn(email, 'verify-email') },
    headers: { cookie },
  })
  expect(body).toMatchObject({ success: true, data: null })
  const { token } = (await signIn(email, strangersPassword)).body.data
  expect((await site.call('GET', '/me', { token })).body.data.emailVerified).toBe(true)
})

test('the cookie of another sign-up does not keep the password', async () => {
  const account = await squat()
  const own = { name: 'Sari Dewi', email: `${crypto.randomUUID()}@contoh.id`, password: 'jahe-hangat-3' }
  const { headers } = await site.call('POST', '/sign-up', { body: own, client: 'sari' })
  const cookie = headers.get('set-cookie')?.split(';')[0] ?? ''
  await site.call('POST', '/auth/verify-email', {
    body: { token: await linkIn(account.email, 'verify-email') },
    headers: { cookie },
  })
  expect(await waysIn(account, false)).toEqual([])
})

test('a proven address keeps password and sessions when it is proven again', async () => {
  const { email, token } = await squat()
  await site.call('POST', '/auth/verify-email', { token, body: { token: await linkIn(email, 'verify-email') } })
  // Google is not linked silently, either.
  expect((await signInWithGoogle({ sub: crypto.randomUUID(), email })).status).toBe(409)
  await site.call('POST', '/auth/forgot-password', { body: { email }, client: email })
  expect([(await signIn(email, strangersPassword)).status, await statusOfMe(token)]).toEqual([200, 200])
})

describe('unlinking Google', () => {
  const unlink = (token: string, password: string) =>
    site.call('POST', '/me/google/unlink', { token, body: { password } })

  test('needs the password, is audited and mailed, and ends sign-in with Google', async () => {
    const { email, token, sub } = await squat({ domain: 'tamu.example', withGoogle: true })
    expect((await unlink(token, 'salah-sekali')).body.errors).toEqual({ password: 'Password salah' })
    expect((await unlink(token, strangersPassword)).status).toBe(200)
    expect((await site.call('GET', '/me', { token })).body.data.hasGoogle).toBe(false)
    expect((await signInWithGoogle({ sub, email })).body.code).toBe('link-needs-password')
    expect((await site.mailsTo(email)).at(-1)?.kind).toBe('google-unlinked')
    const { _id } = (await site.call('GET', '/me', { token })).body.data
    const { entries } = await site.app.modules.audit.list({ subjectId: _id }, { page: 1, limit: 1 })
    expect(entries).toMatchObject([{ actorId: _id, action: 'user.google-unlinked' }])
    expect((await unlink(token, strangersPassword)).body.code).toBe('not-linked')
  })

  test('is rejected without a password, which would be the only other way in', async () => {
    const { body } = await signInWithGoogle({ sub: crypto.randomUUID(), email: `${crypto.randomUUID()}@gmail.com` })
    expect((await unlink(body.data.token, 'apa-saja')).body.code).toBe('no-password')
  })
})
