import { createHmac } from 'node:crypto'
import { exportSPKI, type JWTPayload } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sandboxAccounts } from '#sandbox/google/index.ts'
import { makeAdmin } from '#server/identity/index.ts'
import { password } from '#testing/factories.ts'
import { googleClientId, startTestSite, type TestSite } from '#testing/test-site.ts'

let site: TestSite
beforeAll(async () => void (site = await startTestSite()))
afterAll(() => site.close())

let visitors = 0
/** A browser that has been asked a question: its nonce, and the cookie that holds it. */
async function browser() {
  const client = `peramban-${++visitors}`
  const { headers, body } = await site.call('GET', '/auth/google/nonce', { client })
  const cookie = headers.get('set-cookie') ?? ''
  const nonce = body.data.nonce as string
  const send = (idToken: string, more: object = {}) =>
    site.call('POST', '/auth/google', { client, body: { idToken, ...more }, headers: { cookie: cookie.split(';')[0] ?? '' } })
  return { nonce, cookie, send }
}

const person = (changes: JWTPayload = {}): JWTPayload => ({
  sub: `sub-${crypto.randomUUID()}`,
  name: 'Gita Gunung',
  email: `${crypto.randomUUID()}@gmail.com`,
  email_verified: true,
  ...changes,
})

/** Signs in as this person with a token that is good, but for the changes. */
async function attempt(changes: JWTPayload = {}, options: Parameters<TestSite['google']['issue']>[1] = {}) {
  const { nonce, send } = await browser()
  return send(await site.google.issue({ ...person(), nonce, ...changes }, options))
}

const told = ({ status, body }: { status: number; body: { code: string; message: string } }) => [status, body.code, body.message]
// Whatever is wrong with a token, the answer is the same: it teaches a forger nothing.
const refused = [401, 'google-failed', 'Login dengan Google gagal']

describe('a good token', () => {
  test('makes a student with a confirmed address at first, and knows them by Google’s id afterwards', async () => {
    const gita = person()
    const first = await attempt(gita)
    expect(first.body.data).toMatchObject({ role: 'student', user: { name: 'Gita Gunung', email: gita['email'] } })
    const again = await attempt({ ...gita, email: 'alamat-baru@gmail.com', name: 'Gita Baru' })
    expect(again.body.data.user._id).toBe(first.body.data.user._id)
    expect(again.body.data.user.email).toBe(gita['email'])
    const { data } = (await site.call('GET', '/me', { token: first.body.data.token })).body
    expect(data).toMatchObject({ emailVerified: true, hasGoogle: true, hasPassword: false })
  })

  test('never makes staff, whatever it claims', async () => {
    expect((await attempt({ role: 'admin', roles: ['admin'] })).body.data.role).toBe('student')
  })

  test('does not confirm an address that Google does not hand out', async () => {
    const { body } = await attempt({ email: `${crypto.randomUUID()}@tamu.example`, email_verified: true })
    expect((await site.call('GET', '/me', { token: body.data.token })).body.data.emailVerified).toBe(false)
  })

  test('leaves no way in by an empty password', async () => {
    const gita = person()
    await attempt(gita)
    expect((await site.call('POST', '/sign-in', { body: { email: gita['email'], password: ' ' } })).status).toBe(401)
  })
})

describe('a bad token is refused:', () => {
  const now = () => Math.floor(site.clock.now().getTime() / 1000)
  test.each<[string, () => JWTPayload]>([
    ['for another audience', () => ({ aud: 'somebody-else' })],
    ['for us among others', () => ({ aud: [googleClientId, 'somebody-else'] })],
    ['of another issuer', () => ({ iss: 'https://accounts.evil.example' })],
    ['without an issuer', () => ({ iss: '' })],
    ['expired', () => ({ iat: now() - 7200, exp: now() - 3600 })],
    ['issued in the future', () => ({ iat: now() + 3600, exp: now() + 7200 })],
    ['living longer than a day', () => ({ exp: now() + 90_000 })],
    ['authorised for another party', () => ({ azp: 'somebody-else' })],
    ['with a foreign nonce', () => ({ nonce: 'foreign' })],
    ['without a nonce', () => ({ nonce: undefined })],
    ['without a subject', () => ({ sub: '' })],
    ['without an address', () => ({ email: undefined })],
  ])('%s', async (_, changes) => expect(told(await attempt(changes()))).toEqual(refused))

  test('signed by a key that is none of the issuer’s', async () => {
    expect(told(await attempt({}, { key: await site.google.makeForeignKey() }))).toEqual(refused)
    expect(told(await attempt({}, { key: { ...(await site.google.makeForeignKey()), id: site.google.signingKey().id } }))).toEqual(refused)
  })

  test('unsigned, or signed with the public key as if it were a shared secret', async () => {
    const { nonce, send } = await browser()
    const [, claims] = (await site.google.issue({ ...person(), nonce })).split('.')
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
    expect(told(await send(`${encode({ alg: 'none', typ: 'JWT' })}.${claims}.`))).toEqual(refused)
    const { id, publicKey } = site.google.signingKey()
    const head = `${encode({ alg: 'HS256', typ: 'JWT', kid: id })}.${claims}`
    expect(
      told(
        await send(
          `${head}.${createHmac('sha256', await exportSPKI(publicKey))
            .update(head)
            .digest('base64url')}`,
        ),
      ),
    ).toEqual(refused)
  })

  test('bringing its own key along', async () => {
    const foreign = await site.google.makeForeignKey()
    expect(told(await attempt({}, { key: foreign, header: { jku: 'http://evil.example/certs' } }))).toEqual(refused)
  })

  test('garbage, or much too long', async () => {
    const { send } = await browser()
    expect(told(await send('not-a-token'))).toEqual(refused)
    expect(told(await send('a'.repeat(9000)))).toEqual(refused)
    expect((await send('')).status).toBe(422)
  })

  test('used a second time, even by the same browser', async () => {
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...person(), nonce })
    expect((await send(token)).status).toBe(200)
    expect(told(await send(token))).toEqual(refused)
  })

  test('used twice at once: one gets in', async () => {
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...person(), nonce })
    expect((await Promise.all([send(token), send(token)])).map(({ status }) => status).sort()).toEqual([200, 401])
  })

  test('stolen, and sent by another browser', async () => {
    const [victim, thief] = [await browser(), await browser()]
    expect(told(await thief.send(await site.google.issue({ ...person(), nonce: victim.nonce })))).toEqual(refused)
  })

  test('answering a question of more than ten minutes ago', async () => {
    const { nonce, send } = await browser()
    site.clock.advance(11 * 60_000)
    expect(told(await send(await site.google.issue({ ...person(), nonce })))).toEqual(refused)
  })
})

describe('an account that exists under the same address', () => {
  test('is joined when Google hands the address out and its owner confirmed it: the password stays', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    await site.app.modules.identity.createUser({ name: 'Sari Dewi', email, password, role: 'student', emailVerifiedAt: site.clock.now() })
    const { body } = await attempt({ email })
    expect(body.data.user).toMatchObject({ name: 'Sari Dewi', email })
    expect((await site.call('POST', '/sign-in', { body: { email, password } })).status).toBe(200)
    expect((await site.mailsTo(email)).at(-1)?.kind).toBe('google-linked')
  })

  test('that somebody made in advance is taken from them: password void, sessions ended', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    await site.app.modules.identity.createUser({ name: 'Penyerang', email, password, role: 'student' })
    const attacker = (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.token
    expect((await attempt({ email })).status).toBe(200)
    expect((await site.call('GET', '/me', { token: attacker })).status).toBe(401)
    expect((await site.call('POST', '/sign-in', { body: { email, password } })).status).toBe(401)
  })

  test('asks for its password once where Google does not hand the address out, with the same token', async () => {
    const { email } = await site.createStudent()
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...person({ email, email_verified: false }), nonce })
    const asked = await send(token)
    expect([asked.status, asked.body.code]).toEqual([409, 'link-needs-password'])
    expect((await send(token, { password: 'salah' })).body.errors).toEqual({ password: 'Password salah' })
    expect((await send(token, { password })).body.data.user.email).toBe(email)
  })

  test('that somebody made in advance cannot be moved away by a link they asked for before', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    const attackers = `${crypto.randomUUID()}@contoh.id`
    await site.app.modules.identity.createUser({ name: 'Penyerang', email, password, role: 'student' })
    const attacker = (await site.call('POST', '/sign-in', { body: { email, password } })).body.data.token
    await site.call('POST', '/me/email', { token: attacker, body: { email: attackers, password } })
    const link = /#token=([\w-]+)/.exec((await site.mailsTo(attackers)).at(-1)?.text ?? '')?.[1]
    expect((await attempt({ email })).status).toBe(200)
    expect((await site.call('POST', '/auth/change-email', { body: { token: link } })).body.code).toBe('invalid-link')
  })

  test('is not joined by a one-time password, which only opens the way to one of one’s own', async () => {
    const email = `${crypto.randomUUID()}@tamu.example`
    await site.app.modules.identity.createUser({ name: 'Ibu Admin', email, password: 'sekali-pakai-7', role: 'admin', isOneTime: true })
    const { nonce, send } = await browser()
    const refusal = await send(await site.google.issue({ ...person({ email }), nonce }), { password: 'sekali-pakai-7' })
    expect([refusal.status, refusal.body.errors]).toEqual([422, { password: 'Password salah' }])
  })

  test('that was promoted with a one-time password gets one of its own in the settings, and signs in with it', async () => {
    const gita = person()
    await attempt(gita)
    const email = String(gita['email'])
    await makeAdmin({ database: site.database, audit: site.app.modules.audit }, { email, name: '', promote: true }, 'sekali-pakai-7')
    const { token } = (await attempt(gita)).body.data
    const change = { currentPassword: 'sekali-pakai-7', newPassword: 'jahe-hangat-3' }
    expect((await site.call('POST', '/me/password', { token, body: change })).status).toBe(200)
    const signedIn = await site.call('POST', '/sign-in', { body: { email, password: 'jahe-hangat-3' } })
    expect([signedIn.status, signedIn.body.data?.role]).toEqual([200, 'admin'])
  })

  test('says how long to wait to whoever guesses its password', async () => {
    const { email } = await site.createStudent()
    const { nonce, send } = await browser()
    const token = await site.google.issue({ ...person({ email, email_verified: false }), nonce })
    for (let count = 0; count < 10; count++) expect((await send(token, { password: 'salah' })).status).toBe(422)
    const { status, headers, body } = await send(token, { password })
    expect([status, body.retryAfterSeconds > 0, headers.get('retry-after')]).toEqual([429, true, String(body.retryAfterSeconds)])
  })

  test('of staff is never opened without its password', async () => {
    const email = `${crypto.randomUUID()}@gmail.com`
    await site.app.modules.identity.createUser({ name: 'Ibu Admin', email, password, role: 'admin', emailVerifiedAt: site.clock.now() })
    expect((await attempt({ email })).body.code).toBe('link-needs-password')
  })

  test('is not opened by another Google account of the same address', async () => {
    const gita = person()
    await attempt(gita)
    expect(told(await attempt({ ...gita, sub: 'another-sub' }))).toEqual(refused)
  })

  test('that is kept out stays out', async () => {
    const admin = await site.createAdmin()
    const gita = person()
    const { body } = await attempt(gita)
    await site.call('PUT', `/admin/students/${body.data.user._id}/access`, { body: { disabled: true }, token: admin.token })
    expect((await attempt(gita)).body.code).toBe('account-disabled')
  })
})

describe('the issuer', () => {
  test('may change its keys at any time: new tokens are good, the last key’s still are', async () => {
    expect((await attempt()).status).toBe(200)
    const before = site.google.signingKey()
    await site.google.rotate()
    expect([(await attempt()).status, (await attempt({}, { key: before })).status]).toEqual([200, 200])
    await site.google.rotate()
    expect((await attempt()).status).toBe(200)
    expect(told(await attempt({}, { key: before }))).toEqual(refused)
  })

  test('may be away: known keys go on working, and nobody gets in by a key that cannot be checked', async () => {
    await attempt()
    site.google.setDown(true)
    expect((await attempt()).status).toBe(200)
    const unknown = await attempt({}, { key: await site.google.makeForeignKey() })
    expect([unknown.status, unknown.body.message]).toEqual([503, 'Login dengan Google gagal'])
    site.google.setDown(false)
  })
})

test('the nonce lies in a cookie that scripts and other sites cannot use', async () => {
  const { cookie } = await browser()
  expect(cookie).toMatch(/HttpOnly; SameSite=Lax$/)
  expect(cookie).toContain('Path=/api/auth/google')
})

test('on a site that speaks HTTPS the cookie never travels without it, also where a proxy speaks plain HTTP to us', async () => {
  const behindProxy = await startTestSite({ publicUrl: 'https://cendaki.test' })
  try {
    const response = await behindProxy.app.fetch(new Request('http://127.0.0.1:3000/api/auth/google/nonce'))
    expect(response.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax; Secure$/)
  } finally {
    await behindProxy.close()
  }
})

test('the sandbox issues tokens for the accounts it shows, through the form a visitor uses', async () => {
  const { nonce, send } = await browser()
  const form = new URLSearchParams({ client_id: googleClientId, nonce, sub: sandboxAccounts[0]?.sub ?? '' })
  const page = await (await site.google.fetch(new Request('http://google.test/gsi/select', { method: 'POST', body: form }))).text()
  const { body } = await send(/data-credential="([^"]+)"/.exec(page)?.[1] ?? '')
  expect(body.data.user.email).toBe('gita.gunung@gmail.com')
})
